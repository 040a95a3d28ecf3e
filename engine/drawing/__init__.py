"""Draws boards, as SVG for pages and mails and as plain text. Knows rulesets by their contract alone."""

from engine.drawing.alone import draw_chip, draw_choices, draw_icon, draw_legend, draw_tray
from engine.drawing.board import draw_board, draw_pieces
from engine.drawing.diagram import Diagram
from engine.drawing.text import describe_pieces, draw_text_board

__all__ = [
    "Diagram",
    "describe_pieces",
    "draw_board",
    "draw_chip",
    "draw_choices",
    "draw_icon",
    "draw_legend",
    "draw_pieces",
    "draw_text_board",
    "draw_tray",
]
