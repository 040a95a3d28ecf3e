"""A draw by agreement."""

import pytest

from core.refusal import Refusal
from games import play
from games.engine.contract import Side
from tests.factories import play_turns
from tests.games.play.conftest import NOON, state_of

DARK, LIGHT = Side.FIRST, Side.SECOND


def offer(game, side, **more):
    play.offer_draw(game.pk, side=side, now=NOON, **more)


def accept(game, side, **more):
    play.accept_draw(game.pk, side=side, now=NOON, **more)


def decline(game, side, **more):
    play.decline_draw(game.pk, side=side, now=NOON, **more)


def withdraw(game, side, **more):
    play.withdraw_draw(game.pk, side=side, now=NOON, **more)


def refused(act, game, side, **more) -> str:
    """The code of the refusal; nothing may have changed."""
    before = state_of(game)
    with pytest.raises(Refusal) as refusal:
        act(game, side, **more)
    assert state_of(game) == before
    return refusal.value.code


@pytest.mark.parametrize("side", Side)
def test_either_side_may_offer_whoever_is_to_move_and_the_other_accept(game, news, side):
    offer(game, side, expected_revision=1)
    game.refresh_from_db()
    assert (game.draw_offered_by, game.revision) == (side, 2)
    accept(game, side.other, expected_revision=2)
    game.refresh_from_db()
    assert (game.winner, game.termination, game.draw_offered_by) == (None, "agreement", None)
    assert news == [
        ("draw_offered", {"game_id": game.pk, "revision": 2, "side": side}),
        ("game_ended", {"game_id": game.pk, "revision": 3}),
    ]


def test_offering_twice_is_offering_once(game, news):
    offer(game, DARK, expected_revision=1)
    before = state_of(game)
    offer(game, DARK, expected_revision=1)
    assert state_of(game) == before
    assert len(news) == 1


def test_while_the_other_sides_offer_stands_there_is_no_second(game):
    offer(game, DARK)
    assert refused(offer, game, LIGHT) == "already_offered"


@pytest.mark.parametrize("answer", [accept, decline])
def test_only_the_other_side_answers_and_only_an_offer(game, answer):
    assert refused(answer, game, LIGHT) == "no_offer"
    offer(game, DARK)
    assert refused(answer, game, DARK) == "no_offer"


def test_only_the_side_that_offered_withdraws(game):
    assert refused(withdraw, game, DARK) == "no_offer"
    offer(game, DARK)
    assert refused(withdraw, game, LIGHT) == "no_offer"


@pytest.mark.parametrize("act", [offer, accept, decline, withdraw])
def test_a_stale_page_decides_nothing(game, act):
    if act is not offer:
        offer(game, DARK if act is withdraw else LIGHT)
    assert refused(act, game, DARK, expected_revision=0) == "stale"


@pytest.mark.parametrize(
    ("close", "told"), [(decline, ["draw_offered", "draw_declined"]), (withdraw, ["draw_offered"])]
)
def test_a_declined_or_withdrawn_offer_is_gone_and_nobody_offers_again_before_the_next_turn(game, news, close, told):
    offer(game, DARK)
    close(game, LIGHT if close is decline else DARK)
    assert [name for name, _ in news] == told
    assert refused(accept, game, LIGHT) == "no_offer"
    assert refused(offer, game, DARK) == "declined_before"
    assert refused(offer, game, LIGHT) == "declined_before"
    play_turns(game, "Md1-c1", now=NOON)
    offer(game, DARK)


def test_an_offer_lapses_when_the_other_side_plays_on_and_stands_when_its_own_side_plays(game):
    offer(game, DARK)
    assert play_turns(game, "Md1-c1", now=NOON).draw_offered_by == DARK
    assert play_turns(game, "Mc8-b8", now=NOON).draw_offered_by is None
    assert refused(accept, game, LIGHT) == "no_offer"


def test_whoever_declines_is_named(game, news):
    offer(game, DARK)
    decline(game, LIGHT)
    assert news[-1] == ("draw_declined", {"game_id": game.pk, "revision": 3, "side": LIGHT})


@pytest.mark.parametrize("act", [offer, accept, decline, withdraw])
def test_nothing_is_agreed_after_the_end(game, act):
    offer(game, LIGHT)
    play.resign(game.pk, side=LIGHT, now=NOON)
    assert refused(act, game, DARK) == "over"
