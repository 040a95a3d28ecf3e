"""How the pieces of each game look, as `pieces.py` in its folder tells.

That has one function, `draw(piece, *, palette) -> str`: SVG inside a square of 100 by 100. It may have `PAINTS` too,
by the names of `Palette`: a board with colours of its own, light enough for dark marks, and `NIGHT` with the same names
for a dark page, dark enough for light marks. A piece of a kind in `POINTED` has the mark `down` where its side looks
down the board as it is seen.
For those who read or listen it may have `describe_marks(piece) -> str`, words for what its marks show, and
`write_letter(piece) -> str` with a `LEGEND`, where a kind's letter does not tell enough on a board in plain text.
`MARKS` are the marks of the game for its legend: rows of a piece or None, a mark upon its square or nothing, and words.
`find_choice(token, side) -> Piece | None` gives the piece that pictures a choice of a turn, such as the face of a die.

A game without a file gets discs with letters, so that its rules can be played before it is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from engine import registry
from engine.contract import Piece, Ruleset, Side
from engine.drawing import glyphs
from engine.drawing.palette import NIGHT, PAGE, PAPER, Palette

Draw = Callable[..., str]
CHOSEN = {
    "square_light": "--board-light",
    "square_dark": "--board-dark",
    "coordinate": "--board-coordinate",
    "mark_last": "--board-last",
}
"""The properties by which a reader's board colours paint every board."""


def find(slug: str) -> Draw:
    """The function that draws a piece of this game."""
    return getattr(registry.find_module(slug, "pieces"), "draw", draw_disc)


def find_words(slug: str, name: str) -> Any:
    """The attribute of this name in a game's file, such as `LEGEND`; None if it has none."""
    return getattr(registry.find_module(slug, "pieces"), name, None)


def has_paints(slug: str) -> bool:
    """Whether the board of this game has colours of its own."""
    return hasattr(registry.find_module(slug, "pieces"), "PAINTS")


def find_palette(slug: str, *, standalone: bool = False, dark: bool = False) -> Palette:
    """The colours of this game, or else the site's properties. A picture that stands alone gets literal colours,
    `dark` ones for dark pages; on a page the reader's board colours take the place of those of `CHOSEN`."""
    day = find_words(slug, "PAINTS") or {}
    night = find_words(slug, "NIGHT") or day
    if standalone:
        return replace(NIGHT, **night) if dark else replace(PAPER, **day)
    palette = replace(PAGE, **{name: by_day_and_night(paint, night[name]) for name, paint in day.items()})
    return replace(palette, **{name: f"var({chosen},{getattr(palette, name)})" for name, chosen in CHOSEN.items()})


def by_day_and_night(day: str, night: str) -> str:
    """A paint that follows the page.

    Of its properties `--day` and `--night` one is empty and the other not valid, so that what stands here instead of
    the latter counts.
    """
    return f"var(--day,{day})var(--night,{night})"


def turn_round(ruleset: Ruleset, standing: Iterable[Piece], *, flipped: bool) -> list[Piece]:
    """The pieces. Those that point the way they go, and whose side looks down the board as it is seen, are marked
    `down`."""
    pointed, away = find_words(ruleset.slug, "POINTED") or "", Side.FIRST if flipped else Side.SECOND
    return [
        replace(piece, marks=(*piece.marks, "down")) if piece.side is away and piece.kind in pointed else piece
        for piece in standing
    ]


def draw_disc(piece: Piece, *, palette: Palette) -> str:
    """A disc with the letter of the piece's kind."""
    ink = palette.ink(piece.side)
    disc = f'<circle cx="50" cy="50" r="36" fill="{ink.fill}" stroke="{ink.line}" stroke-width="4"/>'
    return disc + glyphs.write(piece.kind, x=50, y=50, height=34, paint=ink.detail, weight=0.9)
