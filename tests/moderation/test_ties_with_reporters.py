"""Ties with whoever reported somebody count as ties with the accused do; who may not decide is offered nothing, and
reads why before."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import Restriction, User
from core.refusal import Refusal
from games.models import Game
from moderation import acting, appeals, reports
from moderation.actions.registry import ACTIONS
from moderation.models import LoggedAction, Report
from moderation.queue import Desk
from moderation.waiting import list_waiting
from tests.factories import GameFactory
from tests.moderation.staff import act, make_report, open_as
from tests.moderation.test_deciding import make_order, play_with

pytestmark = pytest.mark.django_db(transaction=True)
FIRST_AID = {"note", "mute", "remove_since"}


def report_made(staff: User, reporter: User) -> None:
    Report.objects.filter(pk=make_report(staff, about=reporter).pk).update(made_at=timezone.now() - timedelta(days=9))


def report_heard(staff: User, reporter: User) -> None:
    Report.objects.filter(pk=make_report(reporter, about=staff).pk).update(made_at=timezone.now() - timedelta(days=9))


TIES = {
    "plays the reporter": (play_with, "you are playing Alice, or have played them in the last 90 days."),
    "has reported the reporter": (report_made, "you have reported Alice."),
    "was reported by the reporter": (report_heard, ""),
}
every_tie = pytest.mark.parametrize("tie", TIES)


def try_it(do, *arguments, **terms) -> str:
    try:
        do(*arguments, **terms)
    except Refusal as refusal:
        return refusal.code
    return ""


def list_offered(page: str) -> set[str]:
    return set(re.findall(r'action="/moderation/people/\w+/(\w+)/"', page)) - {"compare", "games"}  # evidence


@every_tie
def test_no_decision_for_that_report_and_no_answer_to_it(mira, zoe, admin, alice, boris, tie):
    TIES[tie][0](mira, alice)
    report = make_report(alice, about=boris)
    assert try_it(acting.perform, ACTIONS.get("warn"), boris, order=make_order(mira, report=report)) == "concerned"
    assert try_it(acting.perform, ACTIONS.get("warn"), boris, order=make_order(mira)) == "concerned"
    said = {"outcome": "no_breach", "answer": "", "reason": "Banter."}
    assert try_it(reports.answer, report.pk, staff=mira, **said) == "concerned"
    assert not Desk(mira, now=timezone.now()).list_groups().groups
    assert Desk(zoe, now=timezone.now()).list_groups().groups
    assert try_it(acting.perform, ACTIONS.get("warn"), boris, order=make_order(zoe, report=report)) == ""


@every_tie
def test_neither_undoing_nor_an_appeal(mira, zoe, admin, alice, boris, tie):
    TIES[tie][0](mira, alice)
    report = make_report(alice, about=boris)
    acting.perform(ACTIONS.get("mute"), boris, order=make_order(zoe, report=report))
    appeal = appeals.make(Restriction.objects.get(), text="I was joking.")
    assert not Desk(mira, now=timezone.now()).appeals
    assert Desk(admin, now=timezone.now()).appeals
    assert try_it(appeals.answer, appeal.pk, outcome="upheld", answer="No.", staff=mira) == "concerned"
    assert try_it(acting.undo, LoggedAction.objects.get(action="mute"), order=make_order(mira)) == "concerned"


def test_what_another_has_reported_is_theirs_to_decide_and_the_first_report_stays_open(mira, alice, boris, carol):
    play_with(mira, alice)
    by_alice, by_carol = make_report(alice, about=boris), make_report(carol, about=boris)
    order = make_order(mira, report=by_carol, settles=(by_alice.pk, by_carol.pk))
    acting.perform(ACTIONS.get("warn"), boris, order=order)
    by_alice.refresh_from_db()
    by_carol.refresh_from_db()
    assert (by_alice.is_open, by_carol.is_open) == (True, False)
    assert list_waiting(mira, person=boris).others == ()


def test_a_game_begun_after_the_report_is_no_tie(mira, alice, boris):
    report = make_report(alice, about=boris)
    GameFactory(first=mira, second=alice)
    Game.objects.update(started_at=timezone.now() + timedelta(minutes=1))
    assert try_it(acting.perform, ACTIONS.get("warn"), boris, order=make_order(mira, report=report)) == ""


@every_tie
def test_the_page_offers_no_decision_and_says_why_before(mira, zoe, alice, boris, tie):
    """A tie that staff do not know of themselves is told by no page: it would tell who reported them."""
    prepare, why = TIES[tie]
    prepare(mira, alice)
    report, browser = make_report(alice, about=boris), open_as(mira)
    for address in (reverse("moderation_report", args=[report.pk]), reverse("moderation_person", args=["Boris"])):
        page = browser.get(address).content.decode()
        assert bool(why) == (list_offered(page) <= FIRST_AID)
        assert not why or why in page
        assert "Suggested:" not in page or not why
    page = browser.get(reverse("moderation_act_on_person", args=["Boris", "warn"]) + f"?report={report.pk}")
    assert bool(why) == (why in page.content.decode() and 'name="told"' not in page.content.decode())


def test_who_plays_the_accused_may_mute_for_a_day_and_no_longer(mira, zoe, boris):
    play_with(mira, boris)
    page = open_as(mira).get(reverse("moderation_act_on_person", args=["Boris", "mute"])).content.decode()
    assert "you are playing Boris" in page
    assert '<option value="1" selected>1 day</option>' in page
    assert '"7"' not in page
    assert act(open_as(mira), boris, "mute", length="7").status_code != 302
    assert act(open_as(mira), boris, "mute", length="1").status_code == 302


def test_a_game_of_an_opponent_offers_no_more_than_hiding_a_line(mira, zoe, alice, boris):
    play_with(mira, boris)
    game = GameFactory(first=alice, second=boris, turns=["Md1-c1"])
    page = open_as(mira).get(reverse("moderation_game", args=[game.pk])).content.decode()
    assert "you are playing Boris" in page
    assert not set(re.findall(rf'action="/moderation/games/{game.pk}/(\w+)/"', page)) - {"remove_line"}


def test_while_a_colleague_is_at_it_nothing_but_a_note_is_offered(mira, zoe, alice, boris):
    report = make_report(alice, about=boris)
    reports.take(report.pk, staff=zoe)
    page = open_as(mira).get(reverse("moderation_person", args=["Boris"])).content.decode()
    assert list_offered(page) == {"note"}
