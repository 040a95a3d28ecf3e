"""What holds of every offer besides a draw: more time, a pause, the end of a pause, a takeback."""

from dataclasses import dataclass
from datetime import timedelta
from functools import partial

import pytest

from core.refusal import Refusal
from games import clock, play
from games.engine.contract import Side
from tests.factories import GameFactory, play_turns
from tests.games.play.conftest import NOON, state_of

DARK, LIGHT = Side.FIRST, Side.SECOND
UNTIL = NOON + timedelta(days=20)


@dataclass
class Deal:
    """What one side offers, and how it and its answers are made. Dark offers; Light is to move, Dark has just moved."""

    name: str
    offer: partial
    accept: partial
    decline: partial
    survives_own_turn: bool = False

    def __post_init__(self):
        for name in ("offer", "accept", "decline"):
            setattr(self, name, partial(getattr(self, name), now=NOON))


DEALS = [
    Deal("more_time", partial(play.offer_time, days=3), partial(play.accept_time), partial(play.decline_time)),
    Deal(
        "pause", partial(play.offer_pause, until=UNTIL), partial(play.accept_pause), partial(play.decline_pause), True
    ),
    Deal("resume", partial(play.offer_resume), partial(play.accept_resume), partial(play.decline_resume), True),
    Deal("takeback", partial(play.offer_takeback), partial(play.accept_takeback), partial(play.decline_takeback)),
]


@pytest.fixture(params=DEALS, ids=lambda deal: deal.name)
def deal(request):
    return request.param


@pytest.fixture
def game(game, deal):
    """Alice has played her first turn, at NOON; where a pause is to be ended, there is one."""
    play_turns(game, "Md1-c1", now=NOON)
    if deal.name == "resume":
        play.offer_pause(game.pk, side=DARK, until=UNTIL, now=NOON)
        play.accept_pause(game.pk, side=LIGHT, now=NOON)
    game.refresh_from_db()
    return game


def refused(act, game, side, **more) -> str:
    """The code of the refusal; nothing may have changed."""
    before = state_of(game)
    with pytest.raises(Refusal) as refusal:
        act(game.pk, side=side, **more)
    assert state_of(game) == before
    return refusal.value.code


def test_an_offer_stands_and_is_told_once_however_often_it_is_sent(game, deal, news):
    revision = game.revision
    for _ in range(3):
        deal.offer(game.pk, side=DARK, expected_revision=revision)
    game.refresh_from_db()
    assert game.offers[deal.name]["side"] == DARK
    assert game.revision == revision + 1
    name = "takeback_offered" if deal.name == "takeback" else "time_offered"
    assert news == [(name, {"game_id": game.pk, "revision": game.revision, "side": DARK, "offer": deal.name})]


def test_accepting_ends_the_offer_and_is_announced_as_a_deadline_that_moved(game, deal, news):
    deal.offer(game.pk, side=DARK)
    deal.accept(game.pk, side=LIGHT)
    game.refresh_from_db()
    assert game.offers == {}
    assert ("deadline_moved", {"game_id": game.pk, "revision": game.revision}) in news
    assert game.clock_changes.latest("pk").revision == game.revision
    assert refused(deal.accept, game, LIGHT) == "no_offer"


def test_only_the_other_side_answers_and_only_an_offer(game, deal):
    for answer in (deal.accept, deal.decline):
        assert refused(answer, game, LIGHT) == "no_offer"
    deal.offer(game.pk, side=DARK)
    for answer in (deal.accept, deal.decline):
        assert refused(answer, game, DARK) == "no_offer"


def test_a_stale_page_decides_nothing(game, deal):
    assert refused(deal.offer, game, DARK, expected_revision=0) == "stale"
    deal.offer(game.pk, side=DARK)
    for answer in (deal.accept, deal.decline):
        assert refused(answer, game, LIGHT, expected_revision=0) == "stale"


def test_once_declined_it_is_not_offered_again_before_the_next_turn(game, deal):
    deal.offer(game.pk, side=DARK)
    deal.decline(game.pk, side=LIGHT)
    assert refused(deal.accept, game, LIGHT) == "no_offer"
    assert refused(deal.offer, game, DARK) == "declined_before"
    play_turns(game, "Mc8-b8", "Mc1-d1", now=NOON)
    deal.offer(game.pk, side=DARK)


def test_playing_on_is_an_answer_and_one_kind_of_offer_lasts_through_ones_own_turn(game, deal):
    deal.offer(game.pk, side=DARK)
    assert deal.name not in play_turns(game, "Mc8-b8", now=NOON).offers
    if deal.name != "takeback":
        deal.offer(game.pk, side=DARK)
        assert (deal.name in play_turns(game, "Mc1-d1", now=NOON).offers) is deal.survives_own_turn


def test_nothing_is_agreed_after_the_end_nor_does_an_offer_outlast_it(game, deal):
    deal.offer(game.pk, side=DARK)
    play.resign(game.pk, side=LIGHT, now=NOON)
    game.refresh_from_db()
    assert game.offers == {}
    for act, side in ((deal.offer, DARK), (deal.accept, LIGHT), (deal.decline, LIGHT)):
        assert refused(act, game, side) == "over"


def test_a_clock_that_has_run_out_is_not_agreed_away(game, deal):
    if deal.name == "resume":
        return
    deal.offer(game.pk, side=DARK)
    late = game.deadline_at + clock.GRACE + timedelta(seconds=1)
    with pytest.raises(Refusal) as refusal:
        deal.accept.func(game.pk, side=LIGHT, now=late)
    game.refresh_from_db()
    assert (refusal.value.code, game.termination) == ("too_late", "time")


@pytest.mark.parametrize("act", [partial(play.offer_time, days=1), partial(play.offer_pause, until=UNTIL)])
def test_without_a_time_limit_there_is_no_clock_to_agree_about(alice, boris, act):
    unlimited = GameFactory(first=alice, second=boris, control=clock.Unlimited(), now=NOON)
    assert refused(partial(act, now=NOON), unlimited, DARK) == "no_limit"
