"""Pieces that stand alone beside a board: captured ones, a side's disc, icons, a legend of marks, choices of a turn."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from engine.contract import Piece, Ruleset, Side
from engine.drawing import pieces, words
from engine.drawing.frame import SQUARE
from engine.drawing.marks import ZONES, draw_mark, draw_zone
from engine.drawing.text import describe_piece, name_piece
from engine.words import chain

MARKS: tuple[tuple[Piece | None, str, str], ...] = (
    (None, "to", "where the chosen piece can go"),
    (None, "take", "what it can take"),
)
"""A piece, a mark upon its square, and what they say, for a game that says nothing of its own."""


def draw_tray(
    ruleset: Ruleset, captured: Iterable[Piece], *, side: Side, standalone: bool = False, dark: bool = False
) -> str:
    """The captured pieces of one side in a row, where pieces of a kind overlap; empty if there are none. `standalone`
    and `dark` are those of `draw_board`."""
    mine = [piece for piece in captured if piece.side is side]
    draw, palette = pieces.find(ruleset.slug), pieces.find_palette(ruleset.slug, standalone=standalone, dark=dark)
    places: list[str] = []
    x = 0
    for place, piece in enumerate(mine):
        x += 0 if place == 0 else 45 if piece.kind == mine[place - 1].kind else 90
        places.append(f'<g transform="translate({x} 0)">{draw(piece, palette=palette)}</g>')
    counts = [(kind, sum(piece.kind == kind for piece in mine)) for kind in dict.fromkeys(piece.kind for piece in mine)]
    pieces_lost = chain(words.ROW, [words.COUNT(n=count, piece=name_piece(ruleset, kind)) for kind, count in counts])
    label = str(words.HAS_LOST(side=ruleset.sides[side], pieces=pieces_lost))
    svg = f'<svg viewBox="0 0 {x + SQUARE} {SQUARE}" class="tray" role="img" aria-label="{escape(label)}">'
    return f"{svg}<title>{escape(label)}</title>{''.join(places)}</svg>" if mine else ""


def draw_chip(ruleset: Ruleset, *, side: Side) -> str:
    """A disc in the colours of a side, to stand beside a player's name."""
    ink = pieces.find_palette(ruleset.slug).ink(side)
    disc = f'<circle cx="10" cy="10" r="8.5" fill="{ink.fill}" stroke="{ink.line}" stroke-width="2"/>'
    return f'<svg viewBox="0 0 20 20" class="chip drawn" aria-hidden="true">{disc}</svg>'


def draw_icon(ruleset: Ruleset, piece: Piece) -> str:
    """One piece alone, to stand in a legend."""
    (turned,) = pieces.turn_round(ruleset, [piece], flipped=False)
    drawn = pieces.find(ruleset.slug)(turned, palette=pieces.find_palette(ruleset.slug))
    label = str(words.OF_SIDE(side=ruleset.sides[piece.side], piece=describe_piece(ruleset, piece)))
    return f'<svg viewBox="0 0 {SQUARE} {SQUARE}" class="icon" role="img" aria-label="{escape(label)}">{drawn}</svg>'


def draw_legend(ruleset: Ruleset) -> list[tuple[str, str]]:
    """A square for each mark that the game has, and what it means."""
    palette, draw = pieces.find_palette(ruleset.slug), pieces.find(ruleset.slug)
    look = "icon own-paints" if pieces.has_paints(ruleset.slug) else "icon"
    drawn = []
    for piece, mark, told in pieces.find_words(ruleset.slug, "MARKS") or MARKS:
        ground = f'<rect width="{SQUARE}" height="{SQUARE}" fill="{palette.square_dark}"/>'
        zone = draw_zone(0, 0, palette, ZONES[mark]) if mark in ZONES else ""
        over = draw_mark(0, 0, palette, mark) if mark and not zone else ""
        parts = ground + zone + (draw(piece, palette=palette) if piece else "") + over
        drawn.append((f'<svg viewBox="0 0 {SQUARE} {SQUARE}" class="{look}" aria-hidden="true">{parts}</svg>', told))
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
