"""Hints on the practice board: what a computer would play, and what that wins. Never about a running game."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from threading import BoundedSemaphore, Semaphore

from django.db import transaction
from django.utils import timezone

from accounts.limiting.spending import spend
from core.refusal import Refusal
from engine.contract import Outcome, Position, Ruleset, Side
from engine.search.hinting import Hint, choose_level, find_hint
from engine.search.playing import number_levels
from engine.search.settings import stop_after
from games.fairness import FROM_PLY, is_near_own, stands
from games.words import refusals

LASTS = 1.0
"""Seconds of a search at most. A game with a search tree of its own takes a tenth of that."""
WAITS = 3.0
"""Seconds to wait for the hints of others. They are given one after another, so that the processor is left for
pages."""
MOST_WAITING = 2
"""The most players who wait at once. Any more are refused at once, so that hints never take all threads of a
process."""
EVEN, SLIGHT, CLEAR = 60, 250, 700
"""The bounds up to which a score is called even, slightly better and clearly better; beyond the last it is winning."""
NUMBERS = ("no", "a", "two", "three", "four", "five", "six")

_searching = BoundedSemaphore(1)
_asking = BoundedSemaphore(1 + MOST_WAITING)


@dataclass(frozen=True, slots=True)
class Told:
    """A hint as it is shown; `level` is the number of the one that gives it."""

    turn: str
    level: int
    sentences: tuple[str, ...]


def give(
    ruleset: Ruleset,
    positions: Sequence[Position],
    *,
    ply: int,
    player: int | None,
    now: datetime | None = None,
) -> Told | None:
    """The hint for the side to move after `ply` turns of a line; None where nothing can be played. `player` is the
    account that asks: without one nobody could tell whether they ask about a game of their own.

    Raises Refusal: no_account; running, where a position of the line, or of what is expected to follow, stands in a
    running game, or where it is near to one of their own; too_often; busy.
    """
    if player is None:
        raise Refusal(refusals.NO_ACCOUNT(), status=403)
    with transaction.atomic():  # first, so that nobody tries position after position to see which are being played
        spend("hint", now=now or timezone.now(), sender=player)
    refuse_running(ruleset, positions)
    if is_near_own(ruleset, [positions[ply]], players=[player]):
        raise Refusal(refusals.RUNNING(), status=403)
    hint = _search(ruleset, positions, ply=ply)
    if hint is None:
        return None
    line = [positions[ply], *play_out(positions[ply], hint.turns)]
    refuse_running(ruleset, line[1:])
    level = number_levels(ruleset)[choose_level(ruleset).name]
    return Told(hint.turns[0], level, tuple(tell(ruleset, line, hint)))


def refuse_running(ruleset: Ruleset, positions: Sequence[Position]) -> None:
    if stands(ruleset, positions):
        raise Refusal(refusals.RUNNING_SOMEWHERE(from_ply=FROM_PLY), status=403)


def _search(ruleset: Ruleset, positions: Sequence[Position], *, ply: int) -> Hint | None:
    with take(_asking, timeout=0), take(_searching, timeout=WAITS):
        stop = stop_after(LASTS, clock=time.monotonic)
        return find_hint(positions[ply], ruleset=ruleset, history=positions[:ply], stop=stop)


@contextmanager
def take(places: Semaphore, *, timeout: float) -> Iterator[None]:
    """Holds one of the places. Raises Refusal: busy, where none is free within so many seconds."""
    if not places.acquire(timeout=timeout):
        raise Refusal(refusals.BUSY(), status=503)
    try:
        yield
    finally:
        places.release()


def play_out(position: Position, turns: Sequence[str]) -> Iterator[Position]:
    for turn in turns:
        position = position.play(turn)
        yield position


# --- In words ----------------------------------------------------------------------------------------------------
def tell(ruleset: Ruleset, line: Sequence[Position], hint: Hint) -> Iterator[str]:
    """What the turn does, what it leads to, and how the game is then. `line` starts with the position asked about."""
    mover = line[0].turn
    if outcome := line[1].outcome():
        yield tell_end(ruleset, outcome, mover=mover)
        return
    changes = [tell_change(ruleset, before, after) for before, after in pairwise(line)]
    yield f"It {changes[0]}." if changes[0] else "It takes nothing at once."
    if len(hint.turns) > 1:
        yield " ".join(tell_following(ruleset, line, hint, changes))
    if hint.wins or hint.loses:
        winner = mover if hint.wins else mover.other
        yield f"{ruleset.sides[winner]} can force a win within {max(2, hint.plies)} turns."
    else:
        yield tell_score(ruleset, hint.score, mover=mover)


def tell_end(ruleset: Ruleset, outcome: Outcome, *, mover: Side) -> str:
    if outcome.winner is None:
        return "It ends the game as a draw."
    loser = ruleset.sides[outcome.winner.other]
    how = ruleset.terminations.get(outcome.termination, outcome.termination)
    return f"It {'wins' if outcome.winner == mover else 'loses'} the game: {loser} {how}."


def tell_following(ruleset: Ruleset, line: Sequence[Position], hint: Hint, changes: Sequence[str]) -> Iterator[str]:
    """What is expected to follow: the answer, and the turn after it."""
    answer = f", which {changes[1]}" if changes[1] else ""
    yield f"Expected answer: {hint.turns[1]}{answer}."
    if len(hint.turns) > 2 and len(line) > 3:
        end = line[3].outcome()
        then = tell_end(ruleset, end, mover=line[0].turn)[3:-1] if end else changes[2]
        yield f"Then {hint.turns[2]}{f' {then}' if then else ' could follow'}."


def tell_change(ruleset: Ruleset, before: Position, after: Position) -> str:
    """What a turn takes, brings back and gives up: 'takes an Officer and brings back a Pawn'; empty for none of
    these."""
    mover = before.turn
    old, new = count_pieces(before), count_pieces(after)
    lost, won = old - new, new - old
    parts = (
        ("takes", {kind: number for (side, kind), number in lost.items() if side != mover}),
        ("gives up", {kind: number for (side, kind), number in lost.items() if side == mover}),
        ("brings back", {kind: number for (side, kind), number in won.items() if side == mover}),
    )
    return " and ".join(f"{verb} {tell_pieces(ruleset, pieces)}" for verb, pieces in parts if pieces)


def count_pieces(position: Position) -> Counter[tuple[Side, str]]:
    return Counter((piece.side, piece.kind) for piece in position.pieces())


def tell_pieces(ruleset: Ruleset, pieces: dict[str, int]) -> str:
    """'an Officer and two Pawns'."""
    return " and ".join(tell_number(ruleset.kinds[kind], number) for kind, number in pieces.items())


def tell_number(name: str, number: int) -> str:
    if number == 1:
        return f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"
    return f"{NUMBERS[number] if number < len(NUMBERS) else number} {name}s"


def tell_score(ruleset: Ruleset, score: int, *, mover: Side) -> str:
    if abs(score) <= EVEN:
        return "The game is about even then."
    side = ruleset.sides[mover if score > 0 else mover.other]
    much = "slightly better" if abs(score) <= SLIGHT else "clearly better" if abs(score) <= CLEAR else "winning"
    return f"{side} is {much} then."
