"""Every board can be played on by day and by night, and by people who see colours differently.

What the palettes say is seen through the three usual simulations of colour-blindness (Machado, Oliveira, Fernandes
2009, at full strength), and the contrasts (WCAG 2) of what comes out are asked for.
"""

import re
from itertools import product
from pathlib import Path

from accounts.models import BoardColours
from engine import registry
from engine.contract import Side
from engine.drawing import pieces
from tests.rows import each_row

CSS = Path(__file__).parents[2] / "mastery_site/static/css"
EYES = {
    "any": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no green": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.01182, 0.04294, 0.968881),
    ),
    "no blue": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
MARKS = ("mark-from", "mark-to", "mark-take", "mark-control", "mark-devour")
AREAS = ("mark-last",)
"""Marks that fill a square or frame it."""


SCHEMES = (False, True)
"""By day and by night."""
CHOSEN = ("game", "wood", "slate")
"""The board colours of a reader."""


def read_css(name, *, after, night):
    """The colours that a block of a stylesheet gives to properties, by day or by night."""
    block = (CSS / name).read_text().partition(after)[2].partition("}")[0]
    both = re.findall(r"--([a-z-]+): var\(--day, (#[0-9a-f]{6})\)var\(--night, (#[0-9a-f]{6})\);", block)
    return {name: by_night if night else by_day for name, by_day, by_night in both}


def read_palette(slug, *, night, colours="game"):
    """What a board is drawn with on a page, by the names of properties."""
    found = read_css("look.css", after=":root {", night=night)
    paints = pieces.find_words(slug, "NIGHT" if night else "PAINTS")
    if paints or colours != "game":
        found |= read_css("board.css", after="\n.own-paints", night=night)
    found |= {name.replace("_", "-"): paint for name, paint in (paints or {}).items()}
    chosen = read_css("look.css", after=f':root[data-colours="{colours}"] {{', night=night)
    return found | {name: chosen[by.removeprefix("--")] for name, by in list_chosen() if chosen}


def list_chosen():
    """The properties that board colours paint in place of a game's own, with what they are called there."""
    return [(name.replace("_", "-"), by) for name, by in pieces.CHOSEN.items()]


def see(colour, eyes):
    """The luminance of `#rrggbb` for somebody."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    seen = [min(1, max(0, sum(a * b for a, b in zip(row, linear, strict=True)))) for row in EYES[eyes]]
    return 0.2126 * seen[0] + 0.7152 * seen[1] + 0.0722 * seen[2]


def contrast(one, other, eyes):
    low, high = sorted((see(one, eyes), see(other, eyes)))
    return (high + 0.05) / (low + 0.05)


SLUGS = [one.slug for one in registry.all_rulesets()]
BOARDS = each_row(("slug", "night", "eyes", "colours"), [*product(SLUGS, SCHEMES, EYES, CHOSEN)])


@BOARDS
def test_the_two_sides_are_told_apart_by_how_light_they_are(slug, night, eyes, colours):
    palette = read_palette(slug, night=night, colours=colours)
    assert contrast(palette["first"], palette["second"], eyes) >= 4.5
    for side in Side:
        name = side.name.lower()
        for square in (palette["square-light"], palette["square-dark"]):
            body, line = palette[name], palette[f"{name}-line"]
            assert max(contrast(body, square, eyes), contrast(line, square, eyes)) >= 3


@BOARDS
def test_marks_and_coordinates_stand_out_from_both_squares(slug, night, eyes, colours):
    palette = read_palette(slug, night=night, colours=colours)
    for square in (palette["square-light"], palette["square-dark"]):
        assert contrast(palette["coordinate"], square, eyes) >= 4
        for least, names in ((2.4, MARKS), (2, AREAS)):
            assert {name: palette[name] for name in names if contrast(palette[name], square, eyes) < least} == {}


@each_row(("slug", "colours"), product(SLUGS, CHOSEN))
def test_a_board_is_darker_by_night(slug, colours):
    day, night = (read_palette(slug, night=night, colours=colours)["square-light"] for night in SCHEMES)
    assert see(night, "any") < see(day, "any") / 2


def test_each_set_of_board_colours_is_one_that_a_reader_can_choose_and_paints_all_that_it_may():
    assert list(CHOSEN) == BoardColours.values
    for colours in CHOSEN[1:]:
        for night in SCHEMES:
            chosen = read_css("look.css", after=f':root[data-colours="{colours}"] {{', night=night)
            assert {f"--{name}" for name in chosen} == set(pieces.CHOSEN.values())


def test_by_night_a_board_with_colours_of_its_own_has_the_marks_of_the_site():
    marks = read_css("board.css", after="\n.own-paints", night=True)
    site = read_css("look.css", after=":root {", night=True)
    assert marks == {name: site[name] for name in marks}
