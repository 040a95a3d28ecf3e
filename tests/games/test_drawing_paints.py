"""Each game looks like itself: colours of its own, legible ones, and sides told apart by more than colour."""

import re
from itertools import combinations

import pytest

from engine import drawing, registry
from engine.contract import Piece, Side
from engine.drawing import pieces
from tests.rows import each_row

RULESETS = registry.all_rulesets()
BY_SLUG = pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.slug)


def luminance(colour):
    """Relative luminance of `#rrggbb`, as WCAG 2 has it."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def draw(ruleset, kind, side, *marks):
    palette = pieces.find_palette(ruleset.slug, standalone=True)
    return pieces.find(ruleset.slug)(Piece("a1", kind, side, marks), palette=palette)


def outlines(svg):
    """What is drawn, without its colours."""
    return re.sub(r'(fill|stroke)="#[0-9a-f]{6}"', "", svg)


def test_no_two_games_share_a_board():
    boards = [
        (pieces.find_palette(ruleset.slug, standalone=True).square_light, ruleset.files, ruleset.ranks)
        for ruleset in RULESETS
    ]
    assert len(set(boards)) == len(boards)


@BY_SLUG
def test_pieces_stand_out_from_both_squares_by_body_or_outline_and_their_drawing_from_their_body(ruleset):
    palette = pieces.find_palette(ruleset.slug, standalone=True)
    for side in Side:
        ink = palette.ink(side)
        for square in (palette.square_light, palette.square_dark):
            assert max(contrast(ink.fill, square), contrast(ink.line, square)) >= 3
        assert contrast(ink.detail, ink.fill) >= 4.5


@BY_SLUG
def test_kinds_differ_in_outline(ruleset):
    for side in Side:
        for one, other in combinations(ruleset.kinds, 2):
            assert outlines(draw(ruleset, one, side)) != outlines(draw(ruleset, other, side))


@BY_SLUG
def test_sides_differ_in_outline(ruleset):
    for kind in ruleset.kinds:
        assert outlines(draw(ruleset, kind, Side.FIRST)) != outlines(draw(ruleset, kind, Side.SECOND))


@BY_SLUG
def test_a_picture_that_stands_alone_needs_nothing_of_the_page(ruleset):
    picture = drawing.draw_board(ruleset, ruleset.start(), standalone=True)
    assert "var(" not in picture


@each_row("face", range(1, 7))
def test_a_die_has_as_many_pips_as_it_shows(face):
    master = registry.get("master")
    for side in Side:
        assert draw(master, "P", side, f"face-{face}").count("<circle") == face


def test_a_die_in_a_tray_shows_no_face():
    assert "<circle" not in draw(registry.get("master"), "P", Side.FIRST)


@each_row("mark", ["shielded", "held", "witch-H", "offer-D"])
def test_each_mark_of_masters_is_drawn(mark):
    masters = registry.get("masters")
    assert len(draw(masters, "W", Side.FIRST, mark)) > len(draw(masters, "W", Side.FIRST))


def test_a_hold_is_drawn_in_its_holders_colour_and_has_a_halo_while_it_is_staged():
    masters = registry.get("masters")
    palette = pieces.find_palette("masters", standalone=True)
    held = draw(masters, "S", Side.FIRST, "held").removeprefix(draw(masters, "S", Side.FIRST))
    assert f'fill="{palette.second}"' in held
    assert "stroke-dasharray" not in held
    assert "stroke-dasharray" in draw(masters, "S", Side.FIRST, "held", "staged")


def test_a_witchs_corner_shows_the_icon_of_the_kind_she_inherited():
    masters = registry.get("masters")
    badges = {draw(masters, "W", Side.SECOND, f"witch-{kind}") for kind in masters.kinds}
    assert len(badges) == len(masters.kinds)


def test_only_what_a_staged_turn_marks_anew_is_marked_as_staged():
    masters = registry.get("masters")
    free = masters.read("4g5/4w5/4p5/10/10/10/10/1s8/10/3G3W2/1P8/10 e -/- -/- -")
    held = masters.read(free.text().replace("-/- -/-", "b5/- -/-"))
    claimed, moved = free.play("*b5"), held.play("Gd3-d4")
    assert "stroke-dasharray" in drawing.draw_board(masters, claimed, before=free)
    assert "stroke-dasharray" not in drawing.draw_board(masters, claimed)
    assert "stroke-dasharray" not in drawing.draw_board(masters, moved, before=held)


def test_a_board_in_plain_text_tells_what_each_die_shows():
    master = registry.get("master")
    board = drawing.draw_text_board(master, master.start().play("a2-a3 @a3=5"))
    assert " 3  E . . . . . . . . . . ." in board
    assert "A to F Pawns showing 1 to 6; capitals Red, small letters White" in board


def test_screen_readers_get_the_marks_in_words():
    masters = registry.get("masters")
    position = masters.read("4g5/4w5/4p5/10/10/10/10/1st7/10/3G3W2/1P8/2C7 f b5/- H/- S")
    words = drawing.describe_pieces(masters, position)
    for said in (
        "Sentinel (held by the enemy) b5",
        "Puppeteer (shielded) b2",
        "Witch (moves as horseman) h3",
        "Witch (is offered the moves of sentinel) e11",
    ):
        assert said in words
