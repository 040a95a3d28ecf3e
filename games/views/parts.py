"""What the parts of a game's page show, as values: each part is a fragment, kept by its value."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from datetime import datetime
from typing import NamedTuple

from django.utils.safestring import SafeString, mark_safe

from accounts.people.board_look import BoardLook
from accounts.profile.faces import Face
from engine.contract import Side
from games import clock, drawn, telling
from games.models import Game, Seat
from games.models.queue import PutOff, find_put_off
from games.reading.state import GameState
from games.telling.turns import Row
from games.views.clocks import Dial, read_dial
from games.words import clocks as words


class Bar(NamedTuple):
    """One player's bar at the board, but for what is drawn in it."""

    place: str
    """`top` or `bottom`."""
    face: Face
    name: str
    """Empty for a guest, who alone sees the page of their game."""
    is_computer: bool
    rating: str
    """Empty in a game that is not rated, and for readers who see none."""
    address: str
    side_name: str
    won: bool
    dial: Dial | None
    """The clock of the player to move."""
    bank: str
    """What the clock of the other player keeps, in words."""
    why: str
    """Why their clock is paused; empty if it is not."""
    until: datetime | None
    has_lost: bool
    """Whether pieces of theirs are off the board."""


class Player(NamedTuple):
    """One player's bar with the pieces drawn in it."""

    side: int
    bar: Bar
    chip: SafeString
    tray: SafeString


def list_players(state: GameState, *, flipped: bool, ratings: Mapping[int, str]) -> list[Player]:
    """Both players, the one at the top of the board first."""
    ruleset, text = state.game.ruleset, state.position_text
    return [
        Player(
            side,
            describe_bar(state, state.seats[side], place=place, rating=ratings.get(side, "")),
            mark_safe(drawn.draw_chip(ruleset, side=side)),
            mark_safe(drawn.draw_tray(ruleset, text, side=side)),
        )
        for place, side in zip(("top", "bottom"), (Side(not flipped), Side(flipped)), strict=True)
    ]


def describe_bar(state: GameState, seat: Seat, *, place: str, rating: str) -> Bar:
    game, time, is_now = state.game, state.clocks.by_side[seat.side], state.is_now
    running, user, bank = is_now and not game.is_over, seat.user, ""
    to_move = running and seat.side == game.side_to_move
    if running and not to_move and seat.bank is not None:
        kept = words.IN_RESERVE if isinstance(game.clock_control, clock.Reserve) else words.IN_BANK
        bank = str(kept(length=seat.bank))
    return Bar(
        place,
        user.face,
        "" if user.is_guest else user.shown_name,
        user.is_computer,
        rating,
        "" if user.is_guest else user.get_absolute_url(),
        game.ruleset.sides[seat.side],
        game.is_over and game.winner == seat.side,
        read_dial(game, now=state.now) if to_move else None,
        bank,
        time.why if is_now else "",
        time.until if is_now else None,
        drawn.draw_tray(game.ruleset, state.position_text, side=Side(seat.side)) != "",
    )


class Agreed(NamedTuple):
    """What was agreed on besides time: all that the page shows of it."""

    slug: str
    name: str
    options: tuple[str, ...]
    private: bool
    hidden: bool
    """Whether it is private since staff have hidden it."""
    rated: bool
    started_at: datetime
    other_of_pair: int | None
    """The number of the game that started at once, with the sides swapped."""
    is_second: bool
    """Whether that is the second of the two."""


def describe_agreed(game: Game) -> Agreed:
    ruleset = game.ruleset
    return Agreed(
        ruleset.slug,
        ruleset.name,
        tuple(telling.options_of(game)),
        game.private,
        game.hidden_at is not None,
        game.rated,
        game.started_at,
        other_of_pair=game.paired_with_id,
        is_second=(game.paired_with_id or 0) > game.pk,
    )


class About(NamedTuple):
    """What was agreed on, and the board in words: all that their card shows."""

    agreed: Agreed
    rated: tuple[str, ...]
    """What the end of a running game would change in ratings."""
    legend: Hashable
    pieces_in_words: str
    text_board: str
    position: str


def describe_about(state: GameState, *, rated: tuple[str, ...]) -> About:
    ruleset, text = state.game.ruleset, state.position_text
    return About(
        describe_agreed(state.game), rated, drawn.draw_legend(ruleset), *drawn.describe_board(ruleset, text), text
    )


class TurnList(NamedTuple):
    """The list of turns: all that it shows besides the files of the game."""

    opening: str
    sides: tuple[str, ...]
    rows: tuple[Row, ...]
    offers_first: tuple[str, ...]
    """What was done about offers before the first turn."""
    in_all: int
    """How many turns there are where the list has only the last ones; else 0."""
    query: str


class TurnForm(NamedTuple):
    """What the form of a turn depends on, besides what stands in its fields."""

    is_refused: bool
    follows: bool
    """Whether there is an earlier turn, which the field for text shows as an example."""


class Steps(NamedTuple):
    """What the bar of steps below the board shows, besides numbers of turns."""

    has_earlier: bool
    has_later: bool
    is_now: bool
    turned: bool
    """Whether the reader has turned the board round from how it lies for them."""
    look: BoardLook


class OwnPlace(NamedTuple):
    """Where the game stands in the queue of its player: all that its card shows."""

    my_turn: bool
    put_off: PutOff | None
    pinned: bool
    another: bool
    """Whether another game waits for the player, too."""
    timed: bool
    """Whether the game has a deadline, before which a snoozed one is back."""
    is_folded: bool
    """Whether it is against a computer, which waits for ever."""


def describe_queued(state: GameState) -> OwnPlace | None:
    """For a reader with an account who plays in the game."""
    game, seat = state.game, state.member
    if seat is None:
        return None
    put_off = find_put_off(game, seat, now=state.now) if state.may_move else None
    return OwnPlace(
        state.may_move,
        put_off,
        seat.pinned,
        state.another_waits,
        timed=game.deadline_at is not None,
        is_folded=state.seats.has_computer,
    )
