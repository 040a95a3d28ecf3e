"""A round of pairing: who meets whom, on which terms their game starts, and who is told of it."""

from itertools import pairwise

import pytest

from accounts.conduct import blocks
from competition import events
from competition.standing.pairing import pair
from engine.contract import Side
from games import clock, play, punctuality
from games.events import turn_started
from games.models import Game, Seat
from games.terms import Limits
from tests.competition.standing.conftest import NOON
from tests.competition.standing.pairing_world import DAY, MINUTE, finish_games, give_rating, list_met, read, stand_for
from tests.factories import GameFactory, UserFactory

pytestmark = pytest.mark.django_db
EITHER = {Side.FIRST, Side.SECOND}


# --- The table of the rules --------------------------------------------------------------------------------------
@pytest.fixture
def table():
    stand_for("ann", 1500)
    stand_for("bob", 1590, within=150)
    stand_for("cid", 1720, within=400, waited=3.5, presets=("days-7", "days-3"))
    stand_for("dee", 1480, within=50, waited=1, side="first")
    stand_for("eve", 1465, waited=0.5, side="first")
    stand_for("fay", 2100, waited=9)
    stand_for("gus", 1500, waited=2, limits=Limits(on_time_least=90))
    hal = stand_for("hal", 1520, waited=2).owner
    finish_games(hal, kept=42, late=8)
    return hal


@pytest.mark.parametrize("is_stored", [False, True])
def test_cid_meets_hal_and_gus_meets_ann_and_a_day_later_eve_meets_bob(table, is_stored):
    if is_stored:
        punctuality.store([table.pk], now=NOON)
    assert pair(now=NOON) == 2
    assert list_met() == [("cid", "hal"), ("gus", "ann")]
    assert {game.clock_control for game in Game.objects.filter(arranged="standing")} == {clock.Days(3)}
    assert pair(now=NOON + DAY - MINUTE) == 0
    assert pair(now=NOON + DAY) == 1
    assert list_met()[2:] == [("eve", "bob")]
    assert pair(now=NOON + DAY + MINUTE) == 0


# --- The game ----------------------------------------------------------------------------------------------------
def start(**terms) -> Game:
    """Of Ann, who has waited longer and has the first of these terms, and Bob, who has the second."""
    for name, waited, number in (("ann", 2, 0), ("bob", 1, 1)):
        stand_for(name, waited=waited, **{key: both[number] for key, both in terms.items()})
    assert pair(now=NOON) == 1
    return Game.objects.get(arranged="standing")


def side_of(game: Game, name: str) -> Side:
    return Side(Seat.objects.get(game=game, user__username=name).side)


def test_the_control_is_the_first_of_the_longer_waiting_that_the_other_has():
    game = start(presets=(["bank", "days-7", "days-3"], ["days-3", "days-7"]))
    assert game.clock_control == clock.Days(7)


@pytest.mark.parametrize("days", [(14, 30), (30, 14)])
def test_the_vacation_is_the_smaller(days):
    assert start(vacation_days=days).vacation_days == 14


@pytest.mark.parametrize(("wished", "kept"), [((True, True), True), ((True, False), False), ((False, True), False)])
def test_weekends_are_off_if_both_want_it(wished, kept):
    assert all(bool(seat.weekend) == kept for seat in start(weekends=wished).seats.all())


@pytest.mark.parametrize(
    ("wished", "of_ann"),
    [
        (("first", "random"), Side.FIRST),
        (("random", "first"), Side.SECOND),
        (("second", "first"), Side.SECOND),
        (("first", "second"), Side.FIRST),
    ],
)
def test_sides_are_as_wished(wished, of_ann):
    assert side_of(start(side=wished), "ann") == of_ann


def test_without_a_wish_the_two_alternate_from_one_game_to_the_next():
    game = start()
    sides = [side_of(game, "ann")]
    for number in range(1, 4):
        play.resign(game.pk, side=Side.FIRST)
        assert pair(now=NOON + number * MINUTE) == 1
        game = Game.objects.latest("pk")
        sides.append(side_of(game, "ann"))
    assert all({one, next_one} == EITHER for one, next_one in pairwise(sides))


def test_in_master_there_is_a_throw_and_wishes_for_a_side_do_not_apply():
    ann, bob = (stand_for(name, ruleset_slug="master") for name in ("ann", "bob"))
    type(ann.challenge).objects.filter(pk__in=[ann.challenge_id, bob.challenge_id]).update(side="first")
    assert pair(now=NOON) == 1
    assert Game.objects.get().opening


def test_it_is_an_ordinary_game_of_the_challenge_of_the_longer_waiting():
    ann, bob = stand_for("ann", waited=1, rated=True), stand_for("bob", rated=True)
    pair(now=NOON)
    game = Game.objects.get()
    assert (game.challenge_id, game.rated, game.arranged, game.started_at) == (ann.challenge_id, True, "standing", NOON)
    found = game.standing_game
    assert (found.standing, found.other_standing, found.one, found.other) == (ann, bob, ann.owner, bob.owner)
    assert read(ann).waiting_since == read(bob).waiting_since == NOON
    assert read(ann).challenge.status == read(bob).challenge.status == "pending"
    assert [read(each).challenge.withheld for each in (ann, bob)] == [True, True]


def test_both_are_told_once_of_the_game_and_not_of_its_first_turn(receiving):
    found, turns = receiving(events.game_found), receiving(turn_started)
    game = start()
    assert [(told["game_id"], sorted(told["user_ids"])) for told in found] == [
        (game.pk, sorted(game.seats.values_list("user", flat=True)))
    ]
    assert [told["turn"].is_told for told in turns] == [True]


@pytest.fixture
def receiving():
    """What a signal told, from now on."""
    connected = []

    def hear(signal) -> list[dict]:
        heard: list[dict] = []

        def note(**told) -> None:
            heard.append(told)

        signal.connect(note, weak=False)
        connected.append((signal, note))
        return heard

    yield hear
    for signal, note in connected:
        signal.disconnect(note)


# --- Who does not meet -------------------------------------------------------------------------------------------
def test_two_do_not_meet_where_one_blocks_the_other_and_look_further():
    ann, bob = stand_for("ann", 1500, waited=1), stand_for("bob", 1500)
    stand_for("cid", 1550)
    blocks.make(bob.owner, ann.owner, mute=False, now=NOON)
    pair(now=NOON)
    assert list_met() == [("ann", "cid")]


def test_a_mute_keeps_nobody_apart():
    ann, bob = stand_for("ann"), stand_for("bob")
    blocks.make(bob.owner, ann.owner, mute=True, now=NOON)
    assert pair(now=NOON) == 1


def test_two_of_one_player_do_not_meet(alice):
    stand_for(alice, side="first", presets=("days-3",))
    stand_for(alice, side="second", presets=("days-7",))
    assert pair(now=NOON) == 0


def test_whoever_wants_no_pairing_is_left_alone():
    quiet, keen = stand_for("ann", pairs=False), stand_for("bob")
    assert pair(now=NOON) == 0
    assert (read(quiet).look_at, read(keen).look_at) == (None, NOON + DAY)


def test_two_meet_again_only_when_their_game_is_over():
    stand_for("ann", keep=5), stand_for("bob", keep=5)
    assert pair(now=NOON) == 1
    assert pair(now=NOON + MINUTE) == pair(now=NOON + DAY) == 0
    play.resign(Game.objects.get().pk, side=Side.FIRST, now=NOON + DAY)
    assert pair(now=NOON + DAY + MINUTE) == 1


def test_after_twelve_rated_games_in_90_days_two_look_further():
    ann, bob = stand_for("ann", 1500, rated=True, waited=1), stand_for("bob", 1500, rated=True)
    stand_for("cid", 1590, rated=True)
    for _ in range(12):
        GameFactory(first=ann.owner, second=bob.owner, rated=True, now=NOON - DAY)
    assert pair(now=NOON) == 1
    assert list_met() == [("ann", "cid")]


def test_whoever_is_provisional_does_not_meet_who_asks_for_established_ratings():
    ann = stand_for("ann", 1500, limits=Limits(established_only=True))
    bob = stand_for("bob")
    assert pair(now=NOON) == 0
    give_rating(bob.owner, 1500)
    assert pair(now=NOON + DAY) == 1
    assert list_met() == [("ann", "bob")]
    assert not read(ann).paused


def test_who_has_no_rating_counts_as_1500():
    stand_for("ann", 1601), stand_for("bob", 1600), stand_for(UserFactory(username="cid"), waited=1, side="first")
    assert pair(now=NOON) == 1
    assert list_met() == [("cid", "bob")]
