"""A session ends on the server: when it was not used for long, and a stated time after the log-in in any case."""

from datetime import timedelta

import pytest
import time_machine
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.accounts.conftest import PASSWORD

PAGE = "/settings/"
START = timezone.now().replace(microsecond=0)


@pytest.fixture
def at():
    """Moves the time to so long after the log-in."""
    with time_machine.travel(START, tick=False) as traveller:
        yield lambda **since: traveller.move_to(START + timedelta(**since))


@pytest.fixture
def hers(at, alice_with_password):
    hers = Client()
    form = {"login": "Alice", "password": PASSWORD, "remember": "on"}
    assert hers.post(reverse("account_login"), form).status_code == 302
    return hers


def is_in(hers: Client) -> bool:
    """With the cookie even where a browser would have dropped it."""
    return hers.get(PAGE).status_code == 200


def test_an_unused_session_lasts_for_60_days(hers, at):
    at(days=59, hours=23)
    assert is_in(hers)
    at(days=120, hours=1)
    assert not is_in(hers)


def test_a_session_used_every_day_ends_180_days_after_the_log_in(hers, at):
    for day in range(0, 180, 30):
        at(days=day, hours=1)
        assert is_in(hers)
    at(days=179, hours=23)
    assert is_in(hers)
    at(days=180, seconds=1)
    assert not is_in(hers)


def test_the_cookie_of_a_session_expires_at_the_same_time(hers, at):
    for day in (40, 80, 120, 160):
        at(days=day)
        answer = hers.get(PAGE)
    assert answer.cookies["sessionid"]["max-age"] == 20 * 86400
    assert Session.objects.get().expire_date == START + timedelta(days=180)


def test_a_session_of_staff_lasts_for_twelve_hours(hers, at, alice_with_password):
    alice_with_password.is_staff = True
    alice_with_password.save()
    staff = Client()
    staff.post(reverse("account_login"), {"login": "Alice", "password": PASSWORD, "remember": "on"})
    at(hours=11, minutes=50)
    assert is_in(staff)
    at(hours=12, seconds=1)
    assert not is_in(staff)


def test_a_session_of_somebody_who_became_staff_since_also_lasts_for_twelve_hours(hers, at, alice_with_password):
    at(days=3)
    assert is_in(hers)
    alice_with_password.is_staff = True
    alice_with_password.save()
    at(days=3, minutes=6)
    hers.get(PAGE)
    assert not is_in(hers)


def test_a_new_log_in_begins_a_new_time(hers, at):
    at(days=50)
    hers.post(reverse("account_logout"))
    hers.post(reverse("account_login"), {"login": "Alice", "password": PASSWORD, "remember": "on"})
    at(days=50, minutes=1)
    assert Session.objects.get().expire_date == START + timedelta(days=110)
    assert hers.session["began_at"] == (START + timedelta(days=50)).timestamp()


def test_a_session_older_than_this_rule_is_counted_from_its_next_use(hers, at):
    session = hers.session
    del session["began_at"], session["ends_at"]
    session.save()
    assert is_in(hers)
    assert hers.session["ends_at"] == (START + timedelta(days=180)).timestamp()


def test_the_page_of_sessions_says_so(hers, alice_with_password):
    page = hers.get(reverse("usersessions_list")).content.decode()
    assert "after 60 days without a visit, and 180 days after you logged in" in page
    alice_with_password.is_staff = True
    alice_with_password.save()
    assert "12 hours after they logged in" in hers.get(reverse("usersessions_list")).content.decode()
