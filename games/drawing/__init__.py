"""Draws boards, as SVG for pages and mails and as plain text. Knows rulesets by their contract alone."""

from games.drawing.alone import draw_chip, draw_choices, draw_icon, draw_legend, draw_tray
from games.drawing.board import draw_board
from games.drawing.diagram import Diagram
from games.drawing.text import describe_pieces, draw_text_board

__all__ = [
    "Diagram",
    "describe_pieces",
    "draw_board",
    "draw_chip",
    "draw_choices",
    "draw_icon",
    "draw_legend",
    "draw_text_board",
    "draw_tray",
]
