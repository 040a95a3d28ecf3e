"""What a turn of Masters brings about: claims made and holds ended, offers made and answered, promotions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.contract import Side
from engine.games.masters.movement import NAME
from engine.games.masters.state import State
from engine.games.masters.turn import Turn


def remark(before: State, turn: Turn, after: State, *, sides: Sequence[str]) -> Iterator[str]:
    """Sentences in the order of the turn: answer, claim, promotion, then what the settling of the turn changed."""
    side = before.turn
    own = sides[side]
    if turn.answer:
        verb = "accepts" if turn.answer == "w+" else "declines"
        yield f"{own}’s witch {verb} the moves of the {before.tables.movement[before.offer[0]].name}."
    if turn.claim:
        yield remark_claim(before, turn.claim, sides=sides)
    if turn.promotion:
        became = before.tables.movement[turn.promotion].name
        yield f"A scout becomes {'an' if became[0] in 'aeiou' else 'a'} {became} on {NAME[turn.end]}."
    for holder in Side:
        held = before.holds[holder] or (holder is side and turn.claim)
        if held and not after.holds[holder]:
            yield f"{sides[holder]}’s puppeteer holds nothing any more."
    if after.offer:
        must = ", and must accept them" if after.offer[-1] == "!" else ""
        name = before.tables.movement[after.offer[0]].name
        yield f"{sides[side.other]}’s witch is offered the moves of the {name}{must}."


def remark_claim(before: State, claim: int, *, sides: Sequence[str]) -> str:
    """The sentence on a claim. The claimed piece is named by its square, on which it also stood before the turn."""
    side, old = before.turn, before.holds[before.turn]
    owner = sides[side.other]
    letting_go = "" if not old else f", and lets the {name_on(before, old)} go"
    return f"{sides[side]}’s puppeteer takes hold of {owner}’s {name_on(before, claim)} on {NAME[claim]}{letting_go}."


def name_on(position: State, square: int) -> str:
    return position.tables.movement[position.field.letters[square].upper()].name
