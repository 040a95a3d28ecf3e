"""The style sheets keep to what docs/look.md decides: sizes, weights, distances, colours, and icons of one stroke."""

import re
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from core.templatetags.icons import icon, list_icons
from tests.games.test_told_apart import EYES, SCHEMES, read_css
from tests.rows import each_row

ROOT = Path(__file__).resolve().parents[2]
CSS = ROOT / "mastery_site/static/css"
SHEETS = sorted(path for path in ROOT.glob("*/static/**/*.css") if "node_modules" not in path.parts)
MEASURED = {
    "game.css",
    "cards.css",
    "board.css",
    "practice.css",
    "review.css",
    "analysis.css",
    "replay.css",
    "embed.css",
    "book.css",
}
"""Sheets of boards, whose distances are counted so that nothing moves."""
LONGEST = 300
APART = 20
"""How far two colours are apart in CIELAB (ΔE 1976) so that nobody takes one for the other; 2 can just be seen."""


def list_declarations(sheet: Path) -> list[tuple[str, str]]:
    text = re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.S)
    return re.findall(r"(?<=[{;\s])(-?-?[a-z][a-z0-9-]*): ([^;{}]+?)\s*(?=[;}])", text)


def list_colours(night: bool) -> dict[str, str]:
    return read_css("look.css", after=":root {", night=night)


def find_lab(colour: str, eyes: str) -> tuple[float, float, float]:
    """A colour as somebody sees it, in CIELAB."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    red, green, blue = (min(1, max(0, sum(a * b for a, b in zip(row, linear, strict=True)))) for row in EYES[eyes])
    weights = ((0.4124, 0.3576, 0.1805, 0.95047), (0.2126, 0.7152, 0.0722, 1), (0.0193, 0.1192, 0.9505, 1.08883))
    xyz = [(r * red + g * green + b * blue) / white for r, g, b, white in weights]
    x, y, z = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def measure(one: str, other: str, eyes: str) -> float:
    pairs = zip(find_lab(one, eyes), find_lab(other, eyes), strict=True)
    return sum((a - b) ** 2 for a, b in pairs) ** 0.5


def find_contrast(one: str, other: str) -> float:
    def light(colour: str) -> float:
        return ((find_lab(colour, "any")[0] + 16) / 116) ** 3

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


# --- Colours -----------------------------------------------------------------------------------------------------
@each_row(("eyes", "night"), [(eyes, night) for eyes in EYES for night in SCHEMES])
def test_results_are_told_apart_by_all_eyes(eyes, night):
    colours = list_colours(night)
    for one, other in combinations(("won", "drawn", "lost"), 2):
        assert measure(colours[one], colours[other], eyes) >= APART, (one, other)
    assert measure(colours["accent"], colours["mine"], eyes) >= APART


@each_row("night", SCHEMES)
def test_text_in_each_colour_can_be_read_on_what_it_stands_on(night):
    colours = list_colours(night)
    for name in ("ink", "muted", "accent", "mine", "won", "drawn", "lost", "good", "bad", "warn"):
        grounds = [on for on in ("paper", "surface", f"{name}-soft") if on in colours]
        assert min(find_contrast(colours[name], colours[on]) for on in grounds) >= 4.5, name
    for ground in ("mine-soft", "accent-soft", "drawn-soft", "sunken"):
        for name in ("ink", "muted"):
            assert find_contrast(colours[name], colours[ground]) >= 4.5, (name, ground)


def test_red_and_green_alike_are_found():
    assert measure("#9b2c26", "#4f5b1f", "no red") < APART < measure("#9b2c26", "#4f5b1f", "any")


# --- Steps -------------------------------------------------------------------------------------------------------
def test_there_are_five_sizes_three_weights_and_steps_of_four_pixels():
    told = dict(list_declarations(CSS / "look.css"))
    assert [name for name in told if name.startswith("--text-")] == [f"--text-{number}" for number in range(1, 6)]
    assert [told[name] for name in told if name.startswith("--weight-")] == ["400", "500", "600"]
    steps = {int(name[8:]): float(told[name][:-3]) * 16 for name in told if name.startswith("--space-")}
    assert {number: 4 * number for number in steps} == steps


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.name)
def test_sizes_and_weights_are_those_of_the_look(sheet):
    for name, value in list_declarations(sheet):
        if name in ("font", "font-size"):
            assert not re.search(r"\d(rem|pt)", value), f"{name}: {value}"
        if name in ("font", "font-weight"):
            assert not re.search(r"\b([1-9]00|bold|normal)\b(?<!weight-bold)", value), f"{name}: {value}"


@pytest.mark.parametrize("sheet", [each for each in SHEETS if each.name not in MEASURED], ids=lambda path: path.name)
def test_distances_are_steps(sheet):
    distances = re.compile(r"(margin|padding)(-\w+)*|(row-|column-)?gap")
    found = [f"{name}: {value}" for name, value in list_declarations(sheet) if distances.fullmatch(name)]
    assert [each for each in found if re.search(r"\drem|[2-9]px", each)] == []


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.name)
def test_a_sheet_can_be_read(sheet):
    assert len(sheet.read_text().splitlines()) <= LONGEST


# --- Icons -------------------------------------------------------------------------------------------------------
def test_icons_are_drawn_with_strokes_alone_within_their_frame():
    assert len(list_icons()) >= 20
    for name in list_icons():
        drawn = icon(name)
        assert drawn.startswith('<svg class="glyph" viewBox="0 0 24 24" aria-hidden="true"'), name
        strokes = drawn.partition(">")[2].removesuffix("</svg>")
        assert re.fullmatch(r'(<(path d|circle cx)="[^<>]*"/>)+', strokes), name
        assert not re.search("fill|stroke|style|class", strokes), name
        assert len(strokes) <= 260, name


def test_an_icon_that_is_not_there_is_a_mistake():
    with pytest.raises(FileNotFoundError):
        icon("unicorn")


def test_each_icon_that_a_template_shows_is_there():
    shown = {
        name
        for path in (ROOT / "templates").rglob("*.html")
        for name in re.findall(r'{% icon "([\w-]+)" %}', path.read_text())
    }
    assert {"bell", "first", "last"} <= shown
    assert shown - set(list_icons()) == set()
    assert all(one < other for one, other in pairwise(list_icons()))
