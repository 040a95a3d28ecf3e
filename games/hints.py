"""Hints on the practice board: what a computer would play, and what that wins. Never about a running game."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from threading import BoundedSemaphore

from django.db import transaction
from django.utils import timezone

from accounts.limiting.spending import spend
from core.places import take
from core.refusal import Refusal
from core.words import Said
from engine.contract import Outcome, Position, Ruleset, Side
from engine.search.hinting import Hint, choose_level, find_hint
from engine.search.playing import number_levels
from engine.search.settings import stop_after
from games.fairness import FROM_PLY, is_near_own, stands
from games.telling import find_ending
from games.telling.played import tell_staged
from games.words import hints as words
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
    refused = refusals.BUSY()
    with take(_asking, timeout=0, refused=refused), take(_searching, timeout=WAITS, refused=refused):
        stop = stop_after(LASTS, clock=time.monotonic)
        return find_hint(positions[ply], ruleset=ruleset, history=positions[:ply], stop=stop)


def play_out(position: Position, turns: Sequence[str]) -> Iterator[Position]:
    for turn in turns:
        position = position.play(turn)
        yield position


# --- In words ----------------------------------------------------------------------------------------------------
def tell(ruleset: Ruleset, line: Sequence[Position], hint: Hint) -> Iterator[str]:
    """What the turn does, what it leads to, and how the game is then. `line` starts with the position asked about."""
    mover = line[0].turn
    yield tell_staged(ruleset, line[0], hint.turns[0], line[1])
    if outcome := line[1].outcome():
        yield str(say_end(ruleset, outcome, mover=mover))
        return
    if len(hint.turns) > 1:
        yield str(words.ANSWER(turn=hint.turns[1]))
    if len(hint.turns) > 2 and len(line) > 3:
        end = line[3].outcome()
        turn = hint.turns[2]
        yield str(say_end(ruleset, end, mover=mover, turn=turn) if end else words.THEN(turn=turn))
    if hint.wins or hint.loses:
        winner = mover if hint.wins else mover.other
        yield str(words.FORCES(side=ruleset.sides[winner], turns=max(2, hint.plies)))
    else:
        yield str(say_score(ruleset, hint.score, mover=mover))


def say_end(ruleset: Ruleset, outcome: Outcome, *, mover: Side, turn: str = "") -> Said:
    """How a turn of the mover ends the game: the hint, or a later one of theirs."""
    if outcome.winner is None:
        return words.THEN_DRAWS(turn=turn) if turn else words.DRAWS()
    how = find_ending(ruleset, outcome.termination).told(loser=ruleset.sides[outcome.winner.other])
    if turn:
        return (words.THEN_WINS if outcome.winner == mover else words.THEN_LOSES)(turn=turn, how=how)
    return (words.WINS if outcome.winner == mover else words.LOSES)(how=how)


def say_score(ruleset: Ruleset, score: int, *, mover: Side) -> Said:
    """How the game is by the score of a search, from the mover's side."""
    if abs(score) <= EVEN:
        return words.EVEN()
    better = words.SLIGHTLY_BETTER if abs(score) <= SLIGHT else words.CLEARLY_BETTER
    sentence = better if abs(score) <= CLEAR else words.WINNING
    return sentence(side=ruleset.sides[mover if score > 0 else mover.other])
