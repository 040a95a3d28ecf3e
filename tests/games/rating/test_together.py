"""Ends and corrections at the same instant, in threads of their own: each game is rated once, and the rows stay a
fold."""

from functools import partial

import pytest

from core.refusal import Refusal
from games import play
from games.models import Game, PlayerRating, RatingEntry
from games.rating import settling
from tests.factories import UserFactory
from tests.games.rating.conftest import DAY, FIRST, HOUR, REASON, SECOND, assert_folded, begin, on_day, win
from tests.together import count_rounds, run_together

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.late]

ROUNDS = count_rounds("RATINGS", 60)
"""Of each kind; two hundred where there is time."""
ENDED, LATER = on_day(5), on_day(6)


def check_rounds(answers: list[object]) -> None:
    """Nobody had another exception than a refusal; every rating is the fold of entries that each game has once."""
    assert [answer for answer in answers if isinstance(answer, Exception) and not isinstance(answer, Refusal)] == []
    assert_folded()


def test_two_games_of_one_player_that_end_at_once_both_count(alice):
    answers = []
    for _ in range(ROUNDS):
        others = [UserFactory() for _ in range(2)]
        games = [begin(alice, other, now=on_day(4)) for other in others]
        before = PlayerRating.objects.get(user=alice).games
        answers += run_together([partial(play.resign, game.pk, side=SECOND, now=ENDED) for game in games])
        assert PlayerRating.objects.get(user=alice).games == before + 2
    check_rounds(answers)
    assert PlayerRating.objects.get(user=alice).games == 2 * ROUNDS
    entries = list(RatingEntry.objects.filter(user=alice).order_by("ended_at", "game"))
    changes = [entry.change for entry in entries]
    assert 1500 + sum(changes) == round(PlayerRating.objects.get(user=alice).rating)


def test_two_who_play_two_games_that_end_at_once_each_other_way_round(alice, boris):
    answers = []
    for _ in range(ROUNDS // 5):
        games = [begin(alice, boris, now=on_day(4)), begin(boris, alice, now=on_day(4))]
        answers += run_together([partial(play.resign, game.pk, side=SECOND, now=ENDED) for game in games])
    check_rounds(answers)
    assert answers == [None] * (ROUNDS // 5 * 2)


def test_an_end_against_a_void(alice, boris, mira):
    answers, found = [], set()
    for _ in range(ROUNDS):
        game = begin(alice, boris, now=on_day(4))
        end = partial(play.resign, game.pk, side=FIRST, now=ENDED)
        void = partial(play.void, game.pk, staff=mira, reason=REASON, now=ENDED)
        answers += run_together([end, void])
        found.add(RatingEntry.objects.filter(game=game).values_list("why").distinct().get())
    check_rounds(answers)
    assert found == {("no_result",)}
    assert PlayerRating.objects.get(user=alice).games == 0


def test_a_void_against_a_reopen(alice, boris, mira):
    answers = []
    for _ in range(ROUNDS):
        game = win(alice, boris, at=ENDED)
        how = {"staff": mira, "reason": REASON, "now": LATER}
        answers += run_together([partial(play.void, game.pk, **how), partial(play.reopen, game.pk, **how)])
        game.refresh_from_db()
        expected = "no_result" if game.ended_at else "open"
        assert set(RatingEntry.objects.filter(game=game).values_list("why", flat=True)) == {expected}
    check_rounds(answers)
    assert PlayerRating.objects.get(user=alice).games == 0


def test_sweeps_at_once_while_others_end_their_games(alice):
    """One person's time-outs in several sweeps: one of them counts, and what the others resign counts too."""
    others = [UserFactory() for _ in range(20)]
    late = [begin(alice, other, now=on_day(-20)) for other in others]
    resigned = [begin(alice, other, now=on_day(4)) for other in others[:10]]
    ends = [partial(play.resign, game.pk, side=SECOND, now=ENDED) for game in resigned]
    answers = run_together([*[partial(play.run_out_due, now=ENDED)] * 2, *ends])
    play.run_out_due(now=ENDED)  # what a sweep left because another held it
    check_rounds(answers)
    whys = list(RatingEntry.objects.filter(game__in=late, user=alice).values_list("why", flat=True))
    assert sorted(whys) == ["", *["serial"] * 19]
    assert PlayerRating.objects.get(user=alice).games == 11


class Killed(BaseException):
    """What no handler of the sweep takes for a fault of the game."""


def test_a_sweep_that_is_killed_amid_time_outs_rates_each_game_once(monkeypatch):
    """What was committed stays, the rest is as it was, and the next sweep goes on from there."""
    players = [UserFactory() for _ in range(20)]
    games = [begin(players[number % 20], players[(number * 7 + 1) % 20], now=on_day(-20)) for number in range(100)]
    calls, save = [], settling._Settled.save

    def save_or_die(self):
        save(self)
        calls.append(1)
        if len(calls) % 5 == 0:
            raise Killed

    monkeypatch.setattr(settling._Settled, "save", save_or_die)
    while Game.objects.active().filter(deadline_at__lt=ENDED - DAY).exists():
        try:
            play.run_out_due(now=ENDED + HOUR)
        except Killed:
            assert_folded()
    assert len(calls) > 120
    assert Game.objects.filter(termination="time", pk__in=[game.pk for game in games]).count() == 100
    assert RatingEntry.objects.count() == 200
    assert_folded()
