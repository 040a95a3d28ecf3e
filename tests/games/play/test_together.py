"""Several at once, in threads of their own: what locks and constraints must hold, on SQLite as on PostgreSQL."""

from datetime import timedelta
from functools import partial

import pytest

from core.refusal import Refusal
from engine.contract import Side
from games import play
from games.clock import DAY, GRACE
from games.models import Game, Outage, Turn
from games.play.turn import Played
from tests.factories import GameFactory
from tests.games.play.conftest import NOON
from tests.together import run_together

pytestmark = pytest.mark.django_db(transaction=True)

LAST = NOON + 3 * DAY + GRACE


def submission(game, text="Md1-c1", *, key=None, now=NOON):
    return partial(play.play_move, game.pk, side=Side.FIRST, expected_revision=1, text=text, key=key, now=now)


def test_fifty_like_submissions_make_one_turn_and_get_the_same_answer(news):
    game = GameFactory(now=NOON)
    answers = run_together([submission(game, key="b0f7")] * 50)
    assert {answer.turn for answer in answers} == {Turn.objects.get()}
    assert [(name, told["revision"]) for name, told in news] == [("turn_started", 1), ("turn_started", 2)]


def test_one_of_fifty_different_submissions_is_played_and_the_others_are_told():
    game = GameFactory(now=NOON)
    answers = run_together(
        [submission(game, text, key=f"{text}{n}") for n in range(25) for text in ("Md1-c1", "Md1-b1")]
    )
    refusals = [answer.code for answer in answers if isinstance(answer, Refusal)]
    assert refusals == ["not_your_turn"] * 49
    assert [answer.turn for answer in answers if isinstance(answer, Played)] == [Turn.objects.get()]
    game.refresh_from_db()
    assert (game.ply, game.revision) == (1, 2)


def test_a_turn_against_the_sweep_at_the_deadline_leaves_exactly_one_of_the_two(news):
    """The turn reads the clock in time, the sweep a moment later: whichever gets the lock first decides."""
    played = lost = 0
    for _ in range(40):
        game = GameFactory(now=NOON)
        news.clear()
        sweep = partial(play.run_out_due, now=LAST + timedelta(microseconds=1))
        answer, _ = run_together([submission(game, now=LAST), sweep])
        game.refresh_from_db()
        if isinstance(answer, Played):
            assert (game.termination, game.ply) == ("", 1)
            played += 1
        else:
            assert (answer.code, game.termination, game.ply) == ("over", "time", 0)
            lost += 1
        assert len(news) == 1
        Game.objects.all().delete()
    assert played + lost == 40


def test_two_sweeps_at_once_end_each_game_once(news):
    games = [GameFactory(now=NOON) for _ in range(20)]
    news.clear()
    counts = run_together([partial(play.run_out_due, now=LAST + DAY)] * 4)
    play.run_out_due(now=LAST + DAY)  # what a sweep skipped because another held it
    assert Game.objects.active().count() == 0
    assert sorted(carried["game_id"] for _, carried in news) == sorted(game.pk for game in games)
    assert sum(counts) <= len(games)


def test_an_outage_that_several_settle_while_turns_are_played_moves_each_deadline_once():
    from_at, until_at = NOON + DAY, NOON + DAY + timedelta(hours=3)
    outage = Outage.objects.create(kind="site", from_at=from_at, until_at=until_at, found_at=until_at)
    games = [GameFactory(now=NOON) for _ in range(12)]
    settle = partial(play.settle_outages, now=until_at, chunk=3)
    run_together([settle, *(submission(game, now=until_at) for game in games[:4]), settle, settle])
    assert settle()
    for game in games:
        game.refresh_from_db()
        moved = outage.changes.filter(game=game).count()
        assert moved == 1 if game.ply == 0 else moved <= 1
        assert game.deadline_at == 3 * DAY + (until_at if game.ply else NOON + timedelta(hours=3))
    outage.refresh_from_db()
    assert outage.games_moved == outage.changes.count()


def test_a_resignation_against_a_turn_gives_one_result():
    for _ in range(10):
        game = GameFactory(now=NOON)
        resignation = partial(play.resign, game.pk, side=Side.SECOND, now=NOON)
        answer, _ = run_together([submission(game), resignation])
        game.refresh_from_db()
        assert (game.winner, game.termination) == (Side.FIRST, "resignation")
        assert game.ply == game.turns.count() == (1 if isinstance(answer, Played) else 0)
