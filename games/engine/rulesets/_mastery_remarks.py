"""What a turn of Mastery brings about that its text does not say: the power of control, lost or regained."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.engine.contract import Side
from games.engine.rulesets._mastery_state import State

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
