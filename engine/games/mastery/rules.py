"""Mastery, by S. John Ross (1990): Masters, Officers and Pawns, who may command the enemy's lesser pieces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from random import Random

from engine.contract import (
    HOUSE_DRAWS,
    Choice,
    IllegalMove,
    Option,
    Overlay,
    Piece,
    Side,
    Steps,
    settle_options,
)
from engine.games.mastery import text as texts
from engine.games.mastery.clicks import explain
from engine.games.mastery.refusals import understand
from engine.games.mastery.remarks import note, remark
from engine.games.mastery.state import State, Variant
from engine.games.mastery.tables import BOARD, LETTERS, MASTER, NUMBERS, OFFICER, PAWN, RETURNS, TURNS, zone_of
from engine.games.mastery.telling import tell
from engine.symmetry import mirror
from engine.telling import Happened
from engine.words import Ending, Said, Sentence

FIRST, SECOND = Side.FIRST, Side.SECOND


class MasteryPosition(State):
    """A position that can be played and shown."""

    __slots__ = ()

    def play(self, move: str) -> MasteryPosition:
        """The position after `move` (canonical or lenient text). Raises IllegalMove."""
        if self._legal is None or move not in self._legal:
            move = self.canonical(move)
        text, _, returned = move.partition("+")
        turn = TURNS[text]
        _, _, end, _, control, takes, _, (masters, officers, pawns), _ = turn
        own, foe = self.own, self.foe
        if takes:
            keep = ~end
            own = (own[0] & keep, own[1] & keep, own[2] & keep)
            foe = (foe[0] & keep, foe[1] & keep, foe[2] & keep)
        if control:
            foe = (foe[0] ^ masters, foe[1] ^ officers, foe[2] ^ pawns)
        else:
            own = (own[0] ^ masters, own[1] ^ officers, own[2] ^ pawns)
        if returned:
            kind, square = RETURNS[returned]
            own = (own[0], own[1] | square, own[2]) if kind == OFFICER else (own[0], own[1], own[2] | square)
        return MasteryPosition(SECOND if self.turn is FIRST else FIRST, foe, own, turn, self.variant)

    def canonical(self, move: str) -> str:
        """The canonical text of a legal turn given leniently. Raises IllegalMove."""
        text, plus, returned = move.partition("+")
        turn = TURNS.get(text)
        known = turn is not None and bool(plus) == bool(returned) and self.allows(turn, returned)
        return move if known else understand(self, move)

    def text(self) -> str:
        """The whole position on one line; `ruleset.read` takes it back."""
        return texts.write(self)

    def repetition_key(self) -> str:
        """Board and side to move; what is captured follows from the board."""
        return texts.write_board(self)

    def pieces(self) -> tuple[Piece, ...]:
        """What stands on the board, by side and rank; `controllable` marks what the side to move controls."""
        subjects = sum(self.controlled()) if self.loser() is None else 0
        return tuple(
            Piece(BOARD.names[square], LETTERS[kind], side, ("controllable",) if subjects >> square & 1 else ())
            for side, army in zip(Side, self.armies(), strict=True)
            for kind in (MASTER, OFFICER, PAWN)
            for square in BOARD.squares(army[kind])
        )

    def captured(self) -> tuple[Piece, ...]:
        """What is off the board, by owner and rank."""
        return tuple(
            Piece(None, LETTERS[kind], side)
            for side, army in zip(Side, self.armies(), strict=True)
            for kind in (MASTER, OFFICER, PAWN)
            for _ in range(NUMBERS[kind] - army[kind].bit_count())
        )

    def overlays(self) -> tuple[Overlay, ...]:
        """The zone of control of every Master and Officer; none for a side that lost its power to control."""
        return tuple(
            Overlay(
                "control",
                side,
                BOARD.names[square],
                tuple(BOARD.names[lit] for lit in BOARD.squares(zone_of(kind, square))),
            )
            for side, army in zip(Side, self.armies(), strict=True)
            if army[OFFICER] and army[PAWN]
            for kind in (MASTER, OFFICER)
            for square in BOARD.squares(army[kind])
        )

    def __repr__(self) -> str:
        return f"<MasteryPosition {self.text()}>"


class Mastery:
    """The ruleset: names, options and ways in."""

    slug = "mastery"
    revision = 1
    name = "Mastery"
    summary = "Turn the enemy’s own pieces against them: Masters command, Officers obey, Pawns defect."
    sides = ("Dark", "Light")
    files = BOARD.files
    ranks = BOARD.ranks
    kinds: Mapping[str, str] = {"M": "Master", "O": "Officer", "P": "Pawn"}
    options = (
        Option(
            "setup",
            "Set-up",
            (
                Choice("imperial", "Imperial", "The armies stand as wedges, Masters at the back."),
                Choice("draume-crown", "Draume Crown", "The armies stand spread along three ranks."),
            ),
        ),
        Option(
            "rules",
            "Rules version",
            (
                Choice("ross", "The designer’s", "Any piece takes any; nothing goes straight back where it came from."),
                Choice("woag", "World of Abstract Games", "No piece takes one above its rank; Ko for controls."),
            ),
        ),
        HOUSE_DRAWS,
    )
    terminations: Mapping[str, Ending] = {
        "masters_lost": Ending(
            Sentence("masters_lost", "{loser} lost its last Master."),
            mine=Sentence("masters_lost_mine", "You ({side}) lost your last Master."),
            theirs=Sentence("masters_lost_theirs", "{name} ({side}) lost their last Master."),
        ),
        "only_masters_left": Ending(
            Sentence("only_masters_left", "{loser} had nothing but Masters left."),
            mine=Sentence("only_masters_left_mine", "You ({side}) had nothing but Masters left."),
            theirs=Sentence("only_masters_left_theirs", "{name} ({side}) had nothing but Masters left."),
        ),
        "no_legal_turn": Ending(
            Sentence("no_legal_turn", "{loser} had no legal turn."),
            mine=Sentence("no_legal_turn_mine", "You ({side}) had no legal turn."),
            theirs=Sentence("no_legal_turn_theirs", "{name} ({side}) had no legal turn."),
        ),
    }
    step_labels: Mapping[str, str] = {
        "move": "Move",
        "capture": "Capture",
        "devour": "Devour",
        "control": "Control",
        "resurrect": "Bring back",
        "O": "Officer",
        "P": "Pawn",
    }
    step_prompts: Mapping[str, str] = {
        "": "Choose a piece.",
        "move:1": "Click where the {piece} on {square} goes.",
        "capture:1": "Click where the {piece} on {square} goes.",
        "control:1": "That {piece} is controlled: click where it goes.",
        "devour:1": "The {piece} on {square} can only devour: use a button.",
        "resurrect": "Optional: bring back a piece.",
        "resurrect:1": "Click where it comes back.",
    }
    step_buttons: Mapping[str, str] = {"devour": "Devour the {piece} on {square}"}
    steps_last = ("resurrect",)
    symmetries = tuple(
        mirror(BOARD, files=files, ranks=ranks, transposes=transposes, swaps=swaps)
        for files, ranks, transposes, swaps in product((False, True), repeat=4)
    )

    def start(self, **options: object) -> MasteryPosition:
        """The first position. Options left out take their default. Raises BadOption."""
        settled = settle_options(self.options, options)
        return self.read(texts.describe_start(setup=str(settled["setup"]), rules=str(settled["rules"])))

    def read(self, text: str) -> MasteryPosition:
        """The position that `text` describes. Raises BadPosition."""
        found = texts.read(text)
        own, foe = found.armies if found.turn is FIRST else found.armies[::-1]
        variant = Variant(found.setup, found.rules, reflects=found.rules == "ross")
        return MasteryPosition(found.turn, own, foe, found.last, variant)

    def steps(self, move: str) -> Steps:
        """The squares a piece goes from and to, then what comes back and where."""
        text, _, returned = move.partition("+")
        name = "control" if text.startswith("~") else "capture" if "x" in text else "move"
        clicks = ((name, (text[-5:-3], text[-2:])),)
        return (*clicks, ("resurrect", (returned[0], returned[1:]))) if returned else clicks

    def steps_at(self, position: MasteryPosition, move: str) -> Steps:
        """The same, a devour told from a capture."""
        devours = "x" in move and move[0] == "M" and sum(position.own) & BOARD.bit[move[4:6]]
        return (("devour", (move[1:3], move[4:6])),) if devours else self.steps(move)

    def is_quiet(self, move: str) -> bool:
        """Whether nothing was taken, devoured pieces included."""
        return "x" not in move

    def remarks(self, before: MasteryPosition, move: str, after: MasteryPosition) -> Sequence[Said]:
        """Whose power of control a turn took or gave back."""
        return tuple(remark(before, after, sides=self.sides))

    def tell(self, before: MasteryPosition, move: str, after: MasteryPosition) -> Sequence[Happened]:
        """What a turn did."""
        return tuple(tell(before, move, after, sides=self.sides))

    def notes(self, position: MasteryPosition) -> Mapping[str, Said]:
        """What pieces control, and which side controls them."""
        return note(position, position.overlays(), sides=self.sides) if position.loser() is None else {}

    def explain(self, position: MasteryPosition, clicks: Sequence[str]) -> IllegalMove | None:
        """Why the last of these clicks leads to no legal turn."""
        return explain(position, clicks)

    def opening(self, rng: Random) -> str | None:
        """Nothing is left to chance."""
        return None


ruleset = Mastery()
