"""Nobody on the staff decides about somebody they have ties with: each relation with each act, undoing and answer."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import Restriction, User
from core.refusal import Refusal
from engine.contract import Side
from games.models import Game
from moderation import acting, appeals, deciding, referrals, reports
from moderation.actions import registry
from moderation.actions.contract import Order
from moderation.models import LoggedAction, Referral, Report
from tests.factories import GameFactory, UserFactory
from tests.moderation.staff import act, make_moderator, make_report, open_as

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]
DAY = timedelta(days=1)
CONCERNED, NOT_OVER, OK = "concerned", "not_over", ""
CONCERNED_TOLD = "Somebody else has to decide this"


def play_with(mira: User, person: User, *, ended: timedelta | None = None) -> None:
    game = GameFactory(first=mira, second=person)
    then = timezone.now() - 200 * DAY
    over = {} if ended is None else {"ended_at": timezone.now() - ended, "termination": "agreement"}
    Game.objects.filter(pk=game.pk).update(started_at=then, **over)


def report_before(reporter: User, about: User) -> None:
    Report.objects.filter(pk=make_report(reporter, about=about).pk).update(made_at=timezone.now() - 100 * DAY)


def promote(person: User, *, administrator: bool) -> None:
    person.is_staff, person.is_superuser = True, administrator
    person.save()


RELATIONS = {
    "stranger": (lambda mira, boris: None, OK),
    "opponent": (play_with, CONCERNED),
    "opponent of 89 days ago": (lambda mira, boris: play_with(mira, boris, ended=89 * DAY), CONCERNED),
    "opponent of 91 days ago": (lambda mira, boris: play_with(mira, boris, ended=91 * DAY), OK),
    "whom they reported": (lambda mira, boris: report_before(mira, boris), CONCERNED),
    "who reported them": (lambda mira, boris: report_before(boris, mira), CONCERNED),
    "colleague": (lambda mira, boris: promote(boris, administrator=False), NOT_OVER),
    "higher": (lambda mira, boris: promote(boris, administrator=True), NOT_OVER),
}
every_relation = pytest.mark.parametrize("relation", RELATIONS)


def make_order(staff: User, **more) -> Order:
    fields = {"length": "7", "which": "barred", "games": "go_on", "rank": "player", "winner": str(int(Side.FIRST))}
    fields |= {"turns": 1, "until": timezone.now() + 9 * DAY, "deadline": timezone.now() + 9 * DAY}
    return Order(staff, timezone.now(), "Seen it.", "Insults in game 5", "C1", answers=fields, **more)


def try_it(do, *arguments, **terms) -> str:
    """The code of the refusal; empty where it is done."""
    try:
        do(*arguments, **terms)
    except Refusal as refusal:
        return refusal.code
    return ""


def relate(relation: str, mira: User, boris: User) -> str:
    prepare, expected = RELATIONS[relation]
    prepare(mira, boris)
    boris.refresh_from_db()
    return expected


DECISIONS = ("warn", "mute", "bar", "bar_rated", "bar_reports", "rename", "suspend", "end_sessions")


@every_relation
@pytest.mark.parametrize("name", DECISIONS)
def test_each_decision_about_a_person(mira, admin, boris, relation, name):
    expected = relate(relation, mira, boris)
    assert try_it(acting.perform, registry.ACTIONS.find(name), boris, order=make_order(mira)) == expected
    assert LoggedAction.objects.filter(action=name).exists() == (not expected)


@every_relation
@pytest.mark.parametrize("name", ["void", "adjudicate", "pause", "move_deadline", "close_chat", "take_back"])
def test_each_decision_about_a_game_of_theirs_with_somebody_else(mira, admin, alice, boris, relation, name):
    """Rank counts for nothing there."""
    expected = relate(relation, mira, boris)
    game = GameFactory(first=alice, second=boris, turns=["Md1-c1"])
    found = try_it(acting.perform, registry.ACTIONS.find(name), game, order=make_order(mira))
    assert found == (expected if expected == CONCERNED else OK)


@every_relation
def test_what_hides_a_text_or_lasts_a_day_is_open_to_every_moderator_of_higher_rank(mira, admin, boris, relation):
    expected = relate(relation, mira, boris)
    User.objects.filter(pk=boris.pk).update(about="Buy my book")
    boris.refresh_from_db()
    for name, more in (("clear_profile", {}), ("mute", {"length": "1", "until": None}), ("note", {})):
        order = make_order(mira)
        order = replace(order, answers={**order.answers, **more})
        assert try_it(acting.perform, registry.ACTIONS.find(name), boris, order=order) in (
            OK,
            NOT_OVER if expected == NOT_OVER else OK,
        )


@every_relation
def test_undoing(mira, zoe, admin, boris, relation):
    by = admin if "colleague" in relation or "higher" in relation else zoe
    if by == zoe:
        acting.perform(registry.ACTIONS.find("mute"), boris, order=make_order(by))
    expected = relate(relation, mira, boris)
    if by == admin:
        return
    assert try_it(acting.undo, LoggedAction.objects.get(action="mute"), order=make_order(mira)) == expected


@every_relation
def test_an_appeal_of_theirs(mira, zoe, admin, boris, relation):
    acting.perform(registry.ACTIONS.find("mute"), boris, order=make_order(zoe))
    appeal = appeals.make(Restriction.objects.get(), text="I was joking.")
    expected = relate(relation, mira, boris)
    assert try_it(appeals.answer, appeal.pk, outcome="upheld", answer="No.", staff=mira) == expected


def test_an_appeal_that_is_not_theirs_to_answer_is_handed_over_in_one_click(mira, zoe, boris):
    acting.perform(registry.ACTIONS.find("mute"), boris, order=make_order(zoe))
    appeal = appeals.make(Restriction.objects.get(), text="I was joking.")
    appeals.take(appeal.pk, staff=mira)
    play_with(mira, boris)
    page = open_as(mira).get(reverse("moderation_appeal", args=[appeal.pk])).content.decode()
    assert CONCERNED_TOLD in page
    assert "Hand over" in page
    open_as(mira).post(reverse("moderation_hand_over"), {"person": "Boris"})
    appeal.refresh_from_db()
    assert appeal.held_by is None


@every_relation
def test_the_answer_to_a_report_about_them(mira, admin, alice, boris, relation):
    """What is about staff is for administrators."""
    expected = relate(relation, mira, boris)
    report = make_report(alice, about=boris, matter="spam")
    said = {"outcome": "no_breach", "answer": "", "reason": "Banter."}
    assert try_it(reports.answer, report.pk, staff=mira, **said) == (CONCERNED if expected == NOT_OVER else expected)


@every_relation
def test_the_page_tells_only_what_staff_know_of_themselves(mira, admin, boris, relation):
    """A page that told more would tell who reported them; the act itself is refused."""
    expected = relate(relation, mira, boris)
    told = CONCERNED_TOLD in open_as(mira).get(reverse("moderation_person", args=["Boris"])).content.decode()
    assert told == (expected == CONCERNED and relation != "who reported them")
    if expected == CONCERNED:
        page = act(open_as(mira), boris, "mute", length="7")
        assert page.status_code == 403
        assert CONCERNED_TOLD in page.content.decode()
        assert "Hand over" in page.content.decode()
        assert not LoggedAction.objects.exists()


# --- When the matter began ---------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "tie", [lambda mira, boris: GameFactory(first=mira, second=boris), lambda m, b: make_report(b, about=m)]
)
def test_nobody_disarms_a_moderator_by_what_they_do_after_the_first_report(mira, admin, alice, boris, tie):
    make_report(alice, about=boris)
    Report.objects.update(made_at=timezone.now() - DAY)
    tie(mira, boris)
    Game.objects.update(started_at=timezone.now() - timedelta(hours=1))
    assert deciding.may_decide_about(mira, boris)
    assert try_it(acting.perform, registry.ACTIONS.find("mute"), boris, order=make_order(mira)) == OK


def test_a_game_begun_after_a_decision_keeps_nobody_from_undoing_it_or_from_the_appeal(mira, zoe, boris):
    acting.perform(registry.ACTIONS.find("mute"), boris, order=make_order(zoe))
    GameFactory(first=mira, second=boris)
    Game.objects.update(started_at=timezone.now())
    appeal = appeals.make(Restriction.objects.get(), text="I was joking.")
    assert try_it(appeals.answer, appeal.pk, outcome="reversed", answer="You were.", staff=mira) == OK


# --- Rank, and nobody else ---------------------------------------------------------------------------------------
def test_what_an_administrator_decided_is_undone_by_one(mira, admin, boris):
    acting.perform(registry.ACTIONS.find("mute"), boris, order=make_order(admin))
    row = LoggedAction.objects.get()
    assert try_it(acting.undo, row, order=make_order(mira)) == "higher"
    undo = reverse("moderation_undo", args=[row.pk])
    assert undo not in open_as(mira).get(reverse("moderation_person", args=["Boris"])).content.decode()
    assert try_it(acting.undo, row, order=make_order(admin)) == OK


def test_what_an_appeal_reversed_is_not_laid_again_for_the_same_matter_but_by_an_administrator(
    mira, zoe, admin, alice, boris
):
    report = make_report(alice, about=boris)
    mute = registry.ACTIONS.find("mute")
    acting.perform(mute, boris, order=make_order(mira, report=report))
    appeal = appeals.make(Restriction.objects.get(), text="I was joking.")
    appeals.answer(appeal.pk, outcome="reversed", answer="You were.", staff=zoe)
    assert try_it(acting.perform, mute, boris, order=make_order(mira, report=report)) == "reversed_lately"
    assert try_it(acting.perform, mute, boris, order=make_order(mira)) == "reversed_lately"
    newer = make_report(UserFactory(), about=boris)
    assert try_it(acting.perform, mute, boris, order=make_order(mira, report=newer)) == OK
    acting.undo(LoggedAction.objects.filter(action="mute", reverses=None).latest("pk"), order=make_order(mira))
    assert try_it(acting.perform, mute, boris, order=make_order(mira)) == "reversed_lately"
    assert try_it(acting.perform, mute, boris, order=make_order(admin)) == OK


def test_the_only_one_who_could_decides_with_a_second_factor_and_a_colleague_confirms_it(admin, boris):
    play_with(admin, boris)
    mute = registry.ACTIONS.find("mute")
    assert try_it(acting.perform, mute, boris, order=make_order(admin)) == "factor"
    acting.perform(mute, boris, order=make_order(admin, has_shown_factor=True))
    laid, asked = Restriction.objects.get(), Referral.objects.get()
    assert laid.reason.startswith("Decided by somebody concerned")
    assert (asked.kind, asked.logged.action) == ("confirm", "mute")
    olga = UserFactory(username="Olga", is_staff=True, is_superuser=True)
    assert [each.pk for each in referrals.list_for(olga, now=timezone.now())] == [asked.pk]
    page = open_as(olga).get(reverse("moderation")).content.decode()
    assert "decided by Admin, who is concerned" in page.replace(admin.username, "Admin")
    assert open_as(olga).post(reverse("moderation_answer_referral", args=[asked.pk])).status_code == 302
    asked.refresh_from_db()
    assert asked.answered_by == olga
    assert LoggedAction.objects.filter(action="confirm", by=olga, person=boris).exists()
    assert try_it(acting.perform, registry.ACTIONS.find("warn"), boris, order=make_order(admin)) == CONCERNED


def test_one_person_who_runs_the_site_decides_their_own_game_so(admin, alice):
    game = GameFactory(first=admin, second=alice)
    void = registry.ACTIONS.find("void")
    assert try_it(acting.perform, void, game, order=make_order(admin)) == "factor"
    acting.perform(void, game, order=make_order(admin, has_shown_factor=True))
    assert LoggedAction.objects.get().told.startswith("Decided by somebody concerned")
    make_moderator("Zoe")
    other = GameFactory(first=admin, second=alice)
    order = make_order(admin, has_shown_factor=True)
    assert try_it(acting.perform, void, other, order=order) == CONCERNED


# --- Handing over, and waiting -----------------------------------------------------------------------------------
def test_what_is_not_theirs_is_handed_over_in_one_click_with_what_they_had_typed(mira, zoe, boris):
    play_with(mira, boris)
    page = act(open_as(mira), boris, "mute", length="7", told="Insults in game 5, twice")
    form = next(form for form in page.context["handed"].items() if form[0] == "note")
    sent = {"person": "Boris", "note": form[1]}
    assert open_as(mira).post(reverse("moderation_hand_over"), sent).url == reverse("moderation")
    (left,) = referrals.list_for(zoe, now=timezone.now())
    assert (left.person, left.by, left.kind) == (boris, mira, "decide")
    assert "Insults in game 5, twice" in left.note
    assert referrals.list_for(mira, now=timezone.now()) == []
    assert act(open_as(zoe), boris, "mute", length="7").status_code == 302
    assert referrals.list_for(zoe, now=timezone.now()) == []


def test_while_one_holds_a_report_another_sees_it_and_the_person_gets_one_decision(mira, zoe, alice, boris):
    reports.take(make_report(alice, about=boris).pk, staff=mira)
    page = open_as(zoe).get(reverse("moderation_person", args=["Boris"])).content.decode()
    assert "Mira is working on Boris" in page
    assert "Hand over" in page
    refused = act(open_as(zoe), boris, "warn")
    assert refused.status_code == 409
    assert "Wait, or hand over." in refused.content.decode()
    assert act(open_as(mira), boris, "warn").status_code == 302
    assert LoggedAction.objects.filter(action="warn").count() == 1


# --- Which reports an act answers --------------------------------------------------------------------------------
def test_thirty_reports_about_one_person_are_one_decision_and_each_reporter_is_told(mira, boris):
    made = [make_report(UserFactory(), about=boris) for _ in range(30)]
    spam = make_report(UserFactory(), about=boris, matter="spam")
    page = open_as(mira).get(reverse("moderation_report", args=[made[0].pk])).content.decode()
    assert "And 29 more reports of the same matter" in page
    sent = {"report": made[0].pk, "answers": ["this", "same"], "newest": spam.pk}
    assert act(open_as(mira), boris, "mute", length="7", **sent).status_code == 302
    assert Report.objects.filter(outcome="acted", answered_by=mira).count() == 30
    spam.refresh_from_db()
    assert spam.is_open


def test_a_report_that_came_after_the_page_is_not_answered_unseen(mira, alice, boris, carol):
    first = make_report(alice, about=boris)
    later = make_report(carol, about=boris)
    sent = {"report": first.pk, "answers": ["this", "same"], "newest": first.pk}
    act(open_as(mira), boris, "mute", length="7", **sent)
    later.refresh_from_db()
    assert later.is_open


def test_a_note_answers_none(mira, alice, boris):
    report = make_report(alice, about=boris)
    assert act(open_as(mira), boris, "note", report=report.pk, answers="this").status_code == 302
    report.refresh_from_db()
    assert report.is_open
