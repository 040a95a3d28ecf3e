"""What a turn of Masters did, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.games.masters.movement import NAME
from engine.games.masters.state import State
from engine.games.masters.turn import Turn
from engine.telling import Happened, Happening
from engine.words import Sentence

ACCEPTED = Happening(
    Sentence("masters_accepted_mover", "Your Witch accepted the moves of the {piece}."),
    Sentence("masters_accepted_other", "{mover}’s Witch accepted the moves of the {piece}."),
    Sentence("masters_accepted_watcher", "{mover}’s Witch accepted the moves of the {piece}."),
    Sentence("masters_accepted_planner", "Your Witch will accept the moves of the {piece}."),
)
DECLINED = Happening(
    Sentence("masters_declined_mover", "Your Witch declined the moves of the {piece}."),
    Sentence("masters_declined_other", "{mover}’s Witch declined the moves of the {piece}."),
    Sentence("masters_declined_watcher", "{mover}’s Witch declined the moves of the {piece}."),
    Sentence("masters_declined_planner", "Your Witch will decline the moves of the {piece}."),
)
CLAIMED = Happening(
    Sentence("masters_claimed_mover", "Your Puppeteer took hold of {other}’s {piece} on {square}."),
    Sentence("masters_claimed_other", "{mover}’s Puppeteer took hold of your {piece} on {square}."),
    Sentence("masters_claimed_watcher", "{mover}’s Puppeteer took hold of {other}’s {piece} on {square}."),
    Sentence("masters_claimed_planner", "Your Puppeteer will take hold of {other}’s {piece} on {square}."),
)
MOVED = Happening(
    Sentence("masters_moved_mover", "You moved your {piece} from {start} to {end}."),
    Sentence("masters_moved_other", "{mover} moved its {piece} from {start} to {end}."),
    Sentence("masters_moved_watcher", "{mover} moved its {piece} from {start} to {end}."),
    Sentence("masters_moved_planner", "Your {piece} on {start} will move to {end}."),
)
CAPTURED = Happening(
    Sentence("masters_captured_mover", "Your {piece} on {start} captured {other}’s {taken} on {end}."),
    Sentence("masters_captured_other", "{mover}’s {piece} on {start} captured your {taken} on {end}."),
    Sentence("masters_captured_watcher", "{mover}’s {piece} on {start} captured {other}’s {taken} on {end}."),
    Sentence("masters_captured_planner", "Your {piece} on {start} will capture {other}’s {taken} on {end}."),
)
HELD_MOVED = Happening(
    Sentence("masters_held_moved_mover", "You moved {other}’s {piece}, which you hold, from {start} to {end}."),
    Sentence("masters_held_moved_other", "{mover} moved your {piece}, which it holds, from {start} to {end}."),
    Sentence("masters_held_moved_watcher", "{mover} moved {other}’s {piece}, which it holds, from {start} to {end}."),
    Sentence("masters_held_moved_planner", "{other}’s {piece} on {start}, which you hold, will move to {end}."),
)
HELD_CAPTURED = Happening(
    Sentence(
        "masters_held_captured_mover",
        "{other}’s {piece} on {start}, which you hold, captured {other}’s {taken} on {end}.",
    ),
    Sentence(
        "masters_held_captured_other", "Your {piece} on {start}, which {mover} holds, captured your {taken} on {end}."
    ),
    Sentence(
        "masters_held_captured_watcher",
        "{other}’s {piece} on {start}, which {mover} holds, captured {other}’s {taken} on {end}.",
    ),
    Sentence(
        "masters_held_captured_planner",
        "{other}’s {piece} on {start}, which you hold, will capture {other}’s {taken} on {end}.",
    ),
)
PROMOTED = Happening(
    Sentence("masters_promoted_mover", "Your Scout on {square} was promoted to {piece}."),
    Sentence("masters_promoted_other", "{mover}’s Scout on {square} was promoted to {piece}."),
    Sentence("masters_promoted_watcher", "{mover}’s Scout on {square} was promoted to {piece}."),
    Sentence("masters_promoted_planner", "Your Scout on {square} will be promoted to {piece}."),
)
HELD_PROMOTED = Happening(
    Sentence("masters_held_promoted_mover", "{other}’s Scout on {square} was promoted to {piece}."),
    Sentence("masters_held_promoted_other", "Your Scout on {square} was promoted to {piece}."),
    Sentence("masters_held_promoted_watcher", "{other}’s Scout on {square} was promoted to {piece}."),
    Sentence("masters_held_promoted_planner", "{other}’s Scout on {square} will be promoted to {piece}."),
)
RELEASED = Happening(
    Sentence("masters_released_mover", "Your Puppeteer no longer holds {other}’s {piece} on {square}."),
    Sentence("masters_released_other", "{mover}’s Puppeteer no longer holds your {piece} on {square}."),
    Sentence("masters_released_watcher", "{mover}’s Puppeteer no longer holds {other}’s {piece} on {square}."),
    Sentence("masters_released_planner", "Your Puppeteer will no longer hold {other}’s {piece} on {square}."),
)
FREED = Happening(
    Sentence("masters_freed_mover", "{other}’s Puppeteer no longer holds your {piece} on {square}."),
    Sentence("masters_freed_other", "Your Puppeteer no longer holds {mover}’s {piece} on {square}."),
    Sentence("masters_freed_watcher", "{other}’s Puppeteer no longer holds {mover}’s {piece} on {square}."),
    Sentence("masters_freed_planner", "{other}’s Puppeteer will no longer hold your {piece} on {square}."),
)
OFFERED = Happening(
    Sentence("masters_offered_mover", "{other}’s Witch is offered the moves of the {piece}."),
    Sentence("masters_offered_other", "Your Witch is offered the moves of the {piece}."),
    Sentence("masters_offered_watcher", "{other}’s Witch is offered the moves of the {piece}."),
    Sentence("masters_offered_planner", "{other}’s Witch will be offered the moves of the {piece}."),
)
OFFERED_AND_MUST = Happening(
    Sentence(
        "masters_offered_and_must_mover", "{other}’s Witch is offered the moves of the {piece}, and must accept them."
    ),
    Sentence("masters_offered_and_must_other", "Your Witch is offered the moves of the {piece}, and must accept them."),
    Sentence(
        "masters_offered_and_must_watcher", "{other}’s Witch is offered the moves of the {piece}, and must accept them."
    ),
    Sentence(
        "masters_offered_and_must_planner",
        "{other}’s Witch will be offered the moves of the {piece}, and must accept them.",
    ),
)

Names = Mapping[str, str]


def tell(before: State, turn: Turn, after: State, *, sides: Sequence[str], kinds: Names) -> Iterator[Happened]:
    """What was done in the order in which it counts, then what the settling of the turn changed.

    The claim of a piece that moves in the same turn is judged before the move, any other after it.
    """
    side = before.turn
    names = {"mover": sides[side], "other": sides[side.other]}
    if turn.answer:
        answered = ACCEPTED if turn.answer == "w+" else DECLINED
        yield answered(piece=kinds[before.offer[0]], **names)
    moved = tell_move(before, turn, names, kinds)
    if turn.claim != turn.start:
        yield from moved
    if turn.claim:
        yield CLAIMED(piece=name_on(before, turn.claim, kinds), square=NAME[turn.claim], **names)
    yield from moved
    yield from tell_ended_holds(before, turn, after, names, kinds)
    if after.offer:
        offered = OFFERED_AND_MUST if after.offer[-1] == "!" else OFFERED
        yield offered(piece=kinds[after.offer[0]], **names)


def tell_move(before: State, turn: Turn, names: Names, kinds: Names) -> Iterator[Happened]:
    """Where a piece went, what it took there, and what it became."""
    if not turn.end:
        return
    told = {"piece": name_on(before, turn.start, kinds), "start": NAME[turn.start], "end": NAME[turn.end], **names}
    is_own = bool(turn.start & before.field.masks[before.turn])
    if turn.end in before.field.letters:
        taken = name_on(before, turn.end, kinds)
        yield (CAPTURED if is_own else HELD_CAPTURED)(taken=taken, **told)
    else:
        yield (MOVED if is_own else HELD_MOVED)(**told)
    if turn.promotion:
        became = kinds[turn.promotion]
        yield (PROMOTED if is_own else HELD_PROMOTED)(piece=became, square=NAME[turn.end], **names)


def tell_ended_holds(before: State, turn: Turn, after: State, names: Names, kinds: Names) -> Iterator[Happened]:
    """Which pieces still on the board are no longer held, those of a hold that lasted for this turn alone included."""
    side = before.turn
    held = [
        (RELEASED, side, before.holds[side]),
        (RELEASED, side, turn.claim),
        (FREED, 1 - side, before.holds[1 - side]),
    ]
    for happening, holder, stood in held:
        if not stood or stood == turn.end:
            continue
        stands = turn.end if stood == turn.start else stood
        if after.holds[holder] != stands:
            yield happening(piece=name_on(after, stands, kinds), square=NAME[stands], **names)


def name_on(position: State, square: int, kinds: Names) -> str:
    return kinds[position.field.letters[square].upper()]
