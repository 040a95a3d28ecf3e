"""Vacation in the administration: to be read, and given with a reason."""

from datetime import timedelta

import pytest
from django.contrib.admin.models import LogEntry
from django.urls import reverse
from django.utils import timezone

from accounts.time_off import vacation
from tests.administration import enter

GIVE = "admin:accounts_user_give-vacation"


@pytest.fixture
def staff(client, admin):
    return enter(client, admin)


def test_the_page_of_a_person_shows_the_balance_and_the_vacation_that_is_set(staff, alice):
    now = timezone.now()
    vacation.grant(alice, now=now)
    vacation.book(alice, from_at=now + timedelta(days=1), until_at=now + timedelta(days=2))
    page = staff.get(reverse("admin:accounts_user_change", args=[alice.pk])).content.decode()
    assert "2.0 days" in page
    assert f"{now + timedelta(days=1):%Y-%m-%d %H:%M} to" in page


def test_days_are_given_with_a_reason_that_is_kept_and_never_above_the_cap(staff, alice):
    for days, has in [(5, "5.0"), (28, "30.0")]:
        answer = staff.post(reverse(GIVE, args=[alice.pk]), {"days": days, "reason": "Our outage."}, follow=True)
        assert f"Alice now has {has} days of vacation." in answer.content.decode()
    assert LogEntry.objects.latest("pk").change_message == "Gave 28 days of vacation. Reason: Our outage."


@pytest.mark.parametrize("wrong", [{"days": 0}, {"days": 31}, {"days": "x"}, {"reason": ""}])
def test_a_gift_of_impossible_days_is_refused(staff, alice, wrong):
    answer = staff.post(reverse(GIVE, args=[alice.pk]), {"days": 5, "reason": "Our outage."} | wrong)
    assert answer.status_code == 422
    alice.refresh_from_db()
    assert vacation.balance_of(alice, now=timezone.now()) == timedelta()


def test_spans_are_read_only(staff, alice):
    now = timezone.now()
    vacation.grant(alice, now=now)
    span = vacation.book(alice, from_at=now, until_at=now + timedelta(days=1))
    assert "Alice" in staff.get(reverse("admin:accounts_vacation_changelist"), {"q": "ali"}).content.decode()
    address = reverse("admin:accounts_vacation_change", args=[span.pk])
    assert staff.get(address).status_code == 200
    assert staff.post(address, {}).status_code == 403
    assert staff.get(reverse("admin:accounts_vacation_add")).status_code == 403
