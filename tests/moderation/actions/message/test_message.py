"""A message to a player: it is told and logged, and counts against nobody."""

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import Restriction
from moderation import reports, suggesting
from moderation.models import LoggedAction
from notifications.channels.email.composing import compose
from notifications.models import Notice
from tests.factories import GameFactory
from tests.moderation.staff import act, open_as

pytestmark = pytest.mark.django_db
TEXT = "Do you share a device with Carol?"


def test_its_reader_finds_it_in_the_inbox_with_a_way_to_answer(staff, client, boris):
    assert act(staff, boris, "message", told=TEXT).status_code == 302
    notice = Notice.objects.get(kind="staff_message", recipient=boris, channel="email")
    written = compose(notice, now=timezone.now())
    assert f"> {TEXT}" in written.body
    assert reverse("contact") in written.body
    client.force_login(boris)
    page = client.get(reverse("inbox")).content.decode()
    assert TEXT in page
    assert f'<a href="{reverse("contact")}">Our staff have written to you</a>' in page


def test_it_is_no_offence_and_answers_no_report(staff, alice, boris):
    report = reports.make(alice, about=boris, matter="words", text="He called me a woodpusher.")
    assert act(staff, boris, "message", told=TEXT, report=report.pk, rule="C1", answers="this").status_code == 302
    row = LoggedAction.objects.get(action="message")
    assert (row.told, row.rule, row.restriction) == (TEXT, "", None)
    assert not Restriction.objects.exists()
    assert suggesting.count_earlier(boris, rule="C1") == suggesting.count_earlier(boris, rule="") == 0
    report.refresh_from_db()
    assert report.is_open


def test_nobody_writes_as_staff_to_somebody_whom_they_may_not_judge(mira, boris):
    GameFactory(first=mira, second=boris)
    page = open_as(mira).get(reverse("moderation_person", args=["Boris"])).content.decode()
    assert "/moderation/people/Boris/message/" not in page
    assert act(open_as(mira), boris, "message", told=TEXT).status_code == 403
    assert not LoggedAction.objects.exists()


def test_its_form_asks_for_no_rule(staff, boris):
    page = staff.get(reverse("moderation_act_on_person", args=["Boris", "message"])).content.decode()
    assert 'name="told"' in page
    assert 'name="rule"' not in page
