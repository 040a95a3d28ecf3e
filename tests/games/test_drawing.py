"""Boards as SVG and as text, for every game there is."""

import re
from xml.etree import ElementTree

import pytest

from engine import drawing, registry
from engine.contract import Side

MASTERY = registry.get("mastery")
RULESETS = pytest.mark.parametrize("ruleset", registry.all_rulesets(), ids=lambda ruleset: ruleset.slug)


def places(svg: str) -> dict[str, tuple[int, int]]:
    """Left and top of each square that can be clicked."""
    found = [node.attrib for node in ElementTree.fromstring(svg).iter() if "data-square" in node.attrib]
    return {one["data-square"]: (int(one["x"]), int(one["y"])) for one in found}


@RULESETS
def test_every_board_is_well_formed_and_has_a_place_for_every_square(ruleset):
    svg = drawing.draw_board(ruleset, ruleset.start(), interactive=True, label='<&">')
    assert len(places(svg)) == ruleset.files * ruleset.ranks
    assert ElementTree.fromstring(svg).attrib["aria-label"] == '<&">'


@RULESETS
def test_a_board_standing_alone_needs_nothing_of_a_page(ruleset):
    position = ruleset.start()
    svg = drawing.draw_board(
        ruleset, position, standalone=True, last_turn=position.legal_moves()[0], marks={"a1": "to"}
    )
    assert not re.search(r"var\(|url\(|<text|<image|<style", svg)


@RULESETS
def test_a_picture_of_it_can_be_made_of_a_board_standing_alone(ruleset):
    resvg_py = pytest.importorskip("resvg_py")
    svg = drawing.draw_board(ruleset, ruleset.start(), standalone=True)
    assert bytes(resvg_py.svg_to_bytes(svg_string=svg, width=200)).startswith(b"\x89PNG")


@RULESETS
def test_no_two_kinds_look_alike_and_no_two_sides(ruleset):
    looks = [drawing.draw_tray(ruleset, [piece], side=piece.side) for piece in ruleset.start().pieces()]
    shapes = {re.sub(r'aria-label="[^"]*"', "", look) for look in looks}
    pieces = {(piece.kind, piece.side, piece.marks) for piece in ruleset.start().pieces()}
    assert len(shapes) == len(pieces)


def test_the_first_player_sees_a1_at_the_lower_left_and_the_second_at_the_upper_right():
    seen = places(drawing.draw_board(MASTERY, MASTERY.start(), interactive=True))
    assert seen["a1"] == (min(x for x, _ in seen.values()), max(y for _, y in seen.values()))
    seen = places(drawing.draw_board(MASTERY, MASTERY.start(), interactive=True, flipped=True))
    assert seen["a1"] == (max(x for x, _ in seen.values()), min(y for _, y in seen.values()))


def test_the_squares_of_the_last_turn_are_marked():
    position = MASTERY.start().play("Pd4-d5")
    plain = drawing.draw_board(MASTERY, position)
    marked = drawing.draw_board(MASTERY, position, last_turn="Pd4-d5")
    assert marked.count("mark-last") - plain.count("mark-last") == 5  # fill and frame of two squares, and an arrow
    assert 'data-from="d4" data-to="d5"' in marked


def test_the_arrow_of_a_controlled_piece_has_its_own_colour_and_shape():
    position = MASTERY.read("4m1mp/8/8/p6O/2p2P2/p7/8/M7 d M2O3P5/M1O4P2 b8-e8 imperial,ross")
    plain = drawing.draw_board(MASTERY, position.play("~Pa3-b2"))
    marked = drawing.draw_board(MASTERY, position.play("~Pa3-b2"), last_turn="~Pa3-b2")
    assert '<g class="last-way controlled" data-from="a3" data-to="b2">' in marked
    assert marked.count("mark-last") - plain.count("mark-last") == 4  # fill and frame of two squares
    assert marked.count("mark-control") - plain.count("mark-control") == 3  # shaft, head and lozenge


def test_a_piece_that_was_returned_is_marked():
    position = MASTERY.read("8/7P/8/5p2/6M1/8/m7/p7 l M2O4P5/M2O4P4 h4-g4 imperial,ross")
    after = position.play("Pf5xg4+Pe2")
    assert drawing.draw_board(MASTERY, after, last_turn="Pf5xg4+Pe2").count('<g class="returned">') == 1
    assert '<g class="returned">' not in drawing.draw_board(MASTERY, after)


@pytest.mark.parametrize(("flipped", "down"), [(False, "Frost"), (True, "Ember")])
def test_scouts_point_the_way_they_walk_from_either_side_of_the_board(flipped, down):
    masters = registry.get("masters")
    for side in Side:
        army = masters.start().text().split()[0]
        alone = "".join(letter for letter in army if not letter.isalpha() or letter.isupper() == (side is Side.FIRST))
        rows = [row if any(map(str.isalpha, row)) else "10" for row in alone.split("/")]
        position = masters.read(f"{'/'.join(rows)} e -/- -/- -")
        svg = drawing.draw_board(masters, position, flipped=flipped)
        assert svg.count("rotate(180 50 48)") == (10 if masters.sides[side] == down else 0)


def test_a_part_of_a_board_has_its_squares_and_pieces_alone():
    position = MASTERY.read("7m/8/2o5/3p4/3O4/8/2P5/7M d M2O3P5/M2O3P5 - imperial,ross")
    whole = places(drawing.draw_board(MASTERY, position, interactive=True))
    svg = drawing.draw_board(MASTERY, position, interactive=True, crop="b3-e6", marks={"d4": "from", "h1": "to"})
    part = places(svg)
    assert set(part) == {f"{file}{rank}" for file in "bcde" for rank in "3456"}
    assert {(x - whole[name][0], y - whole[name][1]) for name, (x, y) in part.items()} == {(-100, -200)}
    assert len(re.findall(r'<g transform="translate\(\d+ \d+\)">', svg)) == 3
    assert "mark-from" in svg
    assert "mark-to" not in svg
    assert "c2" not in drawing.describe_pieces(MASTERY, position, crop="b3-e6")


def test_each_square_names_the_piece_on_it():
    svg = drawing.draw_board(MASTERY, MASTERY.start(), interactive=True)
    assert 'data-label="d4, Dark Pawn"' in svg
    assert 'data-label="a4, empty"' in svg


def test_the_text_board_has_coordinates_and_tells_the_sides_apart():
    lines = drawing.draw_text_board(MASTERY, MASTERY.start()).splitlines()
    assert lines[0].split() == ["8", ".", ".", "m", "m", "m", ".", ".", "."]
    assert lines[7].split() == ["1", ".", ".", ".", "M", "M", "M", ".", "."]
    assert "a b c d e f g h" in lines[9]
    assert "capitals Dark" in lines[-1]


def test_the_pieces_can_be_read_aloud():
    assert "Light: Master c8, d8, e8;" in drawing.describe_pieces(MASTERY, MASTERY.start())


def test_a_tray_says_what_is_lost_and_is_empty_where_nothing_is():
    position = MASTERY.read("3mm3/8/8/8/8/3MO3/3PPP2/3o1p2 d M2O3P3/M1O3P5 - imperial,ross")
    assert 'aria-label="Dark has lost 2 Masters, 3 Officers, 3 Pawns"' in drawing.draw_tray(
        MASTERY, position.captured(), side=Side.FIRST
    )
    assert drawing.draw_tray(MASTERY, MASTERY.start().captured(), side=Side.FIRST) == ""
