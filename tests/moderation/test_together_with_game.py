"""What is done to a game, with measures against whom its report accuses: one decision in one transaction, or none."""

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import Restriction
from games.models import Game
from moderation import acting, appeals
from moderation.actions.registry import ACTIONS
from moderation.models import LoggedAction, Report
from notifications.models import Notice
from notifications.registry import KINDS
from tests.factories import GameFactory
from tests.moderation.staff import act_on_game, make_report
from tests.moderation.test_deciding import make_order

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game(alice, boris) -> Game:
    return GameFactory(first=alice, second=boris, turns=["Md1-c1"], rated=True)


@pytest.fixture
def report(alice, boris, game) -> Report:
    return make_report(alice, about=boris, game=game, matter="stalling")


def decide(staff, game, report, boris, *, action="adjudicate", **said):
    """Alice wins, and Boris is muted for a month."""
    said = {"winner": "0", "further": [f"mute-{boris.pk}"], "further_length_mute": "30", "rule": "F4", **said}
    return act_on_game(staff, game, action, report=str(report.pk), **said)


def test_only_a_report_of_the_game_offers_measures_against_whom_it_accuses(staff, alice, boris, game, report):
    page = reverse("moderation_act_on_game", args=[game.pk, "adjudicate"])
    text = staff.get(f"{page}?report={report.pk}").content.decode()
    assert f'value="mute-{boris.pk}"' in text
    assert f'value="mute-{alice.pk}"' not in text
    assert 'name="further"' not in staff.get(page).content.decode()
    other = make_report(alice, about=boris)
    assert 'name="further"' not in staff.get(f"{page}?report={other.pk}").content.decode()


def test_the_game_is_decided_and_the_person_muted_at_one_instant(staff, boris, game, report):
    assert decide(staff, game, report, boris, answers=["this"], newest=str(report.pk)).status_code == 302
    game.refresh_from_db()
    assert (game.termination, game.winner) == ("adjudication", 0)
    rows = list(LoggedAction.objects.order_by("pk"))
    assert [row.action for row in rows] == ["adjudicate", "mute"]
    assert len({(row.by_id, row.done_at) for row in rows}) == 1
    assert all(f"One decision: Adjudicate (game {game.pk}) and Mute (Boris)." in row.what for row in rows)
    laid = Restriction.objects.get()
    assert (laid.user, laid.kind, (laid.until_at - laid.from_at).days) == (boris, "muted", 30)
    report.refresh_from_db()
    assert report.outcome == "acted"


def test_the_person_gets_one_message_of_all_and_the_opponent_one_of_the_game(staff, alice, boris, game, report):
    Notice.objects.all().delete()
    decide(staff, game, report, boris, told="Alice stood better.", further_told="Do not stall.")
    kinds = ("restricted", "staff_decided", "game_over")
    told = Notice.objects.filter(channel="email", kind__in=kinds).values_list("kind", "recipient__username")
    assert sorted(told) == [("restricted", "Boris"), ("staff_decided", "Alice")]
    notice = Notice.objects.get(kind="restricted", channel="email")
    context = KINDS.get("restricted").describe(notice, now=timezone.now())
    assert context["reason"] == ["Do not stall."]
    (of_game,) = context["games"]
    assert str(of_game["told"]) == f"Staff have decided the result of this game (game {game.pk})"
    line = str(KINDS.get("restricted").say(notice))
    assert line == f"You can’t write to other players. {of_game['told']}"
    row = LoggedAction.objects.get(action="adjudicate")
    assert of_game["link"].endswith(appeals.path_of_game(row, user_id=boris.pk))
    assert row.told == "Alice stood better."


def test_the_rehearsal_names_all_and_changes_nothing(staff, boris, game, report):
    text = decide(staff, game, report, boris, preview="1").content.decode()
    assert "Result: it goes on →" in text
    assert "Mute, Boris: The person reads: You " in text
    assert not LoggedAction.objects.exists()
    assert Game.objects.get().ended_at is None


def test_where_one_is_refused_nothing_is_done(staff, mira, boris, game, report):
    """He is muted already."""
    acting.perform(ACTIONS.get("mute"), boris, order=make_order(mira))
    assert decide(staff, game, report, boris).status_code == 409
    assert Game.objects.get().ended_at is None
    assert LoggedAction.objects.count() == 1


def test_a_factor_is_asked_where_a_measure_is_grave(staff, boris, game, report, monkeypatch):
    monkeypatch.setattr("moderation.views.acting.has_just_shown_factor", lambda request: False)
    sent = decide(staff, game, report, boris, further=[f"suspend-{boris.pk}"])
    assert not LoggedAction.objects.exists()
    assert sent.status_code == 302
    assert "reauthenticate" in sent.url


def test_reports_are_open_again_once_both_are_undone(staff, zoe, boris, game, report):
    decide(staff, game, report, boris, answers=["this"], newest=str(report.pk))
    decided, muted = LoggedAction.objects.order_by("pk")
    acting.undo(decided, order=make_order(zoe))
    report.refresh_from_db()
    assert not report.is_open
    acting.undo(muted, order=make_order(zoe))
    report.refresh_from_db()
    assert report.is_open
    assert Game.objects.get().ended_at is None
    assert not Restriction.objects.filter(closed_at=None).exists()
