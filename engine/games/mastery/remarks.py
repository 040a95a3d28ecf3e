"""What a turn of Mastery brings about that its text does not say, and who controls whom."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce

from engine.contract import Overlay, Side
from engine.games.mastery.state import State
from engine.games.mastery.tables import BOARD, MASTER, OFFICER, PAWN
from engine.games.mastery.text import KIND_NAMES
from engine.words import Said, Sentence

NO_OFFICERS = Sentence("no_officers", "{side} has no Officers left, and cannot control for as long as that lasts.")
NO_PAWNS = Sentence("no_pawns", "{side} has no Pawns left, and cannot control for as long as that lasts.")
NEITHER = Sentence("neither", "{side} has no Officers and no Pawns left, and cannot control for as long as that lasts.")
POWER_BACK = Sentence("power_back", "{side} has Officers and Pawns again, and can control again.")
LACKING = {(OFFICER,): NO_OFFICERS, (PAWN,): NO_PAWNS, (OFFICER, PAWN): NEITHER}

CONTROLS = Sentence("controls", "controls {subjects}")
CONTROLLED = Sentence("controlled", "controlled by {side}")
BOTH = Sentence("both", "{one}, {other}")
"""Several notes on one piece."""
SUBJECT = Sentence("subject", "the {piece} on {square}")


def remark(before: State, after: State, *, sides: Sequence[str]) -> Iterator[Said]:
    """Sentences, one for each side whose power changed."""
    for side in Side:
        had, has = find_lacking(before, side), find_lacking(after, side)
        if has and not had:
            yield LACKING[has](side=sides[side])
        elif had and not has:
            yield POWER_BACK(side=sides[side])


def find_lacking(position: State, side: Side) -> tuple[int, ...]:
    """Which of the two kinds that control needs a side is without."""
    return tuple(kind for kind in (OFFICER, PAWN) if not position.armies()[side][kind])


def note(position: State, overlays: Iterable[Overlay], *, sides: Sequence[str]) -> dict[str, Said]:
    """By square, what a piece controls and by which side it is controlled."""
    notes: dict[str, list[Said]] = {}
    for zone in overlays:
        source = BOARD.bit[str(zone.source)]
        subjects = [*_list_subjects(position, zone, master=bool(position.armies()[zone.side][MASTER] & source))]
        if subjects:
            told = [SUBJECT(piece=KIND_NAMES[kind], square=square) for kind, square in subjects]
            notes.setdefault(str(zone.source), []).insert(0, CONTROLS(subjects=told))
        for _, square in subjects:
            said = CONTROLLED(side=sides[zone.side])
            if said not in notes.setdefault(square, []):
                notes[square].append(said)
    return {square: reduce(lambda one, other: BOTH(one=one, other=other), said) for square, said in notes.items()}


def _list_subjects(position: State, zone: Overlay, *, master: bool) -> Iterator[tuple[int, str]]:
    """The enemy pieces in a zone that obey: Pawns, and Officers where it is a Master's."""
    army = position.armies()[zone.side.other]
    for square in zone.squares:
        for kind in (OFFICER, PAWN) if master else (PAWN,):
            if army[kind] & BOARD.bit[square]:
                yield kind, square
