"""What a turn of Masters brings about: claims made and holds ended, offers made and answered, promotions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.contract import Side
from engine.games.masters.movement import NAME
from engine.games.masters.state import State
from engine.games.masters.turn import Turn
from engine.words import Said, Sentence

ACCEPTED = Sentence("accepted", "{side}’s witch accepts the moves of the {piece}.")
DECLINED = Sentence("declined", "{side}’s witch declines the moves of the {piece}.")
OFFERED = Sentence("offered", "{side}’s witch is offered the moves of the {piece}.")
FORCED = Sentence("forced", "{side}’s witch is offered the moves of the {piece}, and must accept them.")
BECOMES = Sentence("becomes", "A scout becomes a {piece} on {square}.")
BECOMES_AN = Sentence("becomes", "A scout becomes an {piece} on {square}.")
HOLDS_NOTHING = Sentence("holds_nothing", "{side}’s puppeteer holds nothing any more.")
CLAIMED = Sentence("claimed", "{side}’s puppeteer takes hold of {owner}’s {piece} on {square}.")
CLAIMED_INSTEAD = Sentence(
    "claimed_instead", "{side}’s puppeteer takes hold of {owner}’s {piece} on {square}, and lets the {former} go."
)


def remark(before: State, turn: Turn, after: State, *, sides: Sequence[str]) -> Iterator[Said]:
    """Sentences in the order of the turn: answer, claim, promotion, then what the settling of the turn changed."""
    side, movement = before.turn, before.tables.movement
    if turn.answer:
        sentence = ACCEPTED if turn.answer == "w+" else DECLINED
        yield sentence(side=sides[side], piece=movement[before.offer[0]].name)
    if turn.claim:
        yield remark_claim(before, turn.claim, sides=sides)
    if turn.promotion:
        became = movement[turn.promotion].name
        yield (BECOMES_AN if became[0] in "aeiou" else BECOMES)(piece=became, square=NAME[turn.end])
    for holder in Side:
        held = before.holds[holder] or (holder is side and turn.claim)
        if held and not after.holds[holder]:
            yield HOLDS_NOTHING(side=sides[holder])
    if after.offer:
        sentence = FORCED if after.offer[-1] == "!" else OFFERED
        yield sentence(side=sides[side.other], piece=movement[after.offer[0]].name)


def remark_claim(before: State, claim: int, *, sides: Sequence[str]) -> Said:
    """The sentence on a claim. The claimed piece is named by its square, on which it also stood before the turn."""
    side, old = before.turn, before.holds[before.turn]
    said = {"side": sides[side], "owner": sides[side.other], "piece": name_on(before, claim), "square": NAME[claim]}
    return CLAIMED_INSTEAD(**said, former=name_on(before, old)) if old else CLAIMED(**said)


def name_on(position: State, square: int) -> str:
    return position.tables.movement[position.field.letters[square].upper()].name
