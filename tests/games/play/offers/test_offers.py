"""What holds of every offer: a draw, a takeback, cancelling, more time, a pause, the end of a pause."""

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest

from core.refusal import Refusal
from engine.contract import Side
from games import clock, play
from games.play import offers
from tests.factories import GameFactory, play_turns
from tests.games.play.conftest import NOON, ended, state_of

DARK, LIGHT = Side.FIRST, Side.SECOND
UNTIL = NOON + timedelta(days=20)


@dataclass
class Deal:
    """What one side offers. Dark offers; Light is to move, Dark has just moved."""

    name: str
    chosen: dict[str, Any] = field(default_factory=dict)
    survives_own_turn: bool = False
    announces: str = "deadline_moved"
    rests: bool = False
    """Whether its side makes the next only after ten turns."""

    def offer(self, game_id, side=DARK, **more):
        offers.propose(game_id, self.name, side=side, **{"now": NOON, **self.chosen, **more})

    def accept(self, game_id, side=LIGHT, **more):
        offers.accept(game_id, self.name, side=side, **{"now": NOON, **more})

    def decline(self, game_id, side=LIGHT, **more):
        offers.decline(game_id, self.name, side=side, **{"now": NOON, **more})

    def withdraw(self, game_id, side=DARK, **more):
        offers.withdraw(game_id, self.name, side=side, **{"now": NOON, **more})


DEALS = [
    Deal("draw", survives_own_turn=True, announces="result_changed"),
    Deal("more_time", {"days": 3}),
    Deal("pause", {"until": UNTIL}, survives_own_turn=True),
    Deal("resume", survives_own_turn=True),
    Deal("takeback", rests=True),
    Deal("cancel", announces="result_changed", rests=True),
]


@pytest.fixture(params=DEALS, ids=lambda deal: deal.name)
def deal(request):
    return request.param


@pytest.fixture
def game(game, deal):
    """Alice has played her first turn, at NOON; where a pause is to be ended, there is one."""
    play_turns(game, "Md1-c1", now=NOON)
    if deal.name == "resume":
        offers.propose(game.pk, "pause", side=DARK, until=UNTIL, now=NOON)
        offers.accept(game.pk, "pause", side=LIGHT, now=NOON)
    game.refresh_from_db()
    return game


def refused(act, game, side, **more) -> str:
    """The code of the refusal; nothing may have changed."""
    before = state_of(game)
    with pytest.raises(Refusal) as refusal:
        act(game.pk, side=side, **more)
    assert state_of(game) == before
    return refusal.value.code


def test_every_kind_is_here():
    assert sorted(deal.name for deal in DEALS) == sorted(
        kind.name for kind in offers.registry.OFFERS.all() if not kind.after_end
    )


def test_an_offer_is_open_and_announced_once_however_often_it_is_sent(game, deal, news):
    revision = game.revision
    for _ in range(3):
        deal.offer(game.pk, expected_revision=revision)
    game.refresh_from_db()
    assert game.offers[deal.name]["side"] == DARK
    assert game.revision == revision + 1
    assert news == [("offer_made", {"game_id": game.pk, "revision": game.revision, "side": DARK, "offer": deal.name})]


def test_while_the_other_sides_offer_stands_there_is_no_second(game, deal):
    if deal.name != "takeback":  # which one side alone may ask for
        deal.offer(game.pk)
        assert refused(deal.offer, game, LIGHT) == "already_offered"


def test_accepting_ends_the_offer_and_announces_what_it_does(game, deal, news):
    deal.offer(game.pk)
    deal.accept(game.pk)
    game.refresh_from_db()
    assert game.offers == {}
    said = deal.announces, {"game_id": game.pk, "revision": game.revision}
    assert (ended(game) if deal.announces == "result_changed" else said) in news
    assert "offer_declined" not in dict(news)
    if deal.announces == "deadline_moved":
        assert game.clock_changes.latest("pk").revision == game.revision
        assert refused(deal.accept, game, LIGHT) == "no_offer"


def test_only_the_other_side_answers_and_only_an_offer(game, deal):
    for answer in (deal.accept, deal.decline):
        assert refused(answer, game, LIGHT) == "no_offer"
    deal.offer(game.pk)
    for answer in (deal.accept, deal.decline):
        assert refused(answer, game, DARK) == "no_offer"


def test_only_the_side_that_offered_withdraws(game, deal):
    assert refused(deal.withdraw, game, DARK) == "no_offer"
    deal.offer(game.pk)
    assert refused(deal.withdraw, game, LIGHT) == "no_offer"


def test_a_stale_page_decides_nothing(game, deal):
    assert refused(deal.offer, game, DARK, expected_revision=0) == "stale"
    deal.offer(game.pk)
    for answer in (deal.accept, deal.decline):
        assert refused(answer, game, LIGHT, expected_revision=0) == "stale"
    assert refused(deal.withdraw, game, DARK, expected_revision=0) == "stale"


@pytest.mark.parametrize(
    ("close", "told"), [("decline", ["offer_made", "offer_declined"]), ("withdraw", ["offer_made"])]
)
def test_once_declined_or_withdrawn_it_is_gone_and_not_offered_again_before_the_next_turn(
    game, deal, news, close, told
):
    deal.offer(game.pk)
    getattr(deal, close)(game.pk)
    assert [name for name, _ in news] == told
    assert refused(deal.accept, game, LIGHT) == "no_offer"
    assert refused(deal.offer, game, DARK) == "declined_before"
    if deal.name != "takeback":
        assert refused(deal.offer, game, LIGHT) == "declined_before"
    play_turns(game, "Mc8-b8", "Mc1-d1", now=NOON)
    if not deal.rests:
        deal.offer(game.pk)


def test_the_player_who_declines_is_named(game, deal, news):
    deal.offer(game.pk)
    deal.decline(game.pk)
    game.refresh_from_db()
    carried = {"game_id": game.pk, "revision": game.revision, "side": LIGHT, "offer": deal.name}
    assert news[-1] == ("offer_declined", carried)


def test_playing_on_is_an_answer_and_one_kind_of_offer_lasts_through_ones_own_turn(game, deal):
    deal.offer(game.pk)
    assert deal.name not in play_turns(game, "Mc8-b8", now=NOON).offers
    assert refused(deal.accept, game, LIGHT) == "no_offer"
    if not deal.rests:
        deal.offer(game.pk)
        assert (deal.name in play_turns(game, "Mc1-d1", now=NOON).offers) is deal.survives_own_turn


def test_nothing_is_agreed_after_the_end_nor_does_an_offer_outlast_it(game, deal):
    deal.offer(game.pk)
    play.resign(game.pk, side=LIGHT, now=NOON)
    game.refresh_from_db()
    assert game.offers == {}
    for act, side in ((deal.offer, DARK), (deal.accept, LIGHT), (deal.decline, LIGHT), (deal.withdraw, DARK)):
        assert refused(act, game, side) == "over"


def test_a_clock_that_has_run_out_is_not_agreed_away(game, deal):
    if deal.name == "resume":
        return
    deal.offer(game.pk)
    with pytest.raises(Refusal) as refusal:
        deal.accept(game.pk, now=game.deadline_at + clock.GRACE + timedelta(seconds=1))
    game.refresh_from_db()
    assert (refusal.value.code, game.termination) == ("too_late", "time")


@pytest.mark.parametrize("deal", [deal for deal in DEALS if deal.name in ("more_time", "pause")], indirect=True)
def test_without_a_time_limit_there_is_no_clock_to_agree_about(game, deal, alice, boris):
    unlimited = GameFactory(first=alice, second=boris, control=clock.Unlimited(), now=NOON)
    assert refused(deal.offer, unlimited, DARK) == "no_limit"


def test_an_unknown_kind_of_offer_is_refused(alice, boris):
    game = GameFactory(first=alice, second=boris, now=NOON)
    for act in (offers.propose, offers.accept, offers.decline, offers.withdraw):
        assert refused(lambda pk, side, act=act: act(pk, "declined", side=side), game, DARK) == "unknown_offer"
