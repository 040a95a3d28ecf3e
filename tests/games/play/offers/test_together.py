"""Answers and messages that come at once, in threads of their own: each offer is taken once, and limits hold."""

from datetime import timedelta
from functools import partial

import pytest

from accounts.limiting.limits import ACTIONS
from core.refusal import Refusal
from engine.contract import Side
from games import chat, play
from games.models import Game, Message
from tests.factories import GameFactory
from tests.games.play.conftest import NOON
from tests.together import run_together

pytestmark = pytest.mark.django_db(transaction=True)
DARK, LIGHT = Side.FIRST, Side.SECOND
MOST_MESSAGES = ACTIONS["message"].limits[0].most


@pytest.fixture
def game():
    return GameFactory(now=NOON, turns=("Md1-c1",))


def codes(answers) -> list[str]:
    return [answer.code for answer in answers if isinstance(answer, Refusal)]


def test_only_one_of_many_acceptances_of_more_time_moves_the_deadline(game):
    before = game.deadline_at
    play.offers.propose(game.pk, "more_time", side=DARK, days=2, now=NOON)
    answers = run_together([partial(play.offers.accept, game.pk, "more_time", side=LIGHT, now=NOON)] * 20)
    assert codes(answers) == ["no_offer"] * 19
    assert Game.objects.get().deadline_at == before + timedelta(days=2)


def test_a_turn_and_the_takeback_of_the_turn_before_it_leave_exactly_one_of_the_two():
    for _ in range(10):
        game = GameFactory(now=NOON, turns=("Md1-c1",))
        play.offers.propose(game.pk, "takeback", side=DARK, now=NOON)
        turn = partial(
            play.play_move, game.pk, side=LIGHT, expected_revision=game.revision + 1, text="Mc8-b8", now=NOON
        )
        played, taken = run_together([turn, partial(play.offers.accept, game.pk, "takeback", side=LIGHT, now=NOON)])
        game.refresh_from_db()
        assert isinstance(played, Refusal) != isinstance(taken, Refusal)
        assert game.ply == (0 if isinstance(played, Refusal) else 2)


def test_messages_sent_at_once_go_through_up_to_the_limit(game):
    alice = game.seats.get(side=DARK).user
    say = partial(chat.send, alice, game_id=game.pk, now=NOON)
    answers = run_together([partial(say, text=str(number)) for number in range(MOST_MESSAGES + 1)])
    assert codes(answers) == ["too_often"]
    assert Message.objects.count() == MOST_MESSAGES
