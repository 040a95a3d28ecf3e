"""Masters, Ember and Frost: the reconstructed movement table and set-up, and the ruleset built on them.

Play, drawings, the rules page and the tests' expectations all follow from the rows here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from random import Random

from engine.board import ALL_AROUND, DIAGONAL, ORTHOGONAL
from engine.contract import HOUSE_DRAWS, BadPosition, IllegalMove, Option, Side, Steps, settle_options
from engine.games.masters.clicks import explain
from engine.games.masters.field import Field
from engine.games.masters.move_tables import Tables, spell_text
from engine.games.masters.movement import (
    BIT,
    BOARD,
    GENERAL,
    LEAPS,
    NAME,
    PROMOTIONS,
    PUPPETEER,
    WITCH,
    Movement,
    must_promote,
)
from engine.games.masters.position import MastersPosition, count_missing, hold_is_void, lacks
from engine.games.masters.remarks import remark, remark_claim
from engine.games.masters.telling import tell
from engine.games.masters.turn import read_turn
from engine.symmetry import mirror
from engine.telling import Happened
from engine.titles import entitle
from engine.words import Ending, Said, Sentence

# Reconstruction: the source's piece diagrams and its set-up are lost.
MOVEMENT = {
    "G": Movement("general", ALL_AROUND),
    "P": Movement("puppeteer", ALL_AROUND),
    "W": Movement("witch", ()),
    "C": Movement("cardinal", ALL_AROUND, reach=2),
    "S": Movement("sentinel", ORTHOGONAL, reach=None),
    "A": Movement("archer", DIAGONAL, reach=None),
    "H": Movement("horseman", LEAPS),
    "D": Movement("dragon", ALL_AROUND, reach=None, flies=True),
    "T": Movement("scout", ((0, 1),), takes=((-1, 1), (1, 1))),
}
SETUP = ("SHAWGPCAHS", "TTTTTTTTTT")
"""Ember's ranks 1 and 2, files a to j; Frost's 12 and 11 are the same, file for file."""

_SQUARE_OR_NONE = re.compile(r"-|[a-j](?:1[0-2]|[1-9])")
_INHERITED = "GPCSAHDT"


class Masters:
    """The ruleset; `movement` and `setup` are there for drawings and rules pages."""

    slug = "masters"
    revision = 1
    title, subtitle = "Masters", "Ember & Frost"
    name = entitle(title, subtitle)
    summary = "Puppeteers seize enemy pieces, and a witch can inherit the powers of the fallen."
    sides = ("Ember", "Frost")
    files = 10
    ranks = 12
    options: tuple[Option, ...] = (HOUSE_DRAWS,)
    terminations: Mapping[str, Ending] = {
        "leadership_lost": Ending(
            Sentence("leadership_lost", "{loser} lost general, puppeteer and witch."),
            mine=Sentence("leadership_lost_mine", "You ({side}) lost general, puppeteer and witch."),
            theirs=Sentence("leadership_lost_theirs", "{name} ({side}) lost general, puppeteer and witch."),
        ),
    }

    def __init__(self, *, movement: Mapping[str, Movement] = MOVEMENT, setup: Sequence[str] = SETUP) -> None:
        self.movement = movement
        self.setup = tuple(setup)
        self.kinds: Mapping[str, str] = {kind: row.name.capitalize() for kind, row in movement.items()}
        self.tables = Tables(movement, army="".join(setup), spell=spell_text)
        self.step_labels: Mapping[str, str] = {
            "answer": "Witch’s answer",
            "claim": "Claim",
            "move": "Move",
            "promote": "Promotion",
            "w+": "Accept",
            "w-": "Decline",
            **{f"={kind}": movement[kind].name.capitalize() for kind in PROMOTIONS},
        }

    step_prompts: Mapping[str, str] = {
        "": "Choose a piece.",
        "answer": "Answer your witch’s offer.",
        "claim": "You may claim a ringed piece.",
        "claim+": "Claiming the {piece} on {square}. Now move so that your Puppeteer sees it.",
        "claim+Puppeteer": "Claiming the {piece} on {square}. Now move so that yours sees it.",
        "move": "You may move a piece, too.",
        "move:1": "Click where the {piece} on {square} goes.",
        "promote": "Choose what the scout becomes.",
    }
    steps_apart = ("answer", "claim")
    symmetries = tuple(
        mirror(BOARD, files=files, ranks=ranks, swaps=ranks) for ranks in (False, True) for files in (False, True)
    )
    """Scouts go forward, so that the ranks can be mirrored only where the sides change places."""

    def start(self, **options: object) -> MastersPosition:
        """The set-up, Ember to move, whatever the options. Raises BadOption."""
        settle_options(self.options, options)
        letters = {}
        for rank, row in enumerate(self.setup):
            for file, kind in enumerate(row):
                letters[rank * 10 + file] = kind
                letters[(11 - rank) * 10 + file] = kind.lower()
        return MastersPosition(self.tables, Field.gather(letters), Side.FIRST, (0, 0), ("", ""), "")

    def read(self, text: str) -> MastersPosition:
        """The position of a text such as `text()` gives. Raises BadPosition."""
        fields = text.split()
        if len(fields) != 5:
            raise BadPosition(
                "fields",
                "A position has five parts: board, side, holds, movesets and offer; this has {found}.",
                found=len(fields),
            )
        field = Field.gather(BOARD.read(fields[0], letters="GPWCSAHDTgpwcsahdt"))
        if fields[1] not in ("e", "f"):
            raise BadPosition("side", "The side to move is e or f, not “{side}”.", side=fields[1][:20])
        side = Side.FIRST if fields[1] == "e" else Side.SECOND
        self._check_armies(field)
        holds = self._read_holds(fields[2], field)
        movesets = self._read_movesets(fields[3], field)
        offer = self._read_offer(fields[4], field, side, holds)
        return MastersPosition(self.tables, field, side, holds, movesets, offer)

    def _check_armies(self, field: Field) -> None:
        for side in Side:
            for kind, missing in count_missing(field.armies[side], self.tables.army).items():
                if missing < 0:
                    raise BadPosition(
                        "army",
                        "{side} has more pieces of the kind {kind}, promoted scouts counted, than a game can bring.",
                        side=self.sides[side],
                        kind=self.kinds[kind].lower(),
                    )
        for square, piece in field.letters.items():
            if must_promote(piece, square):
                raise BadPosition("scout", "The scout on {square} must have promoted.", square=NAME[square])

    def _read_holds(self, text: str, field: Field) -> tuple[int, int]:
        parts = text.split("/")
        if len(parts) != 2 or not all(_SQUARE_OR_NONE.fullmatch(part) for part in parts):
            raise BadPosition("holds", "Holds are two squares or dashes like e5/-, not “{text}”.", text=text[:20])
        holds = (BIT.get(parts[0], 0), BIT.get(parts[1], 0))
        for side in Side:
            hold, enemy_hold = holds[side], holds[1 - side]
            if not hold:
                continue
            if not field.masks[1 - side] & hold:
                raise BadPosition("hold_empty", "There is no enemy piece on {square} to hold.", square=parts[side])
            if hold_is_void(field, side, hold, enemy_hold):
                raise BadPosition(
                    "hold",
                    "{side}’s puppeteer cannot hold {square}: it is captured, held itself, or does not see it.",
                    side=self.sides[side],
                    square=parts[side],
                )
        return holds

    def _read_movesets(self, text: str, field: Field) -> tuple[str, str]:
        parts = text.split("/")
        if len(parts) != 2 or not all(part == "-" or (len(part) == 1 and part in _INHERITED) for part in parts):
            raise BadPosition("movesets", "Movesets are two letters or dashes like -/S, not “{text}”.", text=text[:20])
        for side in Side:
            if parts[side] != "-" and not field.armies[side][WITCH]:
                raise BadPosition("moveset", "{side} has no witch to have a moveset.", side=self.sides[side])
        return parts[0].replace("-", ""), parts[1].replace("-", "")

    def _read_offer(self, text: str, field: Field, side: Side, holds: tuple[int, int]) -> str:
        if text == "-":
            return ""
        if not re.fullmatch(f"[{_INHERITED}]!?", text):
            raise BadPosition("offer", "An offer is a dash, a letter or a letter and !, not “{text}”.", text=text[:20])
        if not field.armies[side][WITCH]:
            raise BadPosition("offer_witch", "{side} has no witch to be offered anything.", side=self.sides[side])
        army, hold = field.armies[side], holds[side.other]
        forced = text[0] in "GP" and lacks(army, GENERAL, hold) and lacks(army, PUPPETEER, hold)
        if forced != text.endswith("!"):
            raise BadPosition(
                "offer_forced",
                "An offer carries ! where general and puppeteer are lost and it is one of them, else not.",
            )
        return text

    def steps(self, move: str) -> Steps:
        """Groups `answer`, `claim`, `move` and `promote`, as far as the turn has them."""
        groups: list[tuple[str, tuple[str, ...]]] = []
        for part in move.split(","):
            if part[:2] in ("w+", "w-"):
                groups.append(("answer", (part,)))
            elif part[0] == "*":
                groups.append(("claim", (part[1:],)))
            else:
                squares, _, promotion = part.partition("=")
                groups.append(("move", tuple(re.findall("[a-j][0-9]+", squares))))
                groups += [("promote", (f"={promotion}",))] if promotion else []
        return tuple(groups)

    def is_quiet(self, move: str) -> bool:
        """Whether nothing was taken."""
        return "x" not in move

    def remarks(self, before: MastersPosition, move: str, after: MastersPosition) -> Sequence[Said]:
        """Claims, promotions, holds that end, offers made and answered."""
        turn = read_turn(move)
        return tuple(remark(before, turn, after, sides=self.sides)) if turn else ()

    def tell(self, before: MastersPosition, move: str, after: MastersPosition) -> Sequence[Happened]:
        """What a turn did."""
        turn = read_turn(move)
        return tuple(tell(before, turn, after, sides=self.sides, kinds=self.kinds)) if turn else ()

    def announce(self, before: MastersPosition, move: str, after: MastersPosition) -> Sequence[Said]:
        """A claim made or changed."""
        turn = read_turn(move)
        return (remark_claim(before, turn.claim, sides=self.sides),) if turn and turn.claim else ()

    def explain(self, position: MastersPosition, clicks: Sequence[str]) -> IllegalMove | None:
        """Why the last of these clicks leads to no legal turn."""
        return explain(position, clicks)

    def opening(self, rng: Random) -> str | None:
        """Nothing is left to chance."""
        return None


ruleset = Masters()
