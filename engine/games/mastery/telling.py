"""What a turn of Mastery did, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.contract import Side
from engine.games.mastery.state import State
from engine.games.mastery.tables import LETTERS, OFFICER, PAWN, TURNS, Army
from engine.games.mastery.text import KIND_NAMES
from engine.telling import Happened, Happening
from engine.words import Sentence

MOVED = Happening(
    Sentence("mastery_moved_mover", "You moved your {piece} from {start} to {end}."),
    Sentence("mastery_moved_other", "{mover} moved its {piece} from {start} to {end}."),
    Sentence("mastery_moved_watcher", "{mover} moved its {piece} from {start} to {end}."),
    Sentence("mastery_moved_planner", "Your {piece} on {start} will move to {end}."),
)
CAPTURED = Happening(
    Sentence("mastery_captured_mover", "Your {piece} on {start} captured {other}’s {taken} on {end}."),
    Sentence("mastery_captured_other", "{mover}’s {piece} on {start} captured your {taken} on {end}."),
    Sentence("mastery_captured_watcher", "{mover}’s {piece} on {start} captured {other}’s {taken} on {end}."),
    Sentence("mastery_captured_planner", "Your {piece} on {start} will capture {other}’s {taken} on {end}."),
)
DEVOURED = Happening(
    Sentence("mastery_devoured_mover", "Your {piece} on {start} devoured your own {taken} on {end}."),
    Sentence("mastery_devoured_other", "{mover}’s {piece} on {start} devoured its own {taken} on {end}."),
    Sentence("mastery_devoured_watcher", "{mover}’s {piece} on {start} devoured its own {taken} on {end}."),
    Sentence("mastery_devoured_planner", "Your {piece} on {start} will devour your own {taken} on {end}."),
)
CONTROLLED = Happening(
    Sentence("mastery_controlled_mover", "You took control of {other}’s {piece} on {start} and moved it to {end}."),
    Sentence("mastery_controlled_other", "{mover} took control of your {piece} on {start} and moved it to {end}."),
    Sentence(
        "mastery_controlled_watcher", "{mover} took control of {other}’s {piece} on {start} and moved it to {end}."
    ),
    Sentence(
        "mastery_controlled_planner", "You will take control of {other}’s {piece} on {start} and move it to {end}."
    ),
)
CONTROLLED_TO_CAPTURE = Happening(
    Sentence(
        "mastery_controlled_to_capture_mover",
        "You took control of {other}’s {piece} on {start}: it captured {other}’s {taken} on {end}.",
    ),
    Sentence(
        "mastery_controlled_to_capture_other",
        "{mover} took control of your {piece} on {start}: it captured your {taken} on {end}.",
    ),
    Sentence(
        "mastery_controlled_to_capture_watcher",
        "{mover} took control of {other}’s {piece} on {start}: it captured {other}’s {taken} on {end}.",
    ),
    Sentence(
        "mastery_controlled_to_capture_planner",
        "You will take control of {other}’s {piece} on {start}: it will capture {other}’s {taken} on {end}.",
    ),
)
RETURNED = Happening(
    Sentence("mastery_returned_mover", "You returned a captured {piece} to {square}."),
    Sentence("mastery_returned_other", "{mover} returned a captured {piece} to {square}."),
    Sentence("mastery_returned_watcher", "{mover} returned a captured {piece} to {square}."),
    Sentence("mastery_returned_planner", "You will return a captured {piece} to {square}."),
)
LOST_POWER = Happening(
    Sentence("mastery_lost_power_mover", "{other} has no {pieces} left, and cannot control for as long as that lasts."),
    Sentence("mastery_lost_power_other", "You have no {pieces} left, and cannot control for as long as that lasts."),
    Sentence(
        "mastery_lost_power_watcher", "{other} has no {pieces} left, and cannot control for as long as that lasts."
    ),
    Sentence(
        "mastery_lost_power_planner",
        "{other} will have no {pieces} left, and cannot control for as long as that lasts.",
    ),
)
GAVE_UP_POWER = Happening(
    Sentence("mastery_gave_up_power_mover", "You have no {pieces} left, and cannot control for as long as that lasts."),
    Sentence(
        "mastery_gave_up_power_other", "{mover} has no {pieces} left, and cannot control for as long as that lasts."
    ),
    Sentence(
        "mastery_gave_up_power_watcher", "{mover} has no {pieces} left, and cannot control for as long as that lasts."
    ),
    Sentence(
        "mastery_gave_up_power_planner",
        "You will have no {pieces} left, and cannot control for as long as that lasts.",
    ),
)
REGAINED_POWER = Happening(
    Sentence("mastery_regained_power_mover", "You have Officers and Pawns again, and can control again."),
    Sentence("mastery_regained_power_other", "{mover} has Officers and Pawns again, and can control again."),
    Sentence("mastery_regained_power_watcher", "{mover} has Officers and Pawns again, and can control again."),
    Sentence("mastery_regained_power_planner", "You will have Officers and Pawns again, and can control again."),
)


def tell(before: State, move: str, after: State, *, sides: Sequence[str]) -> Iterator[Happened]:
    """The move, what was put back, and whose power of control that took or gave back."""
    text, _, returned = move.partition("+")
    turn, names = TURNS[text], {"mover": sides[before.turn], "other": sides[before.turn.other]}
    told = {"piece": KIND_NAMES[turn.kind], "start": text[-5:-3], "end": text[-2:], **names}
    if not turn.takes:
        yield (CONTROLLED if turn.control else MOVED)(**told)
    else:
        devours = bool(sum(before.own) & turn.end)
        taken = name_on(before.own if devours else before.foe, turn.end)
        capture = CONTROLLED_TO_CAPTURE if turn.control else CAPTURED
        yield (DEVOURED if devours else capture)(taken=taken, **told)
    if returned:
        yield RETURNED(piece=KIND_NAMES[LETTERS.index(returned[0])], square=returned[1:], **names)
    yield from tell_power(before, after, names)


def name_on(army: Army, square: int) -> str:
    """The name of the piece of this side on a square. Raises KeyError where there is none."""
    for name, pieces in zip(KIND_NAMES, army, strict=True):
        if pieces & square:
            return name
    raise KeyError(square)


def tell_power(before: State, after: State, names: dict[str, str]) -> Iterator[Happened]:
    """Which side can no longer control, or can again, which only the mover can. Nothing once the game is over."""
    if after.loser() is not None:
        return
    mover = before.turn
    for side in Side:
        had, has = name_lacking(before, side), name_lacking(after, side)
        if has and not had:
            yield (GAVE_UP_POWER if side is mover else LOST_POWER)(pieces=has, **names)
        elif had and not has:
            yield REGAINED_POWER(**names)


def name_lacking(position: State, side: Side) -> str:
    """The kind that control needs and that a side is without; a side without both has lost."""
    army = position.armies()[side]
    return "" if army[OFFICER] and army[PAWN] else "Pawns" if army[OFFICER] else "Officers"
