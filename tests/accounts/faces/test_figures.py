"""Everybody has a figure: it is theirs, symmetric, told from its ground and from the page, and short."""

import io
import re
from itertools import pairwise

import pytest
import resvg_py
from django.contrib.staticfiles import finders
from PIL import Image, ImageChops, ImageOps

from accounts.profile.figures import DIE_GROUND, DIE_PIPS, FIGURES, GROUNDS, draw_die, draw_piece, form_piece

PAGES = ("paper", "surface", "sunken")


def draw(svg, size=96):
    svg = svg.replace("<svg ", f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" ')
    drawn = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg)))).convert("RGBA")
    return Image.alpha_composite(Image.new("RGBA", drawn.size, "white"), drawn).convert("RGB")


def luminance(colour):
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def colours_of_pages():
    with open(finders.find("css/look.css")) as file:
        styles = file.read()
    return [
        colour
        for name in PAGES
        for colour in re.search(rf"--{name}: var\(--day, (#\w+)\)var\(--night, (#\w+)\)", styles).groups()
    ]


def test_the_first_thousand_accounts_have_a_thousand_figures():
    assert len({draw_piece(number) for number in range(1, 1001)}) == 1000


def test_none_of_a_thousand_has_a_figure_that_another_may_choose():
    assert len({draw_piece(number, figure) for number in range(1, 1001) for figure in range(FIGURES)}) == 12_000


def test_neighbours_differ_in_colour_and_in_outline():
    for one, other in pairwise(form_piece(number, 0) for number in range(1, 300)):
        assert one[0] != other[0]
        assert one[2] != other[2]
    assert len({form_piece(number, 0)[0] for number in range(1, 11)}) == len(GROUNDS)


def test_the_twelve_to_choose_from_differ_in_outline():
    for number in (1, 7, 4711):
        assert len({form_piece(number, figure)[2] for figure in range(FIGURES)}) == FIGURES


def test_a_figure_stays_the_same():
    assert draw_piece(4711, 3) == draw_piece(4711, 3)
    assert form_piece(10**12, 0) == form_piece(10**12, 0)


@pytest.mark.parametrize("svg", [*map(draw_piece, range(1, 60)), *map(draw_die, range(26))])
def test_the_left_half_mirrors_the_right_one(svg):
    drawn = draw(svg, size=768).reduce(8)
    difference = ImageChops.difference(drawn, ImageOps.mirror(drawn))
    assert max(most for _, most in difference.getextrema()) < 24  # of 255: the smoothing of edges


def test_every_part_is_within_the_ground():
    """Nothing of a figure comes near the edge, where a round corner would cut it."""
    for number in range(1, 120):
        ground, _, _ = form_piece(number, 0)
        left, top, right, bottom = (
            ImageChops.difference(draw(draw_piece(number)), Image.new("RGB", (96, 96), ground))
            .crop((9, 6, 87, 90))
            .getbbox()
        )
        assert (left, top) >= (0, 0)
        assert right - left > 20
        assert bottom - top > 40
        for edge in [(9, 9, 12, 87), (84, 9, 87, 87)]:
            assert len(set(draw(draw_piece(number)).crop(edge).getdata())) == 1


@pytest.mark.parametrize(("ground", "piece"), [*GROUNDS, (DIE_GROUND, DIE_PIPS)])
def test_the_colours_are_told_apart_in_both_themes(ground, piece):
    assert contrast(ground, piece) >= 3
    pages = colours_of_pages()
    assert len(pages) == 6
    for page in pages:
        assert contrast(ground, page) >= 3, page


def test_a_figure_is_short_and_says_nothing_to_who_hears_the_page():
    lengths = [len(draw_piece(number)) for number in range(1, 1001)]
    assert sum(lengths) / 1000 < 300
    assert max(lengths) < 500
    assert 'aria-hidden="true"' in draw_piece(1)


@pytest.mark.parametrize("level", range(1, 26))
def test_a_computer_shows_its_level_in_pips(level):
    assert draw_die(level).count("h0") == level


def test_a_former_level_has_no_pips():
    assert "h0" not in draw_die(0)
