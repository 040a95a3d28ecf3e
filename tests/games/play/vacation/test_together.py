"""Sweeps, turns and vacation that is set, at the same instant: no deadlock, each done once, whatever comes first."""

from datetime import timedelta
from functools import partial

import pytest

from accounts.models import User, Vacation
from accounts.profile.balance import Balance
from accounts.time_off import vacation
from core.refusal import Refusal
from engine.contract import Side
from games import play
from games.clock import DAY, GRACE
from games.models import Game
from games.play.turn import Played
from tests.factories import GameFactory, UserFactory, give_vacation
from tests.games.play.conftest import NOON, log_of
from tests.together import run_together

pytestmark = pytest.mark.django_db(transaction=True)

HOUR = timedelta(hours=1)
DUE = NOON + 3 * DAY
LATE = DUE + 2 * GRACE


def start(first: User, second: User, *, after: timedelta = timedelta(), **terms) -> Game:
    return GameFactory(first=first, second=second, vacation_days=14, now=NOON + after, **terms)


def booking(user: User, *, from_at=LATE, now=LATE):
    return partial(vacation.book, user, from_at=from_at, until_at=from_at + 2 * DAY, now=now)


def move(game: Game, *, now=LATE):
    return partial(
        play.play_move, game.pk, side=Side.FIRST, expected_revision=1, expected_ply=0, text="Md1-c1", now=now
    )


def sweep(*, now=LATE):
    return partial(play.run_out_due, now=now)


def test_one_day_is_taken_for_all_games_due_and_vacation_set_meanwhile_comes_on_top(alice, boris):
    for _ in range(4):
        give_vacation(alice, days=9, now=NOON)
        played, *others = (start(alice, boris, after=hours * HOUR) for hours in range(4))
        runs = [partial(play.run_out, game.pk, now=LATE) for game in others]
        answers = run_together([sweep(), move(played), booking(alice), sweep(), *runs])
        assert [answer for answer in answers if isinstance(answer, Exception)] == []
        assert (type(answers[1]), type(answers[2])) == (Played, Vacation)
        assert list(Vacation.objects.filter(automatic=True).values_list("from_at", "until_at")) == [(DUE, DUE + DAY)]
        for hours, game in enumerate(others, start=1):
            game.refresh_from_db()
            kinds = sorted(kind for kind, _ in log_of(game))
            assert kinds in (["automatic", "vacation"], ["vacation"])  # set first, it moved this one out of the day
            assert game.deadline_at == DUE + hours * HOUR + (len(kinds) + 1) * DAY
        alice.refresh_from_db()
        spent = Balance(9 * DAY, NOON).take(DAY, now=DUE).take(2 * DAY, now=LATE)
        assert abs(alice.vacation_balance - spent.at(alice.vacation_counted_at)) < timedelta(seconds=1)
        Game.objects.all().delete()
        Vacation.objects.all().delete()


def test_a_turn_that_begins_while_vacation_is_set_stands_by_it(alice, boris):
    for _ in range(8):
        give_vacation(alice, days=9, now=NOON)
        game = start(boris, alice)
        answers = run_together([move(game, now=NOON), booking(alice, from_at=NOON + DAY, now=NOON)])
        assert [type(answer) for answer in answers] == [Played, Vacation]
        game.refresh_from_db()
        assert game.deadline_at == NOON + 5 * DAY
        Vacation.objects.all().delete()


@pytest.mark.late
def test_players_of_each_others_games_never_wait_for_each_other_in_a_ring():
    """Each has turns in games with the others; all set vacation while all is swept and played."""
    people = [give_vacation(UserFactory(), days=9, now=NOON) for _ in range(4)]
    games = [start(one, other) for one in people for other in people if one != other for _ in range(2)]
    calls = [*map(booking, people), sweep(), sweep(), *map(move, games[::2])]
    assert [answer for answer in run_together(calls) if isinstance(answer, Exception)] == []
    assert not Game.objects.exclude(ended_at=None).exists()
    assert list(Vacation.objects.filter(automatic=True).values_list("user", "from_at").order_by("user")) == [
        (person.pk, DUE) for person in people
    ]
    for game in games[1::2]:
        game.refresh_from_db()
        assert game.deadline_at == DUE + 3 * DAY


def test_two_spans_set_at_once_are_not_both_paid_from_the_same_days(alice):
    give_vacation(alice, days=3, now=NOON)
    answers = run_together([booking(alice, from_at=NOON + n * DAY, now=NOON) for n in (1, 4)])
    refused = [answer.code for answer in answers if isinstance(answer, Refusal)]
    assert (refused, Vacation.objects.count()) == (["balance"], 1)
