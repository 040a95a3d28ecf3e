"""Mastery, by S. John Ross (1990): Masters, Officers and Pawns, who may command the enemy's lesser pieces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from games.engine.contract import Choice, Option, Outcome, Overlay, Piece, Side, Steps, settle_options
from games.engine.rulesets import _mastery_text as texts
from games.engine.rulesets._mastery_refusals import understand
from games.engine.rulesets._mastery_remarks import remark
from games.engine.rulesets._mastery_tables import (
    BOARD,
    CONTROLLED,
    LETTERS,
    MASTER,
    NUMBERS,
    OFFICER,
    OWN,
    PAWN,
    RETURNS,
    TURNS,
    Army,
    Turn,
    list_returns,
    zone_of,
)

FIRST, SECOND = Side.FIRST, Side.SECOND
Ransom = tuple[Mapping[int, tuple[str, ...]], int, str]
"""Captures that may bring a piece back: their texts by squares taken, the squares, and where they start from."""


@dataclass(frozen=True, slots=True)
class Variant:
    """The options of a game that its positions depend on."""

    setup: str
    rules: str
    reflects: bool
    """Reflection is played (`ross`); else Ko, and nobody takes above his rank (`woag`)."""


class MasteryPosition:
    """`own` are the pieces of the side to move, `last` is the turn just played (None at the start)."""

    __slots__ = ("_legal", "foe", "last", "own", "turn", "variant")

    def __init__(self, turn: Side, own: Army, foe: Army, last: Turn | None, variant: Variant) -> None:
        self.turn = turn
        self.own = own
        self.foe = foe
        self.last = last
        self.variant = variant
        self._legal: tuple[str, ...] | None = None

    # Playing

    def legal_moves(self) -> tuple[str, ...]:
        """Every legal turn in canonical text: by piece, Masters first, own before controlled."""
        if self._legal is None:
            self._legal = () if self.loser() is not None else tuple(self._generate())
        return self._legal

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

    def loser(self) -> Side | None:
        """The side with no Masters or nothing but Masters, if there is one."""
        masters, officers, pawns = self.own
        if not masters or not (officers or pawns):
            return self.turn
        masters, officers, pawns = self.foe
        return None if masters and (officers or pawns) else self.turn.other

    def outcome(self) -> Outcome | None:
        """How the game ended on the board, or None while it goes on."""
        loser = self.loser()
        if loser is None:
            # For the rule's sake: a Master always has a square to go to, so no game ends like this.
            return None if self.legal_moves() else Outcome(self.turn.other, "no_legal_turn")
        masters = (self.own if loser is self.turn else self.foe)[MASTER]
        return Outcome(loser.other, "only_masters_left" if masters else "masters_lost")

    def prey(self) -> Army:
        """What the mover's Masters, Officers and Pawns may take; the same for Officers and Pawns he controls."""
        masters, officers, pawns = self.foe
        everything = masters | officers | pawns
        devoured = self.own[OFFICER] | self.own[PAWN]
        if self.variant.reflects:
            return everything | devoured, everything, everything
        return everything | devoured, officers | pawns, pawns

    def controlled(self) -> tuple[int, int]:
        """The enemy's Officers and Pawns that the mover controls."""
        masters, officers, pawns = self.own
        if not officers or not pawns:
            return 0, 0
        reach = OWN[MASTER][masters][1]
        return self.foe[OFFICER] & reach, self.foe[PAWN] & (reach | OWN[OFFICER][officers][1])

    def lost(self) -> Army:
        """How many of the mover's Masters, Officers and Pawns are off the board."""
        masters, officers, pawns = self.own
        return NUMBERS[0] - masters.bit_count(), NUMBERS[1] - officers.bit_count(), NUMBERS[2] - pawns.bit_count()

    def _generate(self) -> list[str]:
        masters, officers, pawns = self.own
        enemy_masters, enemy_officers, enemy_pawns = self.foe
        own = masters | officers | pawns
        occupied = own | enemy_masters | enemy_officers | enemy_pawns
        prey = self.prey()
        subject_officers, subject_pawns = self.controlled()
        if pawns.bit_count() < NUMBERS[PAWN]:
            ransom = enemy_masters | enemy_officers
        else:
            ransom = enemy_masters if officers.bit_count() < NUMBERS[OFFICER] else 0
        moves: list[str] = []
        ransoms: list[Ransom] = []
        for walks, targets in (
            (OWN[MASTER][masters][0], prey[MASTER]),
            (OWN[OFFICER][officers][0], prey[OFFICER]),
            (OWN[PAWN][pawns][0], prey[PAWN]),
            (CONTROLLED[OFFICER][subject_officers][0], prey[OFFICER]),
            (CONTROLLED[PAWN][subject_pawns][0], prey[PAWN]),
        ):
            for mask, reach, takes, square in walks:
                quiet, hits = reach[occupied & mask]
                moves += quiet
                if hits := hits & targets:
                    moves += takes[hits]
                    if hits & ransom:
                        ransoms.append((takes, hits, square))
        if ransoms:
            moves += self._generate_returns(ransoms, empty=BOARD.full ^ occupied)
        last = self.last
        if last is not None and (last.control or last.end & (subject_officers | subject_pawns)):
            self._leave_out_back(last, moves, blocked=bool(last.start & occupied))
        return moves

    def _generate_returns(self, ransoms: list[Ransom], *, empty: int) -> list[str]:
        """The captures that put a piece back on the board, with where it goes."""
        moves: list[str] = []
        masters, officers, _ = self.foe
        lost = self.lost()
        for kind, victims in ((OFFICER, masters), (PAWN, masters | officers)):
            if not lost[kind]:
                continue
            places = list_returns(kind, empty)
            for takes, hits, start in ransoms:
                for take in takes[hits & victims]:
                    moves += [take + place for place in places]
                    moves.append(f"{take}+{LETTERS[kind]}{start}")
        return moves

    def _leave_out_back(self, last: Turn, moves: list[str], *, blocked: bool) -> None:
        """Takes out of `moves` what Reflection or Ko forbids: moving the piece moved last to where it came from."""
        quiet, taking = last.back
        if not self.variant.reflects and (last.takes or last.control):
            return
        if blocked:
            moves[:] = [move for move in moves if not move.startswith(taking)]
        elif quiet in moves:
            moves.remove(quiet)

    def allows(self, turn: Turn, returned: str) -> bool:
        """Whether a turn is legal, with what it puts back (`Pe3` or nothing), without listing the others."""
        kind, start, end, between, control, takes, _, _, _ = turn
        occupied = sum(self.own) | sum(self.foe)
        movers = self.own[kind] if not control else self.controlled()[kind - 1]
        if not start & movers or between & occupied or self.loser() is not None:
            return False
        if not end & self.prey()[kind] if takes else end & occupied:
            return False
        if self.goes_back(turn):
            return False
        return not returned or self._allows_return(turn, returned)

    def goes_back(self, turn: Turn) -> bool:
        """Whether Reflection or Ko forbids this turn."""
        last = self.last
        if last is None or last.end != turn.start or last.start != turn.end:
            return False
        return self.variant.reflects or (turn.control and not last.takes)

    def _allows_return(self, turn: Turn, returned: str) -> bool:
        if returned not in RETURNS:
            return False
        kind, square = RETURNS[returned]
        masters, officers, _ = self.foe
        victims = masters if kind == OFFICER else masters | officers
        occupied = (sum(self.own) | sum(self.foe)) & ~turn.start
        return bool(turn.takes and turn.end & victims and self.lost()[kind] and not square & occupied)

    # Showing

    def text(self) -> str:
        """The whole position on one line; `ruleset.read` takes it back."""
        return texts.write(self)

    def repetition_key(self) -> str:
        """Board and side to move; what is captured follows from the board."""
        return " ".join(self.text().split(" ")[:2])

    def armies(self) -> tuple[Army, Army]:
        """The pieces of FIRST and of SECOND."""
        return (self.own, self.foe) if self.turn is FIRST else (self.foe, self.own)

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
    name = "Mastery"
    summary = "Masters command, Officers obey, Pawns defect: take every enemy Master, or all that serves them."
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
            "Rules",
            (
                Choice("ross", "The designer’s", "Any piece takes any; nothing goes straight back where it came from."),
                Choice("woag", "World of Abstract Games", "No piece takes one above its rank; Ko for controls."),
            ),
        ),
        Option(
            "draws",
            "Draws",
            (
                Choice("repetition", "Repetition", "The same position for the third time is a draw."),
                Choice("quiet-50", "Quiet turns", "A hundred turns in a row without a capture are a draw."),
            ),
            multiple=True,
        ),
    )
    terminations: Mapping[str, str] = {
        "masters_lost": "lost the last Master",
        "only_masters_left": "had nothing but Masters left",
        "no_legal_turn": "had no legal turn",
    }
    step_labels: Mapping[str, str] = {
        "move": "Move",
        "capture": "Capture",
        "control": "Control",
        "resurrect": "Bring back",
        "O": "Officer",
        "P": "Pawn",
    }

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

    def is_quiet(self, move: str) -> bool:
        """Whether nothing was taken, devoured pieces included."""
        return "x" not in move

    def remarks(self, before: MasteryPosition, move: str, after: MasteryPosition) -> Sequence[str]:
        """Whose power of control a turn took or gave back."""
        return tuple(remark(before, after, sides=self.sides))

    def opening(self, rng: Random) -> str | None:
        """Nothing is left to chance."""
        return None


ruleset = Mastery()
