"""Armed lines and whatever else happens to a game: takebacks, ends, staff, offers; and the clocks after a chain."""

from itertools import permutations

import pytest

from accounts.time_off import vacation
from core.refusal import Refusal
from games import clock, events, play
from games.models import ConditionalLine, OfferRecord
from tests.factories import GameFactory, UserFactory, give_vacation
from tests.games.play.conditional.lines import (
    ANSWER,
    DARK,
    DAY,
    FIRST,
    HOUR,
    LAST,
    LATER,
    LIGHT,
    ROUND,
    SECOND,
    arm,
    fate_of,
    offer,
    play_by_hand,
    refused,
    texts_of,
)
from tests.games.play.conftest import NOON


def accept(game, kind, *, side=LIGHT, now=LATER):
    play.offers.accept(game.pk, kind, side=side, now=now)


# --- Late, hostile, odd ------------------------------------------------------------------------------------------
def take_back(game, *, side=DARK, now=LATER):
    offer(game, "takeback", side=side, now=now)
    accept(game, "takeback", side=side.other, now=now)


def test_the_same_position_later_in_the_game_is_another_moment(game):
    """The opponent left the line, and the board comes to stand as it did: nobody wants to be surprised by that."""
    line = arm(game, FIRST, ANSWER)
    play_by_hand(game, "Mf1-g1", "Me8-f8", "Mg1-f1", "Mf8-e8")
    play_by_hand(game, FIRST)
    assert (texts_of(game).split()[4:], fate_of(line)) == ([FIRST], "armed")


def test_when_the_turn_that_left_the_line_is_taken_back_the_line_is_armed_again(game):
    arm(game, FIRST, ANSWER)
    play_by_hand(game, "Mf1-g1")
    take_back(game, now=NOON)
    assert texts_of(play_by_hand(game, FIRST)) == FIRST  # the takeback was asked for since
    arm(game, ANSWER, SECOND, LAST, now=LATER + HOUR)
    assert texts_of(play_by_hand(game, ANSWER, SECOND)) == " ".join(ROUND)


@pytest.mark.parametrize("by_staff", [False, True])
def test_a_turn_of_a_chain_that_is_taken_back_ends_the_line(game, by_staff):
    line = arm(game, *ROUND, stops=False)
    play_by_hand(game, FIRST)
    if by_staff:
        play.take_back_by_staff(game.pk, turns=2, staff=UserFactory(is_staff=True), reason="A slip", now=LATER)
    else:
        take_back(game)
    assert texts_of(game) == ""
    assert texts_of(play_by_hand(game, FIRST)) == FIRST
    assert texts_of(play_by_hand(game, ANSWER, SECOND)) == " ".join(ROUND[:3])
    assert fate_of(line) == "taken"


def test_staff_take_back_into_a_chain_and_put_it_back(game):
    arm(game, *ROUND)
    arm(game, *ROUND[:3], side=DARK)
    play_by_hand(game, FIRST)
    stood, told = texts_of(game), []
    assert stood == " ".join(ROUND)

    def listen(before, **_):
        told.append(before)

    events.staff_acted.connect(listen)
    play.take_back_by_staff(game.pk, turns=3, staff=UserFactory(is_staff=True), reason="A slip", now=LATER)
    game.refresh_from_db()
    assert (texts_of(game), game.ply, game.side_to_move) == (FIRST, 1, LIGHT)
    stated = {"before": told[0], "revision": game.revision, "taken_back_at": LATER}
    play.put_turns_back(game.pk, **stated, staff=UserFactory(is_staff=True), reason="My slip", now=LATER + HOUR)
    assert texts_of(game) == stood
    play.take_back_by_staff(game.pk, turns=3, staff=UserFactory(is_staff=True), reason="A slip", now=LATER + HOUR)
    assert texts_of(play_by_hand(game, ANSWER, now=LATER + HOUR)) == f"{FIRST} {ANSWER}"


def test_lines_that_ended_as_staff_took_turns_back_act_again_once_these_are_put_back(game):
    """Those alone: what had ended before stays ended."""
    told = []

    def listen(before, **_):
        told.append(before)

    play_by_hand(game, FIRST)
    ended, line = (arm(game, *turns, side=DARK) for turns in ((ANSWER, SECOND), ("Mc8-a8", "Mc1-b1")))
    ConditionalLine.objects.filter(pk=ended.pk).update(stopped="wrote", awaits="")
    events.staff_acted.connect(listen)
    play.take_back_by_staff(game.pk, turns=1, staff=UserFactory(is_staff=True), reason="A slip", now=LATER)
    assert fate_of(line) == "taken"
    game.refresh_from_db()
    stated = {"before": told[0], "revision": game.revision, "taken_back_at": LATER}
    play.put_turns_back(game.pk, **stated, staff=UserFactory(is_staff=True), reason="My slip", now=LATER + HOUR)
    assert (fate_of(ended), fate_of(line)) == ("wrote", "armed")
    assert texts_of(play_by_hand(game, "Mc8-a8", now=LATER + HOUR)) == f"{FIRST} Mc8-a8 Mc1-b1"


# --- Which of several comes first ----------------------------------------------------------------------------------
DEEDS = {
    "turn": lambda game, now: play.play_move(
        game.pk, side=DARK, expected_revision=2, expected_ply=0, text=FIRST, now=now
    ),
    "agreement": lambda game, now: accept(game, "draw", side=DARK, now=now),
    "time": lambda game, now: play.run_out_due(now=now),
}


@pytest.mark.parametrize("is_late", [False, True], ids=["in time", "late"])
@pytest.mark.parametrize("order", list(permutations(DEEDS)), ids=" ".join)
def test_the_first_of_an_answered_turn_an_agreement_and_the_end_of_time_decides(game, order, is_late):
    """Once the time has run out it decides, also where nobody has looked yet: a late turn is played and answered by
    nobody, and a late agreement ends nothing."""
    line = arm(game, FIRST, ANSWER)
    offer(game, "draw", side=LIGHT)
    refusals = {}
    for name in order:
        try:
            DEEDS[name](game, NOON + 5 * DAY if is_late else LATER)
        except Refusal as refusal:
            refusals[name] = refusal.code
    game.refresh_from_db()
    told = (texts_of(game), game.termination, fate_of(line), list(refusals))
    first, then = (name for name in order if name != "time")
    if is_late:
        assert told == ("", "time", "gone", [first, then])
    elif first == "turn":
        assert told == (f"{FIRST} {ANSWER}", "", "done", ["agreement"])
    else:
        assert told == ("", "agreement", "gone", ["turn"])


@pytest.mark.parametrize("kind", ["draw", "more_time", "pause"])
@pytest.mark.parametrize("side", [DARK, LIGHT])
def test_an_offer_made_before_the_last_turn_is_gone_when_a_line_ends_the_game(game, kind, side):
    chosen = {"more_time": {"days": 2}, "pause": {"until": NOON + 9 * DAY}}.get(kind, {})
    arm(game, FIRST, ending="resign", stops=False)
    offer(game, kind, side=side, **chosen)
    play_by_hand(game, FIRST)
    game.refresh_from_db()
    assert (game.termination, game.offers) == ("resignation", {})
    with pytest.raises(Refusal) as refusal:
        accept(game, kind, side=side.other)
    assert refusal.value.code == "over"


def end_by_time(game):
    play.run_out_due(now=NOON + 5 * DAY)


def end_by_agreement(game):
    offer(game, "draw", side=LIGHT)
    accept(game, "draw", side=DARK)


def cancel(game):
    offer(game, "cancel", side=LIGHT)
    accept(game, "cancel", side=DARK)


@pytest.mark.parametrize("end", [end_by_time, end_by_agreement, cancel], ids=["time", "agreement", "cancel"])
def test_a_game_that_has_ended_before_keeps_no_line(game, end):
    line = arm(game, FIRST, ANSWER)
    end(game)
    game.refresh_from_db()
    assert (game.is_over, texts_of(game), fate_of(line)) == (True, "", "gone")
    assert refused(game, FIRST, ANSWER, now=NOON + 6 * DAY) == "over"


@pytest.mark.parametrize("kind", ["draw", "cancel", "takeback"])
def test_a_turn_that_comes_first_declines_what_the_owner_offered_and_the_chain_runs(game, kind):
    play_by_hand(game, FIRST, ANSWER, now=NOON) if kind == "takeback" else None
    turns = ROUND[2:] if kind == "takeback" else ROUND[:2]
    arm(game, *turns)
    offer(game, kind, side=LIGHT)
    play_by_hand(game, turns[0])
    game.refresh_from_db()
    assert texts_of(game).endswith(" ".join(turns))
    assert (kind in game.offers, game.is_over) == (False, False)
    assert OfferRecord.objects.filter(kind=kind, step="declined").count() == 1


def test_a_game_that_staff_reopen_goes_on_without_the_lines_of_before(game):
    arm(game, FIRST, ANSWER)
    play.resign(game.pk, side=DARK, now=NOON)
    play.reopen(game.pk, staff=UserFactory(is_staff=True), reason="A slip", now=LATER)
    assert texts_of(play_by_hand(game, FIRST)) == FIRST


def test_the_same_key_gives_the_turn_by_hand_and_plays_nothing_again(game):
    arm(game, FIRST, ANSWER)
    sent = {"side": DARK, "expected_revision": 1, "text": FIRST, "key": "one", "now": LATER}
    assert [play.play_move(game.pk, **sent).turn.text for _ in range(2)] == [FIRST, FIRST]
    assert texts_of(game) == f"{FIRST} {ANSWER}"


# --- Clocks ------------------------------------------------------------------------------------------------------
def book(game):
    for seat in game.seats.select_related("user"):
        give_vacation(seat.user, days=10, now=NOON)
        vacation.book(seat.user, from_at=NOON + DAY / 2, until_at=NOON + (3 + seat.side) * DAY, now=NOON)


def pause(game):
    offer(game, "pause", side=DARK, until=NOON + 9 * DAY, now=NOON)
    accept(game, "pause", side=LIGHT, now=NOON)


@pytest.mark.parametrize(
    "control",
    [clock.Days(3), clock.Bank(3, 1, 7), clock.Reserve(1, 5), clock.Unlimited()],
    ids=lambda c: type(c).__name__,
)
@pytest.mark.parametrize("between", [lambda game: None, book, pause], ids=["running", "vacation", "pause"])
def test_clocks_after_a_chain_are_those_after_the_same_turns_by_hand(alice, boris, control, between):
    if isinstance(control, clock.Unlimited) and between is pause:
        return
    terms = {"first": alice, "second": boris, "control": control, "vacation_days": 14, "weekends": True, "now": NOON}
    alice.weekend, boris.weekend = "67", "56"
    games = [GameFactory(**terms), GameFactory(**terms)]
    arm(games[0], *ROUND, *ROUND[:2], stops=False)
    arm(games[0], *ROUND, FIRST, side=DARK, stops=False)
    for game in games if between is pause else games[:1]:
        between(game)
    play_by_hand(games[0], FIRST, now=NOON + 2 * DAY)
    play_by_hand(games[1], *ROUND, *ROUND[:2], now=NOON + 2 * DAY)
    told = [tell_rows(game) for game in games]
    assert len(told[0]) == 9
    assert told[0] == told[1]


@pytest.mark.parametrize("control", [clock.Days(3), clock.Bank(3, 1, 7)], ids=lambda c: type(c).__name__)
@pytest.mark.parametrize("between", [book, pause], ids=["vacation", "pause"])
def test_vacation_or_a_pause_in_the_middle_of_a_line_counts_as_between_the_same_turns_by_hand(
    alice, boris, control, between
):
    """Half of the line is played, time stands still for a while, and the rest is played when its moment comes."""
    terms = {"first": alice, "second": boris, "control": control, "vacation_days": 14, "now": NOON - DAY}
    games = [GameFactory(**terms), GameFactory(**terms)]
    line = arm(games[0], *ROUND, now=NOON - DAY, stops=False)
    play_by_hand(games[0], FIRST, now=NOON - HOUR)
    play_by_hand(games[1], FIRST, ANSWER, now=NOON - HOUR)
    assert (texts_of(games[0]), fate_of(line)) == (f"{FIRST} {ANSWER}", "armed")
    for game in games if between is pause else games[:1]:
        between(game)
    play_by_hand(games[0], SECOND, now=NOON + 2 * DAY)
    play_by_hand(games[1], SECOND, LAST, now=NOON + 2 * DAY)
    told = [tell_rows(game) for game in games]
    assert (texts_of(games[0]), fate_of(line)) == (" ".join(ROUND), "done")
    assert told[0] == told[1]


def tell_rows(game) -> list[dict]:
    """All that is stored of a game, its seats and its turns, but what names the one or the other game,
    and that a line played."""
    game.refresh_from_db()
    left_out = {"_state", "id", "game_id", "revision", "armed"}
    rows = [game, *game.seats.order_by("side"), *game.turns.order_by("ply")]
    return [{name: value for name, value in vars(row).items() if name not in left_out} for row in rows]
