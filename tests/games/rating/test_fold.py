"""In whatever order ends and corrections are settled, every rating is the fold of its own entries."""

from random import Random

import pytest

from core.refusal import Refusal
from games import play
from games.models import Game
from tests.factories import UserFactory
from tests.games.rating.conftest import DAY, FIRST, HOUR, REASON, SECOND, assert_folded, begin, on_day, state, win

PLAYERS, GAMES, CHANGES = 4, 12, 30
LATEST = on_day(10)


def resign(game, rng, mira):
    play.resign(game.pk, side=rng.choice([FIRST, SECOND]), now=choose_end(rng))


def run_out(game, rng, mira):
    play.run_out(game.pk, now=choose_end(rng) + 20 * DAY)


def decide(game, rng, mira):
    play.adjudicate(game.pk, winner=rng.choice([FIRST, SECOND, None]), staff=mira, reason=REASON, now=choose_end(rng))


def void(game, rng, mira):
    play.void(game.pk, staff=mira, reason=REASON, now=choose_end(rng))


def reopen(game, rng, mira):
    play.reopen(game.pk, staff=mira, reason=REASON, now=choose_end(rng))


def choose_end(rng):
    """Few instants, so that many games end at the same one, and each earlier than some that were settled before."""
    return on_day(rng.randrange(2, 10))


@pytest.mark.parametrize("seed", range(6))
def test_any_order_gives_what_the_fold_gives(mira, seed):
    rng = Random(seed)
    players = [UserFactory() for _ in range(PLAYERS)]
    games = [begin(*rng.sample(players, 2), now=on_day(1)) for _ in range(GAMES)]
    done = 0
    for _ in range(CHANGES):
        act = rng.choice([resign, resign, resign, run_out, decide, void, reopen])
        try:
            act(rng.choice(games), rng, mira)
        except Refusal:
            continue
        done += 1
    assert_folded()
    assert done > CHANGES / 3


@pytest.mark.parametrize("seed", range(2))
def test_games_of_strangers_end_in_any_order_with_the_same_ratings(mira, seed):
    """Where no two games share a player but one, whose opponents are new, nothing depends on the order but the row."""
    rng = Random(seed)
    hub, others = UserFactory(), [UserFactory() for _ in range(6)]
    games = [begin(hub, other, now=on_day(1)) for other in others]
    ends = [(game, on_day(2 + number // 2), rng.choice([FIRST, SECOND])) for number, game in enumerate(games)]
    for game, at, loser in rng.sample(ends, len(ends)):
        play.resign(game.pk, side=loser, now=at)
    for game in rng.sample(games, len(games)):
        play.void(game.pk, staff=mira, reason=REASON, now=LATEST)
    for game, _, loser in rng.sample(ends, len(ends)):
        how = {"winner": loser.other, "termination": "resignation", "left": {}}
        play.restore_result(game.pk, **how, staff=mira, reason=REASON, now=LATEST)
    shown = [row for row in state(but=others) if dict(row).get("games")]
    assert len(shown) == 1
    assert_folded()
    settled = ends_in_order(hub, [(at, loser) for _, at, loser in ends])
    assert [dict(row)["rating"] for row in shown] == [settled]


def ends_in_order(hub, ends) -> float:
    """The rating of another player with the same games, which end one after another."""
    twin = UserFactory()
    games = [begin(twin, UserFactory(), now=on_day(1)) for _ in ends]
    for game, (at, loser) in zip(games, ends, strict=True):
        play.resign(game.pk, side=loser, now=at)
    return twin.ratings.get().rating


def test_of_two_games_at_once_each_adds_to_what_the_other_has_given(alice, boris):
    """Parallel games add up: both are rated by the ratings of their ends, not by those of their starts."""
    early = begin(alice, boris, now=on_day(1))
    win(alice, boris, at=on_day(2))
    play.resign(early.pk, side=SECOND, now=on_day(2) + HOUR)
    assert Game.objects.get(pk=early.pk).rating_entries.get(user=alice).opponent_rating < 1400
    assert_folded()
