"""Of an email about one game the first line that asks for something decides; where that is doubtful, it is asked."""

import pytest
from django.utils import timezone

from games.models import Game
from notifications import reply_tokens
from notifications.reply_tokens import Addressed
from replies.models import Reply
from replies.receiving import Outcome, receive
from tests.answering import Got, bring, write_answer
from tests.factories import GameFactory, play_turns
from tests.replies import desk

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "above",
    ["Hi,", "Hello Boris!", "Classification: Internal", "Lähetetty iPhonesta", "Kim Example", "My next turn:"],
)
def test_prose_above_the_turn_is_left_out(game, alice, above):
    turn = game.position.legal_moves()[0]
    desk.answer(alice, above, "", turn, "", "Bye")
    assert desk.turns_of(game) == [turn]


@pytest.mark.parametrize(
    "above",
    ["Please do not play this:", "If you play a7-a6, I play", "a1-a1", "maybe", "I would like to play", "No way"],
)
def test_what_may_change_the_meaning_of_a_turn_is_not(game, alice, above):
    desk.answer(alice, above, game.position.legal_moves()[0])
    assert desk.turns_of(game) == []
    assert Reply.objects.get().outcome != "played"


@pytest.mark.parametrize(
    "written", ["- {0}", "• {0}", "({0})", "[{0}]", "{0} :-)", "{0} 🙂", "* {0}", "1. {0}", "{0}!", "<{0}>"]
)
def test_a_bullet_brackets_and_a_smiley_are_no_part_of_it(game, alice, written):
    turn = game.position.legal_moves()[0]
    desk.answer(alice, written.format(turn))
    assert desk.turns_of(game) == [turn]


@pytest.fixture
def ambiguous(alice, boris):
    """A game of MASTER in which a turn may have a part behind it, and the email that tells of it."""
    made = GameFactory(first=alice, second=boris, ruleset_slug="master")
    for _ in range(60):
        legal = set(made.position.legal_moves())
        longer = next((turn for turn in sorted(legal) if " " in turn and turn.partition(" ")[0] in legal), "")
        if longer and made.seats.get(user=alice).side == made.side_to_move:
            return made, longer
        play_turns(made, sorted(legal)[0])
        made = Game.objects.get(pk=made.pk)
    raise AssertionError("there was none")


def test_where_two_lines_are_a_turn_and_the_first_alone_another_both_are_named_and_none_is_played(ambiguous, alice):
    game, longer = ambiguous
    before = desk.turns_of(game)
    write(alice, game, *longer.split(" "))
    assert desk.turns_of(game) == before
    assert f"Which do you mean: {longer.partition(' ')[0]}, or {longer}?" in desk.read_answer(alice)
    write(alice, game, longer)
    assert desk.turns_of(game) == [*before, longer]


def write(user, game, *lines):
    """Answers an email that showed the game as it is now."""
    game.refresh_from_db()
    to = reply_tokens.make_address(Addressed(user.pk, game.pk, game.revision, game.ply))
    got = Got(user.pk, user.email, "", to, "Your turn", "It’s your turn.", timezone.now())
    raw = write_answer(got, *lines, sender=user.email)
    assert receive(bring(raw, at=timezone.now())) is Outcome.DONE
