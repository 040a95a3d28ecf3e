"""A rematch: the same terms with the sides swapped, offered once a game is over, and one game at most."""

from datetime import timedelta
from functools import partial

import pytest
from django.db import connection

from accounts.conduct import blocks, restrictions
from core.refusal import Refusal
from engine.contract import Side
from games import clock, play
from games.models import Game, Rematch
from games.play import offers
from notifications.models import Notice
from tests.factories import GameFactory
from tests.games.play.conftest import NOON
from tests.games.play.offers.test_offers import refused
from tests.together import run_together

DARK, LIGHT = Side.FIRST, Side.SECOND


@pytest.fixture
def game(alice, boris):
    return resigned(first=alice, second=boris)


def resigned(**terms) -> Game:
    game = GameFactory(now=NOON, **terms)
    play.resign(game.pk, side=LIGHT, now=NOON)
    return game


def offer(game_id, side=DARK, **more):
    offers.propose(game_id, "rematch", side=side, **{"now": NOON, **more})


def accept(game_id, side=LIGHT, **more):
    offers.accept(game_id, "rematch", side=side, **{"now": NOON, **more})


def following(game) -> Game:
    return Rematch.objects.get(game=game).following


TERMS = ("ruleset_slug", "options", "control", "vacation_days", "private")


@pytest.mark.parametrize(
    "terms",
    [
        {},
        {"control": clock.Reserve(2, 9), "vacation_days": 5, "private": True, "weekends": True},
        {"ruleset_slug": "masters", "control": clock.Unlimited()},
    ],
    ids=["plain", "all", "unlimited"],
)
def test_the_terms_are_the_same_and_the_sides_swapped(alice, boris, terms):
    game = resigned(first=alice, second=boris, **terms)
    offer(game.pk)
    accept(game.pk)
    new = following(game)
    assert [getattr(new, name) for name in TERMS] == [getattr(game, name) for name in TERMS]
    assert [seat.user for seat in new.seats.order_by("side")] == [boris, alice]
    weekends = {seat.user_id: seat.weekend for seat in game.seats.all()}
    assert {seat.user_id: seat.weekend for seat in new.seats.all()} == weekends


def test_in_master_the_dice_are_thrown_again_and_seat_the_players(alice, boris):
    orders, openings = set(), set()
    for _ in range(20):  # all alike once in 500,000 times
        game = resigned(first=alice, second=boris, ruleset_slug="master")
        offer(game.pk)
        accept(game.pk)
        orders.add(following(game).seats.get(side=DARK).user)
        openings.add(following(game).opening)
    assert orders == {alice, boris}
    assert len(openings) > 1


def test_a_second_offer_accepts_the_first_even_from_a_page_that_did_not_show_it(game):
    game.refresh_from_db()
    seen = game.revision
    offer(game.pk, DARK, expected_revision=seen)
    offer(game.pk, LIGHT, expected_revision=seen)
    assert following(game).ply == 0
    for act, side in ((offer, DARK), (offer, LIGHT)):
        assert refused(act, game, side) == "rematch_started"
    assert refused(accept, game, LIGHT) == "no_offer"


def test_once_declined_neither_side_offers_it_again(game):
    offer(game.pk)
    offers.decline(game.pk, "rematch", side=LIGHT, now=NOON)
    assert refused(offer, game, DARK) == "declined_before"
    assert refused(offer, game, LIGHT) == "declined_before"


def test_the_player_who_moves_first_in_the_new_game_is_told(game, boris):
    offer(game.pk)
    accept(game.pk)
    assert Notice.objects.filter(kind="your_turn", recipient=boris, payload__game=following(game).pk).exists()


def bar(kind):
    def lay(user, other, admin):
        more = {"games": "go_on"} if kind == restrictions.Kind.SUSPENDED else {}
        restrictions.impose(user, kind, reason="Conduct", by=admin, now=NOON, **more)

    return lay


HINDRANCES = {  # what is done, and the code of the refusal to whom it was done to, and to the other who accepts
    "barred": (bar(restrictions.Kind.BARRED), "barred", "challenger_restricted"),
    "suspended": (bar(restrictions.Kind.SUSPENDED), "suspended", "challenger_restricted"),
    "blocks": (lambda user, other, admin: blocks.make(user, other, mute=False, now=NOON), "blocked", "blocked"),
    "blocked": (lambda user, other, admin: blocks.make(other, user, mute=False, now=NOON), "blocked", "blocked"),
}


@pytest.mark.parametrize("what", HINDRANCES)
@pytest.mark.parametrize("when", ["before", "after"])
def test_whatever_prevents_a_challenge_between_two_prevents_a_rematch(game, alice, boris, admin, what, when):
    lay, mine, theirs = HINDRANCES[what]
    if when == "before":
        lay(alice, boris, admin)
        assert refused(offer, game, DARK) == mine
        return
    offer(game.pk)
    lay(alice, boris, admin)
    assert refused(accept, game, LIGHT) == theirs
    assert not Rematch.objects.exists()


def test_a_closed_account_is_offered_none(game, boris):
    boris.is_active = False
    boris.save(update_fields=["is_active"])
    assert refused(offer, game, DARK) == "gone"


def test_a_game_that_goes_on_has_no_rematch_and_one_that_is_over_nothing_else(alice, boris, game):
    running = GameFactory(first=alice, second=boris, now=NOON)
    assert refused(offer, running, DARK) == "not_over"
    assert refused(lambda pk, side: offers.propose(pk, "draw", side=side, now=NOON), game, DARK) == "over"


def test_after_a_void_or_cancelled_game_there_may_be_one(alice, boris, admin, game):
    play.void(game.pk, staff=admin, reason="A mistake", now=NOON)
    offer(game.pk)
    accept(game.pk)
    cancelled = following(game)
    offers.propose(cancelled.pk, "cancel", side=DARK, now=NOON)
    offers.accept(cancelled.pk, "cancel", side=LIGHT, now=NOON)
    offer(cancelled.pk)
    accept(cancelled.pk)
    assert Rematch.objects.count() == 2


def test_a_game_that_staff_reopen_takes_the_offer_with_it(game, admin):
    offer(game.pk)
    play.reopen(game.pk, staff=admin, reason="A mistake", now=NOON)
    game.refresh_from_db()
    assert game.offers == {}


# --- Always ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("wished", [(), ("Alice",), ("Alice", "Boris")])
def test_a_wish_offers_every_rematch_and_two_wishes_start_it_at_once(game, alice, boris, wished):
    for one, other in ((alice, boris), (boris, alice)):
        play.wish_rematches(one.pk, other_id=other.pk, wished=one.username in wished)
    assert [play.offer_wished(now=NOON + timedelta(minutes=1)) for _ in range(2)] == [len(wished), 0]
    game.refresh_from_db()
    assert ("rematch" in game.offers) is (len(wished) == 1)
    assert Rematch.objects.exists() is (len(wished) == 2)


def test_a_wish_can_end_and_has_no_effect_on_others_old_games_or_a_declined_rematch(game, alice, boris, carol):
    play.wish_rematches(alice.pk, other_id=carol.pk, wished=True)
    assert play.offer_wished(now=NOON) == 0
    play.wish_rematches(alice.pk, other_id=boris.pk, wished=True)
    assert play.offer_wished(now=NOON + timedelta(hours=1)) == 0
    offer(game.pk, LIGHT)
    offers.decline(game.pk, "rematch", side=DARK, now=NOON)
    assert play.offer_wished(now=NOON) == 0
    play.wish_rematches(alice.pk, other_id=boris.pk, wished=False)
    assert play.list_wished(alice.pk) == ["Carol"]


def test_a_block_keeps_a_wish_from_anything(game, alice, boris):
    play.wish_rematches(alice.pk, other_id=boris.pk, wished=True)
    blocks.make(boris, alice, mute=False, now=NOON)
    assert play.offer_wished(now=NOON) == 0


# --- At once -----------------------------------------------------------------------------------------------------
@pytest.mark.django_db(transaction=True)
def test_both_offering_at_once_start_exactly_one_game():
    """Raise the rounds for a longer look: a hundred and more hold on PostgreSQL."""
    for _ in range(20 if connection.vendor == "postgresql" else 4):
        game = resigned()
        answers = run_together([partial(offer, game.pk, side) for side in (DARK, LIGHT, DARK, LIGHT)])
        assert {answer.code for answer in answers if isinstance(answer, Refusal)} <= {"rematch_started"}
        assert not [answer for answer in answers if answer is not None and not isinstance(answer, Refusal)]
        assert Rematch.objects.filter(game=game).count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_block_at_the_moment_of_accepting_comes_before_or_after_the_new_game():
    for _ in range(4):
        game = resigned()
        offer(game.pk)
        users = [seat.user for seat in game.seats.order_by("side")]
        _, accepted = run_together([partial(blocks.make, *users, mute=False, now=NOON), partial(accept, game.pk)])
        assert accepted is None or accepted.code == "blocked"
        assert Rematch.objects.filter(game=game).exists() is (accepted is None)
