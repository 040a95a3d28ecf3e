"""What may change between opening a page and playing a turn from it, and what may not."""

from datetime import timedelta

import pytest

from core.refusal import Refusal
from engine.contract import Side
from games import play
from games.clock import DAY
from tests.factories import play_turns
from tests.games.play.conftest import NOON, state_of

DARK, LIGHT = Side.FIRST, Side.SECOND
HOUR = timedelta(hours=1)


def play_from_old_page(game, *, happens, text="Pd4-d5"):
    """Dark opens the page with two turns behind her; something happens; then she plays."""
    play_turns(game, "Md1-c1", "Mc8-b8", now=NOON)
    seen = {"expected_revision": game.revision, "expected_ply": game.ply}
    happens(game)
    return play.play_move(game.pk, side=DARK, text=text, now=NOON + HOUR, **seen)


def offer(kind, *, side=LIGHT, **terms):
    def happens(game):
        play.offers.propose(game.pk, kind, side=side, now=NOON, **terms)

    return happens


def agree(kind, *, side=LIGHT, **terms):
    def happens(game):
        offer(kind, side=side, **terms)(game)
        play.offers.accept(game.pk, kind, side=side.other, now=NOON)

    return happens


def decline(kind, *, side=LIGHT, **terms):
    def happens(game):
        offer(kind, side=side, **terms)(game)
        play.offers.decline(game.pk, kind, side=side.other, now=NOON)

    return happens


def take_back_and_play_again(game):
    agree("takeback")(game)
    play_turns(game, "Mc8-b8", now=NOON)


def move_on_and_back(game):
    """As many turns as before, but with one fewer behind it: nothing of the page is true any more."""
    play_turns(game, "Mc1-b1", now=NOON)
    agree("takeback", side=DARK)(game)


@pytest.mark.parametrize(
    "happens",
    [
        offer("draw"),
        decline("draw"),
        offer("more_time", days=3),
        agree("more_time", days=3),
        offer("more_time", side=DARK, days=3),
        offer("pause", side=DARK, until=NOON + 9 * DAY),
        agree("pause", until=NOON + 9 * DAY),
        decline("takeback"),
    ],
    ids=["draw", "draw-", "time", "time+", "mine", "my-pause", "pause+", "takeback-"],
)
def test_a_turn_is_taken_where_the_board_is_as_it_was(game, happens):
    assert play_from_old_page(game, happens=happens).turn.text == "Pd4-d5"
    game.refresh_from_db()
    assert game.ply == 3


@pytest.mark.parametrize(
    ("happens", "code"),
    [
        (offer("takeback"), "stale"),
        (offer("pause", until=NOON + 9 * DAY), "stale"),
        (agree("takeback"), "not_your_turn"),
        (take_back_and_play_again, "stale"),
        (move_on_and_back, "stale"),
        (lambda game: play_turns(game, "Mc1-b1", "Mb8-a8", now=NOON), "stale"),
        (lambda game: play.resign(game.pk, side=LIGHT, now=NOON), "over"),
        (agree("draw"), "over"),
    ],
    ids=["takeback", "pause", "takeback+", "again", "back", "on", "over", "draw+"],
)
def test_a_turn_is_refused_where_it_would_mean_something_else_or_refuse_what_was_not_seen(game, happens, code):
    def remember(game):
        happens(game)
        before.append(state_of(game))

    before = []
    with pytest.raises(Refusal) as refusal:
        play_from_old_page(game, happens=remember)
    assert refusal.value.code == code
    assert [state_of(game)] == before


def test_a_turn_that_names_no_ply_or_another_is_taken_from_the_present_page_alone(game):
    offer("draw")(game)
    for ply in (None, 1):
        with pytest.raises(Refusal) as refusal:
            play.play_move(game.pk, side=DARK, expected_revision=1, expected_ply=ply, text="Md1-c1", now=NOON)
        assert refusal.value.code == "stale"
    assert play.play_move(game.pk, side=DARK, expected_revision=2, text="Md1-c1", now=NOON).turn.ply == 1


@pytest.mark.parametrize(("happens", "told"), [(offer("draw"), True), (offer("draw", side=DARK), False)])
def test_a_player_who_declines_a_draw_by_playing_on_is_told_so_and_the_offer_is_gone(game, happens, told):
    assert play_from_old_page(game, happens=happens).declines == (("draw",) if told else ())
    game.refresh_from_db()
    assert game.offers == ({} if told else {"draw": {"side": DARK}})
