"""A board as SVG: squares, coordinates, the last turn, marks, pieces, and where asked for, places to click."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from html import escape

from engine.contract import Piece, Position, Ruleset, Side
from engine.drawing import glyphs, pieces, words
from engine.drawing.frame import EDGE, SQUARE, Frame
from engine.drawing.marks import ZONES, draw_last, draw_last_way, draw_mark, draw_zone
from engine.drawing.palette import Palette
from engine.drawing.shapes import Shape, draw_shape
from engine.drawing.text import describe_piece, find_place, name_piece
from engine.drawing.ways import Way, draw_way
from engine.words import Said


def draw_board(
    ruleset: Ruleset,
    position: Position,
    *,
    flipped: bool = False,
    last_turn: str | None = None,
    marks: Mapping[str, str] | None = None,
    interactive: bool = False,
    coordinates: bool = True,
    standalone: bool = False,
    dark: bool = False,
    label: str = "",
    before: Position | None = None,
    crop: str = "",
    ways: Iterable[Way] = (),
    shapes: Iterable[Shape] = (),
) -> str:
    """The board as an SVG element, which a `standalone` one is in literal colours, for an email; `dark` ones on wish.

    `last_turn` is canonical text. `marks` says how to mark squares (`from`, `to`, `take`, `zone-first` and the like).
    Pieces whose marks differ from `before` are also marked `staged`. `crop` names corners, such as `b3-h9`.
    """
    palette = pieces.find_palette(ruleset.slug, standalone=standalone, dark=dark)
    frame = Frame(ruleset, flipped=flipped, crop=crop)
    seen = {square: name for square, name in (marks or {}).items() if square in frame.names}
    standing = position.pieces() if before is None else mark_staged(position, before=before)
    parts = [
        _open(ruleset, frame, label, interactive=interactive, edge=EDGE if interactive or not coordinates else 0),
        f'<rect width="{frame.width}" height="{frame.height}" fill="{palette.paper}"/>' if standalone else "",
        _draw_squares(frame, palette),
        _draw_coordinates(frame, palette, inside=interactive) if coordinates else "",
        _draw_last_turn(ruleset, frame, palette, last_turn, with_arrows=not standalone),
        _draw_zones(frame, palette, seen, with_shapes=interactive),
        _draw_pieces(ruleset, frame, palette, standing, wrapped=not standalone),
        *(draw_mark(*frame.corner(square), palette, name) for square, name in seen.items() if name not in ZONES),
        _draw_over(frame, palette, ways, shapes),
        _draw_places(ruleset, frame, standing, list_notes(ruleset, position)) if interactive else "",
        "</svg>",
    ]
    return "".join(parts)


def draw_pieces(
    ruleset: Ruleset, standing: Iterable[Piece], *, flipped: bool, label: str, coordinates: bool = True
) -> str:
    """The board with these pieces on it, which need not be a position, without an edge around it."""
    palette = pieces.find_palette(ruleset.slug)
    frame = Frame(ruleset, flipped=flipped)
    parts = [
        _open(ruleset, frame, label, interactive=True, edge=EDGE),
        _draw_squares(frame, palette),
        _draw_coordinates(frame, palette, inside=True) if coordinates else "",
        _draw_pieces(ruleset, frame, palette, standing, wrapped=True),
        "</svg>",
    ]
    return "".join(parts)


def _open(ruleset: Ruleset, frame: Frame, label: str, *, interactive: bool, edge: int) -> str:
    """The opening tag, without `edge` at the left and below.

    The size of an interactive board is more than any screen has, so that the page's style fits the board into its room
    by its own ratio.
    """
    width, height = frame.width - edge, frame.height - edge
    size = f' width="{2 * width}" height="{2 * height}"' if interactive else ""
    look = "board own-paints" if pieces.has_paints(ruleset.slug) else "board"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{edge} 0 {width} {height}"{size} class="{look}"'
        f' role="img" aria-label="{escape(label or str(words.BOARD(ruleset=ruleset.name)))}">'
    )


def mark_staged(position: Position, *, before: Position) -> list[Piece]:
    """The pieces. Those whose marks differ from what stood on their square before are marked `staged`, too."""
    known = {(piece.square, mark) for piece in before.pieces() for mark in piece.marks}
    return [
        replace(piece, marks=(*piece.marks, "staged"))
        if any((piece.square, mark) not in known for mark in piece.marks)
        else piece
        for piece in position.pieces()
    ]


def squares_of(ruleset: Ruleset, frame: Frame, move: str) -> list[str]:
    """The squares that a turn touches, in the order of its steps."""
    known = set(frame.names)
    return [token for _, tokens in ruleset.steps(move) for token in tokens if token in known]


def find_moves(ruleset: Ruleset, frame: Frame, move: str) -> list[tuple[str, str, str]]:
    """From where to where the pieces went in a turn, each with the name of its step; a piece that was put back comes
    from its own square."""
    known = set(frame.names)
    groups = ((name, [token for token in tokens if token in known]) for name, tokens in ruleset.steps(move))
    return [(name, squares[0], squares[-1]) for name, squares in groups if len(squares) > (name != "resurrect")]


def _draw_last_turn(ruleset: Ruleset, frame: Frame, palette: Palette, turn: str | None, *, with_arrows: bool) -> str:
    """The squares of the last turn, arrows along its ways, and a mark where a piece was put back: squares alone in a
    picture that stands alone, which may be put together of squares drawn before."""
    squares = draw_last(frame, palette, squares_of(ruleset, frame, turn) if turn else ())
    moved = find_moves(ruleset, frame, turn) if turn and with_arrows else ()
    return squares + "".join(
        draw_mark(*frame.corner(end), palette, "returned")
        if name == "resurrect"
        else draw_last_way(frame, palette, start, end, controlled=name == "control")
        for name, start, end in moved
    )


def _draw_over(frame: Frame, palette: Palette, ways: Iterable[Way], shapes: Iterable[Shape]) -> str:
    """Arrows of turns, and what somebody drew."""
    arrows = "".join(draw_way(way, frame.corner, palette) for way in ways if set(way.squares) <= set(frame.names))
    drawn = "".join(draw_shape(shape, frame.corner) for shape in shapes)
    return arrows + (f'<g class="shapes">{drawn}</g>' if drawn else "")


def _draw_zones(frame: Frame, palette: Palette, marks: Mapping[str, str], *, with_shapes: bool) -> str:
    """The squares of zones; `with_shapes` also a square of each side's, of which a script draws others."""
    corners = ((frame.corner(square), ZONES[name]) for square, name in marks.items() if name in ZONES)
    zones = (draw_zone(*corner, palette, side) for corner, side in corners)
    shapes = (f'<g class="zone {side.name.lower()}">{draw_zone(0, 0, palette, side)}</g>' for side in Side)
    return f'<g class="zones">{"".join(zones)}</g>' + (f"<defs>{''.join(shapes)}</defs>" if with_shapes else "")


def _draw_squares(frame: Frame, palette: Palette) -> str:
    light: list[str] = []
    dark: list[str] = []
    for name in frame.names:
        x, y = frame.corner(name)
        odd = sum(find_place(name)) % 2
        (light if odd else dark).append(f"M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z")
    return (
        f'<path d="{"".join(light)}" fill="{palette.square_light}"/>'
        f'<path d="{"".join(dark)}" fill="{palette.square_dark}"/>'
    )


def _draw_coordinates(frame: Frame, palette: Palette, *, inside: bool) -> str:
    """Ranks at the left and files below, or within the corners of the squares there, so that they take no room."""
    bottom, half = frame.ranks * SQUARE, SQUARE / 2
    paint, height = (palette.coordinate, 16) if inside else (palette.muted, 24)
    written = []
    for name in frame.names:
        x, y = frame.corner(name)
        if x == EDGE:
            left, top = (x + 4 + 7 * len(name[1:]), y + 12) if inside else (EDGE / 2 - 2, y + half)
            written.append(glyphs.write(name[1:], x=left, y=top, height=height, paint=paint))
        if y == bottom - SQUARE:
            left, top = (x + 91, bottom - 14) if inside else (x + half, bottom + EDGE / 2)
            written.append(glyphs.write(name[0], x=left, y=top, height=height, paint=paint))
    return f'<g class="coordinates">{"".join(written)}</g>'


def _draw_pieces(ruleset: Ruleset, frame: Frame, palette: Palette, standing: Iterable[Piece], *, wrapped: bool) -> str:
    """Each piece in its square; `wrapped` once more on a page, whose style makes pieces as large as a reader wants."""
    draw, known = pieces.find(ruleset.slug), set(frame.names)
    drawn = []
    for piece in pieces.turn_round(ruleset, standing, flipped=frame.flipped):
        if piece.square in known:
            x, y = frame.corner(piece.square)
            shape = draw(piece, palette=palette)
            shape = f'<g class="piece">{shape}</g>' if wrapped else shape
            drawn.append(f'<g transform="translate({x} {y})">{shape}</g>')
    return f'<g class="pieces">{"".join(drawn)}</g>'


def list_notes(ruleset: Ruleset, position: Position) -> Mapping[str, Said]:
    """What pieces are doing, by their squares, as far as the ruleset tells it."""
    tell = getattr(ruleset, "notes", None)
    return tell(position) if tell else {}


SQUARE_NAME = "\0"
"""Stands for the name of a square in a label that many share."""


def _label(ruleset: Ruleset, piece: Piece | None) -> str:
    if piece is None:
        return str(words.EMPTY(square=SQUARE_NAME))
    side, told = ruleset.sides[piece.side], describe_piece(ruleset, piece)
    return str(words.STANDS(square=SQUARE_NAME, side=side, piece=told))


def _draw_places(ruleset: Ruleset, frame: Frame, standing: Iterable[Piece], notes: Mapping[str, Said]) -> str:
    """A transparent square over each square, which says what stands there; the script of the page makes it a button."""
    found = {piece.square: piece for piece in standing}
    labels: dict[tuple[object, ...], str] = {}

    def label_square(piece: Piece | None) -> str:
        """The label of a square where such a piece stands, formed once."""
        key = (piece.side, piece.kind, piece.marks) if piece else ()
        if key not in labels:
            labels[key] = _label(ruleset, piece)
        return labels[key]

    drawn = []
    for name in frame.names:
        x, y = frame.corner(name)
        piece = found.get(name)
        label = label_square(piece).replace(SQUARE_NAME, name)
        side = f' data-side="{int(piece.side)}" data-name="{name_piece(ruleset, piece.kind)}"' if piece else ""
        note = f' data-note="{escape(str(notes[name]))}"' if name in notes else ""
        drawn.append(
            f'<rect class="place" data-square="{name}"{side}{note} data-label="{escape(label)}"'
            f' x="{x}" y="{y}" width="{SQUARE}" height="{SQUARE}" fill="transparent"/>'
        )
    return f'<g class="targets"></g><g class="places">{"".join(drawn)}</g>'
