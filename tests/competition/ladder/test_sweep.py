"""Who loses a place on a ladder without leaving: by neither playing nor visiting, by a suspension, by closing."""

import pytest
import time_machine

from accounts.conduct import restrictions
from accounts.models import Restriction, User
from accounts.own_data import closing
from competition import ladder
from competition.events import Leaving, ladder_left
from competition.models import LadderMember
from competition.tasks import sweep_ladders
from games import play
from games.models import Game
from tests.competition.ladder.conftest import DAY, NOON, SLUG


@pytest.fixture
def left() -> list[tuple]:
    """Who was told that they are off a ladder, and why."""
    news: list[tuple] = []

    def note(*, user_id, ruleset_slug, why, now, **_):
        assert ruleset_slug == SLUG
        news.append((user_id, why))

    ladder_left.connect(note)
    yield news
    ladder_left.disconnect(note)


def visit(rungs, letters: str, *, now) -> None:
    User.objects.filter(pk__in=[rungs.people[letter].pk for letter in letters]).update(last_visit_at=now)


def suspend(rungs, letter: str, admin, *, games=Restriction.Games.GO_ON) -> Restriction:
    kind = Restriction.Kind.SUSPENDED
    return restrictions.impose(rungs.people[letter], kind, reason="A test", by=admin, games=games, now=NOON)


def test_after_60_days_without_a_ladder_game_and_30_without_a_visit(eight, left):
    at = NOON + 60 * DAY
    visit(eight, "ABCDEGH", now=at - 30 * DAY + DAY / 24)
    visit(eight, "F", now=at - 30 * DAY)
    assert ladder.sweep(now=at - DAY / 24) == 0
    assert ladder.sweep(now=at) == 1
    assert (eight.read(), left) == ("ABCDEGH", [(eight.people["F"].pk, Leaving.UNSEEN)])
    assert ladder.sweep(now=at) == 0


def test_who_has_played_or_plays_stays(eight):
    eight.play("F", "C", winner="C", now=NOON + 20 * DAY)
    eight.start("G", "D")
    at = NOON + 79 * DAY
    ladder.sweep(now=at)
    assert eight.read() == "CDFG"
    ladder.sweep(now=at + DAY)
    assert eight.read() == "DG"


def test_they_may_join_again_at_once(eight):
    visit(eight, "ABCDEGH", now=NOON + 60 * DAY)
    ladder.sweep(now=NOON + 60 * DAY)
    eight.join("F", now=NOON + 61 * DAY)
    ladder.sweep(now=NOON + 61 * DAY)
    assert eight.read() == "ABCDEGHF"


def test_a_suspension_takes_the_place_at_once(eight, admin, left, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        suspend(eight, "F", admin)
    assert (eight.read(), left) == ("ABCDEGH", [(eight.people["F"].pk, Leaving.SUSPENDED)])


def test_the_sweep_finds_a_suspension_that_was_missed(eight, admin):
    suspend(eight, "F", admin)
    assert (ladder.sweep(now=NOON), eight.read()) == (1, "ABCDEGH")


def test_other_restrictions_take_no_place(eight, admin, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        restrictions.impose(eight.people["F"], Restriction.Kind.MUTED, reason="A test", by=admin, now=NOON)
    assert (ladder.sweep(now=NOON), eight.read()) == (0, "ABCDEFGH")


def test_games_that_a_suspension_ends_settle_too(eight, admin, django_capture_on_commit_callbacks):
    game = eight.start("F", "C")
    with django_capture_on_commit_callbacks(execute=True):
        suspend(eight, "C", admin, games=Restriction.Games.LOST)
    play.suspension.settle_suspensions(now=NOON)
    game.refresh_from_db()
    assert (game.termination, eight.read()) == ("suspension", "ABDEFGH")


def test_who_asks_to_close_their_account_is_off_at_once(eight, left):
    closing.ask(eight.people["F"], now=NOON)
    assert (eight.read(), left) == ("ABCDEGH", [(eight.people["F"].pk, Leaving.CLOSED)])


def test_a_closed_account_leaves_nothing_of_its_places(eight):
    game = eight.start("F", "C")
    closing.ask(eight.people["F"], now=NOON)
    closing.close_due(now=NOON + 7 * DAY)
    assert not LadderMember.objects.filter(user=eight.people["F"]).exists()
    eight.end(game, winner="F", termination="time")
    assert (eight.read(), Game.objects.count()) == ("ABDEGH", 1)


def test_who_is_leaving_and_awaited_by_nobody_goes(eight):
    LadderMember.objects.filter(user=eight.people["F"]).update(leaving_at=NOON)
    with time_machine.travel(NOON):
        assert (sweep_ladders(), eight.read()) == (1, "ABCDEGH")
