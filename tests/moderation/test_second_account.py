"""A report may name a second account, which is then concerned as the first is."""

import pytest
from django.urls import reverse
from django.utils import timezone

from moderation import deciding, reports
from moderation.models import Report
from tests.factories import UserFactory
from tests.moderation.staff import make_report
from tests.moderation.test_signals import be_seen

pytestmark = pytest.mark.django_db


# --- The second account of a report ------------------------------------------------------------------------------
def send(client, person, **said):
    return client.post(reverse("report", args=[person]), {"matter": "accounts", "text": "The same style.", **said})


def test_a_player_names_the_second_account_and_staff_see_both(staff, client, alice, boris, carol):
    client.force_login(alice)
    assert 'name="second"' in client.get(reverse("report", args=["Boris"])).content.decode()
    assert send(client, "Boris", second="carol").status_code == 302
    report = Report.objects.get()
    assert report.second == carol
    be_seen(boris, carol, key="a telephone")
    text = staff.get(reverse("moderation_report", args=[report.pk])).content.decode()
    assert "The second account" in text
    assert "They share 1 device" in text
    assert "with Carol" in client.get(reverse("my_reports")).content.decode()


def test_it_may_be_left_empty(client, alice, boris):
    client.force_login(alice)
    assert send(client, "Boris", second="").status_code == 302
    assert Report.objects.get().second is None


REFUSED = {
    "an unknown name": ({"second": "Nobody"}, "There is no account with that name."),
    "the same": ({"second": "Boris"}, "This is the same account."),
    "oneself": ({"second": "Alice"}, "You can’t report yourself."),
    "another matter": ({"second": "Carol", "matter": "words"}, "This is for “Two accounts” alone"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_is_refused_and_stays_in_the_form(client, alice, boris, carol, case):
    said, sentence = REFUSED[case]
    client.force_login(alice)
    answer = send(client, "Boris", **said)
    text = answer.content.decode()
    assert answer.status_code == 422
    assert sentence in text
    assert f'value="{said["second"]}"' in text
    assert "The same style." in text
    assert not Report.objects.exists()


def test_the_form_of_a_name_asks_for_no_second_account(client, alice, boris):
    client.force_login(alice)
    page = reverse("report_thing", args=["name", boris.pk])
    assert 'name="second"' not in client.get(page).content.decode()


def test_the_second_account_is_concerned_as_the_first_is(staff, mira, zoe, alice, boris):
    report = make_report(alice, about=boris, matter="accounts", second=mira)
    assert reports.concerns(report, staff=mira)
    assert staff.get(reverse("moderation_report", args=[report.pk])).status_code == 404
    assert not reports.concerns(report, staff=zoe)
    assert list(reports.list_visible(zoe)) == [report]


def test_naming_somebody_as_the_second_account_ties_staff_as_reporting_them_does(mira, zoe, alice, boris, carol):
    now = timezone.now()
    make_report(alice, about=boris, matter="accounts", second=mira)
    make_report(mira, about=boris, matter="accounts", second=carol)
    assert set(deciding.find_ties(mira, now=now)) == {alice.pk, boris.pk, carol.pk}
    assert set(deciding.find_ties(mira, now=now, of=[alice.pk, carol.pk])) == {alice.pk, carol.pk}
    assert set(deciding.find_ties(mira, now=now, openly=True)) == {boris.pk, carol.pk}
    assert not deciding.find_ties(zoe, now=now)


def test_an_administrator_still_sees_it_only_where_no_other_can(admin, alice, boris):
    report = make_report(alice, about=boris, matter="accounts", second=admin)
    assert list(reports.list_visible(admin)) == [report]
    plain = make_report(alice, about=UserFactory(), matter="accounts")
    other = UserFactory(is_staff=True, is_superuser=True)
    assert list(reports.list_visible(admin)) == [plain]
    assert set(reports.list_visible(other)) == {report, plain}
