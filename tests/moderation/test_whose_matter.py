"""What a matter is and when it began: neither another report nor a request for help makes light of ties."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from moderation import acting, deciding, reports, suggesting
from moderation.actions import registry
from moderation.actions.contract import Order
from moderation.models import LoggedAction
from moderation.things.registry import THINGS
from tests.factories import GameFactory
from tests.moderation.staff import open_as

pytestmark = pytest.mark.django_db


def ask_for_help(alice, boris, *, now=None):
    game = GameFactory(first=alice, second=boris, turns=["Md1-c1", "Mc8-b8"])
    thing = THINGS.get("assist").find(alice, game.pk)
    return game, reports.make(alice, about=alice, matter="assist", text="He stalls", thing=thing, now=now)


def test_help_with_a_game_counts_nothing_against_who_asked(mira, alice, boris):
    game, report = ask_for_help(alice, boris)
    order = Order(mira, timezone.now(), told="Boris stalled.", rule="F11", report=report, settles=(report.pk,))
    acting.perform(registry.ACTIONS.get("void"), game, order=order)
    assert LoggedAction.objects.get(action="void").person is None
    assert suggesting.count_earlier(alice, rule="F11") == 0


def test_an_older_request_for_help_dates_no_matter_back(mira, alice, boris):
    GameFactory(first=mira, second=alice)
    assert not deciding.may_decide_about(mira, alice)
    ask_for_help(alice, boris, now=timezone.now() - timedelta(days=5))
    assert not deciding.may_decide_about(mira, alice)


def test_a_request_for_help_is_no_other_reporter_to_decide_for(mira, alice, boris, carol):
    GameFactory(first=mira, second=carol)
    reports.make(carol, about=alice, matter="other", text="x", now=timezone.now() + timedelta(seconds=2))
    later = timezone.now() + timedelta(seconds=5)
    ask_for_help(alice, boris, now=later)
    assert set(deciding.list_only_reporters(mira, [alice], now=later)) == {carol.pk}


def test_a_report_about_somebody_else_makes_no_matter_older(mira, alice, boris, carol):
    GameFactory(first=mira, second=alice)
    old = reports.make(boris, about=carol, matter="other", text="x", now=timezone.now() - timedelta(days=300))
    path = reverse("moderation_act_on_person", args=[alice.username, "mute"])
    sent = {"told": "No.", "reason": "r", "length": "7", "report": old.pk}
    assert open_as(mira).post(path, sent).status_code == 403
    assert not LoggedAction.objects.filter(action="mute").exists()
