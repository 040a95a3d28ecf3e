"""The list of a game's turns in words: its rows, what was done about offers, what the chat tells of turns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import pairwise
from typing import NamedTuple

from core.language import find_language
from core.words import Said, form
from engine.contract import Side
from engine.optional import Announces
from games import drawn
from games.models import Game, OfferRecord
from games.play.offers import registry
from games.play.offers.contract import OfferKind
from games.reading.state import GameState
from games.reading.turns import Played
from games.telling.played import tell_in


class Row(NamedTuple):
    """A turn in the list: everything that its fragment shows."""

    ply: int
    """Its number, as the page counts: after turn 19, row 19 is the current one."""
    side: int
    text: str
    told: str
    """The same in sentences; empty where the turn before it is not known."""
    remarks: tuple[str, ...]
    """What the rules remark on it."""
    address: str
    """The address of the game's page."""
    query: str
    current: bool
    """Whether the board shows the position after it."""
    offers: tuple[str, ...]
    """What was done about offers between it and the next turn."""


def list_rows(
    game: Game,
    turns: Sequence[Played],
    *,
    shown: int,
    query: str,
    offers: Mapping[int, tuple[str, ...]],
    side: Side | int | None = None,
) -> list[Row]:
    """A row for each turn, as a player of this side reads it, with what was done about offers after it.

    The turn before a window has no row: it is only needed to tell from where the next one started.
    """
    ruleset, address, language = game.ruleset, game.get_absolute_url(), find_language()
    rows = []
    for before, turn in _with_before(game, turns):
        told, remarks = tell_in(language, ruleset, before, turn.text, turn.position_text, side)
        is_shown, after = turn.ply == shown, offers.get(turn.ply, ())
        rows.append(Row(turn.ply, turn.side, turn.text, told, remarks, address, query, is_shown, after))
    return rows


def tell_offers(state: GameState) -> dict[int, tuple[str, ...]]:
    """What was done about offers, by the number of the turn before it; by 0, what was done before the first turn.

    A turn that was taken back and the one in its place have the same number, so the time decides.
    """
    turns, names = state.turns, state.seats.names
    start = turns[0].ply - 1 if turns else 0
    told: dict[int, tuple[str, ...]] = {}
    for ply, side, name, step, done_at in state.around.offers:
        if kind := registry.OFFERS.find(name):
            after = max((turn.ply for turn in turns if turn.ply <= ply and turn.played_at <= done_at), default=start)
            told[after] = (*told.get(after, ()), str(tell_step(kind, step, name=names[side])))
    return told


def announce_turns(game: Game, turns: Sequence[Played]) -> list[tuple[datetime, str]]:
    """What the chat tells of these turns, and when each was played."""
    ruleset = game.ruleset
    if not isinstance(ruleset, Announces):
        return []
    told: list[tuple[datetime, str]] = []
    for one, turn in pairwise(turns):
        before, after = (drawn.read_position(ruleset, each.position_text) for each in (one, turn))
        told += [(turn.played_at, form(said)) for said in ruleset.announce(before, turn.text, after)]
    return told


def tell_step(kind: OfferKind, step: str, *, name: str) -> Said:
    """What a player did: “Anna offered a draw.”, “Anna declined the offer of a draw.”"""
    told = {
        OfferRecord.Step.MADE: kind.told_made,
        OfferRecord.Step.WITHDRAWN: kind.told_withdrawn,
        OfferRecord.Step.DECLINED: kind.told_declined,
        OfferRecord.Step.ACCEPTED: kind.told_accepted,
    }
    return told[OfferRecord.Step(step)](name=name)


def _with_before(game: Game, turns: Sequence[Played]) -> Iterator[tuple[str, Played]]:
    """Each turn whose earlier position is known, after that position."""
    if not turns:
        return
    if turns[0].ply == 1:
        before = game.ruleset.start(**game.options).text()
    else:
        before, turns = turns[0].position_text, turns[1:]
    for turn in turns:
        yield before, turn
        before = turn.position_text
