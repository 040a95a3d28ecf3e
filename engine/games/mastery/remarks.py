"""What a turn of Mastery brings about that its text does not say, and who controls whom."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.contract import Overlay, Side
from engine.games.mastery.state import State
from engine.games.mastery.tables import BOARD, MASTER, OFFICER, PAWN
from engine.games.mastery.text import KIND_NAMES

SERVANTS = ((1, "Officers"), (2, "Pawns"))


def remark(before: State, after: State, *, sides: Sequence[str]) -> Iterator[str]:
    """Sentences, one for each side whose power changed."""
    for side in Side:
        had, has = find_lacking(before, side), find_lacking(after, side)
        if has and not had:
            yield f"{sides[side]} has no {' and no '.join(has)} left, and cannot control for as long as that lasts."
        elif had and not has:
            yield f"{sides[side]} has Officers and Pawns again, and can control again."


def find_lacking(position: State, side: Side) -> list[str]:
    """Which of the two kinds that control needs a side is without."""
    return [name for kind, name in SERVANTS if not position.armies()[side][kind]]


def note(position: State, overlays: Iterable[Overlay], *, sides: Sequence[str]) -> dict[str, str]:
    """By square, what a piece controls and by which side it is controlled."""
    notes: dict[str, list[str]] = {}
    for zone in overlays:
        source = BOARD.bit[str(zone.source)]
        subjects = [*_list_subjects(position, zone, master=bool(position.armies()[zone.side][MASTER] & source))]
        if subjects:
            told = " and ".join(f"the {KIND_NAMES[kind]} on {square}" for kind, square in subjects)
            notes.setdefault(str(zone.source), []).insert(0, f"controls {told}")
        for _, square in subjects:
            told = f"controlled by {sides[zone.side]}"
            if told not in notes.setdefault(square, []):
                notes[square].append(told)
    return {square: ", ".join(told) for square, told in notes.items()}


def _list_subjects(position: State, zone: Overlay, *, master: bool) -> Iterator[tuple[int, str]]:
    """The enemy pieces in a zone that obey: Pawns, and Officers where it is a Master's."""
    army = position.armies()[zone.side.other]
    for square in zone.squares:
        for kind in (OFFICER, PAWN) if master else (PAWN,):
            if army[kind] & BOARD.bit[square]:
                yield kind, square
