"""A board as SVG: squares, coordinates, the last turn, marks, pieces, and where asked for, places to click."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from html import escape
from math import hypot

from games.drawing import glyphs, pieces
from games.drawing.palette import Palette
from games.drawing.text import describe_piece, find_place, name_piece
from games.drawing.ways import Way, draw_way
from games.engine.contract import Piece, Position, Ruleset, Side

SQUARE = 100
RINGS = {"take": "", "devour": "20 12", "claim": "14 10"}
"""How rings are dashed."""
EDGE = 42
"""Room for the coordinates at the left and below; a square is 100 wide."""

MARKS: tuple[tuple[Piece | None, str, str], ...] = (
    (None, "to", "where the chosen piece can go"),
    (None, "take", "what it can take"),
)
"""A piece, a mark upon its square, and what they say, for a game that says nothing of its own."""


class Frame:
    """Where each square lies: `flipped` shows the board as SECOND sees it, `crop` (`b3-h9`) only a part of it."""

    def __init__(self, ruleset: Ruleset, *, flipped: bool, crop: str = "") -> None:
        low, _, high = crop.partition("-")
        left, bottom = find_place(low) if crop else (0, 0)
        right, top = find_place(high) if crop else (ruleset.files - 1, ruleset.ranks - 1)
        self.left, self.bottom, self.flipped = left, bottom, flipped
        self.files, self.ranks = right - left + 1, top - bottom + 1
        self.width, self.height = EDGE + self.files * SQUARE, self.ranks * SQUARE + EDGE
        self.names = [
            f"{chr(ord('a') + file)}{rank + 1}" for rank in range(bottom, top + 1) for file in range(left, right + 1)
        ]

    def corner(self, name: str) -> tuple[int, int]:
        """Left and top of a square."""
        file, rank = find_place(name)
        file, rank = file - self.left, rank - self.bottom
        column = self.files - 1 - file if self.flipped else file
        row = rank if self.flipped else self.ranks - 1 - rank
        return EDGE + column * SQUARE, row * SQUARE


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
    label: str = "",
    before: Position | None = None,
    crop: str = "",
    ways: Iterable[Way] = (),
) -> str:
    """The board as an SVG element.

    `last_turn` is canonical text, whose squares are marked; `marks` names squares and how to mark them (`from`, `to`,
    `take`, `control`, `devour`, `zone-first`, `zone-second`). An interactive one has a place to click on each square. A
    `standalone` one has literal colours instead of the page's custom properties: a picture for an email. `before` is
    given when a turn is only being looked at: the position before it. Marks that differ from it are marked `staged`,
    too. Coordinates stand within the squares of an interactive board, else beside them. `crop` names the lower left and
    the upper right square of the part to draw, such as `b3-h9`; `ways` are turns to draw as arrows.
    """
    palette = pieces.find_palette(ruleset.slug, standalone=standalone)
    frame = Frame(ruleset, flipped=flipped, crop=crop)
    seen = {square: name for square, name in (marks or {}).items() if square in frame.names}
    standing = position.pieces() if before is None else mark_staged(position, before=before)
    look = "board own-paints" if pieces.has_paints(ruleset.slug) else "board"
    # More than any screen has, so that the page's style fits the board into its room by its own ratio
    edge = EDGE if interactive or not coordinates else 0
    width, height = frame.width - edge, frame.height - edge
    size = f' width="{2 * width}" height="{2 * height}"' if interactive else ""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{edge} 0 {width} {height}"{size} class="{look}"'
        f' role="img" aria-label="{escape(label or f"Board of {ruleset.name}")}">',
        f'<rect width="{frame.width}" height="{frame.height}" fill="{palette.paper}"/>' if standalone else "",
        _draw_squares(frame, palette),
        _draw_coordinates(frame, palette, inside=interactive) if coordinates else "",
        _draw_last(frame, palette, squares_of(ruleset, frame, last_turn) if last_turn else ()),
        *(
            _draw_last_way(frame, palette, *ends)
            for ends in (find_moves(ruleset, frame, last_turn) if last_turn else ())
        ),
        '<g class="zones">',
        *(_draw_zone(frame, palette, square, name) for square, name in seen.items() if "zone" in name),
        "</g>",
        _draw_pieces(ruleset, frame, palette, standing),
        *(_draw_mark(*frame.corner(square), palette, name) for square, name in seen.items() if "zone" not in name),
        *(draw_way(way, frame.corner, palette) for way in ways if set(way.squares) <= set(frame.names)),
        _draw_places(ruleset, frame, standing, list_notes(ruleset, position)) if interactive else "",
        "</svg>",
    ]
    return "".join(parts)


def draw_tray(ruleset: Ruleset, captured: Iterable[Piece], *, side: Side) -> str:
    """The captured pieces of one side in a row, where pieces of a kind overlap; empty if there are none."""
    mine = [piece for piece in captured if piece.side is side]
    draw, palette = pieces.find(ruleset.slug), pieces.find_palette(ruleset.slug)
    places: list[str] = []
    x = 0
    for place, piece in enumerate(mine):
        x += 0 if place == 0 else 45 if piece.kind == mine[place - 1].kind else 90
        places.append(f'<g transform="translate({x} 0)">{draw(piece, palette=palette)}</g>')
    counts = [(kind, sum(piece.kind == kind for piece in mine)) for kind in dict.fromkeys(piece.kind for piece in mine)]
    words = ", ".join(f"{count} {name_piece(ruleset, kind)}{'s' if count > 1 else ''}" for kind, count in counts)
    label = f"{ruleset.sides[side]} has lost {words}"
    svg = f'<svg viewBox="0 0 {x + SQUARE} {SQUARE}" class="tray" role="img" aria-label="{escape(label)}">'
    return f"{svg}{''.join(places)}</svg>" if mine else ""


def draw_chip(ruleset: Ruleset, *, side: Side) -> str:
    """A disc in the colours of a side, to stand beside a player's name."""
    ink = pieces.find_palette(ruleset.slug).ink(side)
    disc = f'<circle cx="10" cy="10" r="8.5" fill="{ink.fill}" stroke="{ink.line}" stroke-width="2"/>'
    return f'<svg viewBox="0 0 20 20" class="chip drawn" aria-hidden="true">{disc}</svg>'


def draw_icon(ruleset: Ruleset, piece: Piece) -> str:
    """One piece alone, to stand in a legend."""
    (turned,) = turn_round(ruleset, [piece], flipped=False)
    drawn = pieces.find(ruleset.slug)(turned, palette=pieces.find_palette(ruleset.slug))
    label = f"{ruleset.sides[piece.side]} {describe_piece(ruleset, piece)}"
    return f'<svg viewBox="0 0 {SQUARE} {SQUARE}" class="icon" role="img" aria-label="{escape(label)}">{drawn}</svg>'


def draw_legend(ruleset: Ruleset) -> list[tuple[str, str]]:
    """A square for each mark that the game has, and what it means."""
    palette, draw = pieces.find_palette(ruleset.slug), pieces.find(ruleset.slug)
    look = "icon own-paints" if pieces.has_paints(ruleset.slug) else "icon"
    drawn = []
    for piece, mark, words in pieces.find_words(ruleset.slug, "MARKS") or MARKS:
        ground = f'<rect width="{SQUARE}" height="{SQUARE}" fill="{palette.square_dark}"/>'
        parts = (
            ground + (draw(piece, palette=palette) if piece else "") + (_draw_mark(0, 0, palette, mark) if mark else "")
        )
        drawn.append((f'<svg viewBox="0 0 {SQUARE} {SQUARE}" class="{look}" aria-hidden="true">{parts}</svg>', words))
    return drawn


def draw_choices(ruleset: Ruleset, side: Side) -> dict[str, str]:
    """A picture for each token that is no square, as far as the game has one: the piece that it stands for."""
    find = pieces.find_words(ruleset.slug, "find_choice")
    draw, palette = pieces.find(ruleset.slug), pieces.find_palette(ruleset.slug)
    found = {token: find(token, side) for token in ruleset.step_labels} if find else {}
    return {
        token: f'<svg viewBox="0 0 {SQUARE} {SQUARE}" aria-hidden="true">{draw(piece, palette=palette)}</svg>'
        for token, piece in found.items()
        if piece
    }


def mark_staged(position: Position, *, before: Position) -> list[Piece]:
    """The pieces. Those whose marks differ from what stood on their square before are marked `staged`, too."""
    known = {(piece.square, mark) for piece in before.pieces() for mark in piece.marks}
    return [
        replace(piece, marks=(*piece.marks, "staged"))
        if any((piece.square, mark) not in known for mark in piece.marks)
        else piece
        for piece in position.pieces()
    ]


def turn_round(ruleset: Ruleset, standing: Iterable[Piece], *, flipped: bool) -> list[Piece]:
    """The pieces. Those that point the way they go, and whose side looks down the board as it is seen, are marked
    `down`."""
    pointed, away = pieces.find_words(ruleset.slug, "POINTED") or "", Side.FIRST if flipped else Side.SECOND
    return [
        replace(piece, marks=(*piece.marks, "down")) if piece.side is away and piece.kind in pointed else piece
        for piece in standing
    ]


def squares_of(ruleset: Ruleset, frame: Frame, move: str) -> list[str]:
    """The squares that a turn touches, in the order of its steps."""
    known = set(frame.names)
    return [token for _, tokens in ruleset.steps(move) for token in tokens if token in known]


def find_moves(ruleset: Ruleset, frame: Frame, move: str) -> list[tuple[str, str]]:
    """From where to where the pieces went in a turn."""
    known = set(frame.names)
    groups = ([token for token in tokens if token in known] for _, tokens in ruleset.steps(move))
    return [(squares[0], squares[-1]) for squares in groups if len(squares) > 1]


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


def _draw_last(frame: Frame, palette: Palette, squares: Iterable[str]) -> str:
    drawn = []
    for name in squares:
        x, y = frame.corner(name)
        drawn.append(
            f'<rect x="{x + 4}" y="{y + 4}" width="92" height="92" fill="{palette.mark_last}" fill-opacity=".38"'
            f' stroke="{palette.mark_last}" stroke-width="8"/>'
        )
    return "".join(drawn)


def _draw_last_way(frame: Frame, palette: Palette, start: str, end: str) -> str:
    """An arrow below the pieces. The script of a page lets the piece slide along it."""
    (x, y), (u, v) = frame.corner(start), frame.corner(end)
    far = hypot(u - x, v - y)
    across, down = (u - x) / far, (v - y) / far
    tip = (u + 50 - 26 * across, v + 50 - 26 * down)
    wings = [(tip[0] - 24 * (across + turn * down), tip[1] - 24 * (down - turn * across)) for turn in (-0.8, 0.8)]
    (a, b), (c, d) = wings
    line = f"M{x + 50} {y + 50}L{tip[0]:.0f} {tip[1]:.0f}M{a:.0f} {b:.0f}L{tip[0]:.0f} {tip[1]:.0f}L{c:.0f} {d:.0f}"
    return (
        f'<path class="last-way" data-from="{start}" data-to="{end}" d="{line}" fill="none"'
        f' stroke="{palette.mark_last}" stroke-width="12" stroke-linecap="round" stroke-linejoin="round"/>'
    )


def _draw_zone(frame: Frame, palette: Palette, name: str, zone: str) -> str:
    """A tint and a corner: FIRST's at the lower left, SECOND's at the upper right, so that both fit one square."""
    x, y = frame.corner(name)
    paint = palette.mark(zone)
    corner = f"M{x} {y + 100}v-34l34 34z" if zone == "zone-first" else f"M{x + 100} {y}v34l-34-34z"
    tint = f'<rect x="{x}" y="{y}" width="{SQUARE}" height="{SQUARE}" fill="{paint}" fill-opacity=".28"/>'
    return f'{tint}<path d="{corner}" fill="{paint}"/>'


def _draw_mark(x: int, y: int, palette: Palette, mark: str) -> str:
    """A dot where a piece may go, a ring around what it may take, a lozenge for a control, a frame for its own
    square."""
    paint = palette.mark("control" if mark == "claim" else mark)
    if mark == "from":
        return f'<rect x="{x + 5}" y="{y + 5}" width="90" height="90" fill="none" stroke="{paint}" stroke-width="8"/>'
    if mark in RINGS:
        dashes = f' stroke-dasharray="{RINGS[mark]}"' if RINGS[mark] else ""
        ring = f'<circle cx="{x + 50}" cy="{y + 50}" r="44" fill="none" stroke="{paint}" stroke-width="8"'
        return f"{ring}{dashes}/>"
    if mark == "control":
        return f'<path d="M{x + 50} {y + 30}l20 20-20 20-20-20z" fill="{paint}"/>'
    return f'<circle cx="{x + 50}" cy="{y + 50}" r="15" fill="{paint}"/>'


def _draw_pieces(ruleset: Ruleset, frame: Frame, palette: Palette, standing: Iterable[Piece]) -> str:
    draw, known = pieces.find(ruleset.slug), set(frame.names)
    drawn = []
    for piece in turn_round(ruleset, standing, flipped=frame.flipped):
        if piece.square in known:
            x, y = frame.corner(piece.square)
            drawn.append(f'<g transform="translate({x} {y})">{draw(piece, palette=palette)}</g>')
    return f'<g class="pieces">{"".join(drawn)}</g>'


def list_notes(ruleset: Ruleset, position: Position) -> Mapping[str, str]:
    """What pieces are doing, by their squares, as far as the ruleset tells it."""
    tell = getattr(ruleset, "notes", None)
    return tell(position) if tell else {}


def _draw_places(ruleset: Ruleset, frame: Frame, standing: Iterable[Piece], notes: Mapping[str, str]) -> str:
    """A transparent square over each square, which says what stands there; the script of the page makes it a button."""
    found = {piece.square: piece for piece in standing}
    drawn = []
    for name in frame.names:
        x, y = frame.corner(name)
        piece = found.get(name)
        label = f"{ruleset.sides[piece.side]} {describe_piece(ruleset, piece)}" if piece else "empty"
        side = f' data-side="{int(piece.side)}" data-name="{name_piece(ruleset, piece.kind)}"' if piece else ""
        note = f' data-note="{escape(notes[name])}"' if name in notes else ""
        drawn.append(
            f'<rect class="place" data-square="{name}"{side}{note} data-label="{escape(f"{name}, {label}")}"'
            f' x="{x}" y="{y}" width="{SQUARE}" height="{SQUARE}" fill="transparent"/>'
        )
    return f'<g class="targets"></g><g class="places">{"".join(drawn)}</g>'
