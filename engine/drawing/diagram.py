"""A diagram of a rules page: part of a board, the turns that its caption speaks of, and what the rules say of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.board import Board
from engine.contract import IllegalMove, Position, Ruleset, Side
from engine.drawing import words
from engine.drawing.board import draw_board
from engine.drawing.text import describe_pieces, find_place
from engine.drawing.ways import Way
from engine.words import chain

ZONES = ("zone-first", "zone-second")


@dataclass(frozen=True, slots=True)
class Diagram:
    """What a page says of a position, so that a test can ask the engine whether it is true.

    `may` are turns that can be played, `wins` one that also wins, `may_not` turns that cannot, though they could in the
    position `legal_in`, which is the same but for the one thing that the caption is about. `played` is the turn that
    led here. `moves_from` marks where the piece on that square may go, `zone` the zone of the piece there. `crop` is
    the part to draw (`b3-h9`).
    """

    ruleset: Ruleset
    position: Position
    caption: str = ""
    may: Sequence[str] = ()
    wins: str = ""
    may_not: Sequence[str] = ()
    legal_in: Position | None = None
    played: str = ""
    moves_from: str = ""
    zone: str = ""
    crop: str = ""

    @property
    def marks(self) -> dict[str, str]:
        """How to mark which squares."""
        return find_zone(self.position, self.zone) | find_moves(self.ruleset, self.position, self.moves_from)

    @property
    def ways(self) -> list[Way]:
        """The turns to draw, part by part. Moves that are marked already are not drawn again.

        Where one part of a turn may be played, and only what goes with it is refused, that alone is crossed out.
        """
        allowed = find_ways(self.ruleset, [*self.may, *filter(None, [self.wins])])
        refused = find_ways(self.ruleset, self.may_not)
        shown = [squares for squares in allowed if squares[0] != self.moves_from]
        return [Way(squares, True) for squares in shown] + [
            Way(squares, False) for squares in refused if squares not in allowed
        ]

    @property
    def board(self) -> str:
        """The picture, as SVG."""
        return draw_board(
            self.ruleset,
            self.position,
            marks=self.marks,
            last_turn=self.played or None,
            label=self.caption or self.ruleset.name,
            crop=self.crop,
            ways=self.ways,
        )

    @property
    def refusals(self) -> list[tuple[str, str]]:
        """Each turn that may not be played, and the sentence with which the engine refuses it."""
        return [(turn, find_refusal(self.position, turn)) for turn in self.may_not]

    @property
    def words(self) -> list[str]:
        """What is in view and what is marked, in sentences."""
        told = describe_pieces(self.ruleset, self.position, crop=self.crop)
        return [told, *describe_marks(self.marks, moves_from=self.moves_from, zone=self.zone)]


def find_refusal(position: Position, turn: str) -> str:
    """Why a turn cannot be played; empty if it can."""
    try:
        position.canonical(turn)
    except IllegalMove as refusal:
        return str(refusal)
    return ""


def find_ways(ruleset: Ruleset, turns: Iterable[str]) -> list[tuple[str, ...]]:
    """The squares of each part of these turns, each once: of a move from where to where, of a claim the one square."""
    known = Board(files=ruleset.files, ranks=ruleset.ranks).index
    parts = (tokens for turn in turns for _, tokens in ruleset.steps(turn))
    found = (tuple(token for token in tokens if token in known) for tokens in parts)
    return [squares for squares in dict.fromkeys(found) if squares]


def find_zone(position: Position, source: str) -> dict[str, str]:
    """The squares of the zones cast from a square."""
    return {
        square: ZONES[zone.side]
        for zone in position.overlays()
        if source and zone.source == source
        for square in zone.squares
    }


def find_moves(ruleset: Ruleset, position: Position, start: str) -> dict[str, str]:
    """Where a piece may go in one turn, by the clicks of the legal turns that begin on its square."""
    squares = Board(files=ruleset.files, ranks=ruleset.ranks).index
    standing = {piece.square: piece.side for piece in position.pieces()}
    marks: dict[str, str] = {}
    for move in position.legal_moves() if start else ():
        for name, tokens in ruleset.steps(move):
            if tokens[0] == start and tokens[1:] and tokens[1] in squares:
                marks[start] = "from"
                marks[tokens[1]] = name_mark(name, taken=standing.get(tokens[1]), turn=position.turn)
    return marks


def name_mark(group: str, *, taken: Side | None, turn: Side) -> str:
    """The mark of a square where a piece may go, which may take what stands there."""
    if taken is not None:
        return "devour" if taken is turn else "take"
    return "control" if group == "control" else "to"


def describe_marks(marks: Mapping[str, str], *, moves_from: str, zone: str) -> list[str]:
    """What the marks show, in words."""
    found: dict[str, list[str]] = {}
    for square, mark in marks.items():
        found.setdefault(mark, []).append(square)
    lead = {
        "to": (words.GOES, moves_from),
        "control": (words.GOES_CONTROLLED, moves_from),
        "take": (words.TAKES, moves_from),
        "devour": (words.DEVOURS, moves_from),
        **dict.fromkeys(ZONES, (words.ZONE, zone)),
    }
    told = []
    for mark in found:
        if mark in lead:
            sentence, source = lead[mark]
            squares = sorted(found[mark], key=find_place)
            told.append(str(sentence(source=source, squares=chain(words.ROW, squares))))
    return told
