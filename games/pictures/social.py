"""Boards as other sites show them beside a link: 1200×630 pixels, on the ground of the site’s pages."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse

from engine import drawing
from engine.contract import Position, Ruleset
from games.pictures import asked, tiles

WIDTH, HEIGHT = 1200, 630
MARGIN = 40
GROUND = "#f6f3ec"
SIZE = re.compile(r'viewBox="\S+ \S+ ([0-9.]+) ([0-9.]+)"')

SIZED = re.compile(r' (?:width|height)="[^"]*"')

Shown = tuple[Ruleset, Position, bool, str | None]
"""A board: its rules, what stands on it, whether it is turned round, and the last turn."""


def answer_social(request: HttpRequest, boards: Sequence[Shown], *, kept: int) -> HttpResponse:
    """These boards beside each other as PNG, which others may keep for so many seconds."""
    drawn = [
        drawing.draw_board(ruleset, position, flipped=flipped, last_turn=last_turn, standalone=True)
        for ruleset, position, flipped, last_turn in boards
    ]
    mark = hashlib.sha256("".join(drawn).encode()).hexdigest()
    headers = {"Cache-Control": f"public, max-age={kept}", "Cross-Origin-Resource-Policy": "cross-origin"}
    return asked.answer(request, f"social:{mark}", lambda: tiles.draw(_lay_out(drawn), width=WIDTH), headers=headers)


def _lay_out(boards: Sequence[str]) -> str:
    """One SVG with each board as large as its share of the width allows."""
    share = (WIDTH - MARGIN * (len(boards) + 1)) / len(boards)
    placed = [_place(svg, left=MARGIN + number * (share + MARGIN), share=share) for number, svg in enumerate(boards)]
    ground = f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{GROUND}"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">'
        f"{ground}{''.join(placed)}</svg>"
    )


def _place(svg: str, *, left: float, share: float) -> str:
    """The board as a picture within the picture, in the middle of its share."""
    size = SIZE.search(svg)
    assert size, "every board says how large it is"
    scale = min(share / float(size[1]), (HEIGHT - 2 * MARGIN) / float(size[2]))
    width, height = float(size[1]) * scale, float(size[2]) * scale
    x, y = left + (share - width) / 2, (HEIGHT - height) / 2
    tag, rest = svg.split(">", 1)
    return f'{SIZED.sub("", tag)} x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}">{rest}'
