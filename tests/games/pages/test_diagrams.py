"""Every diagram of every rules page names the turns that its caption speaks of, and the engine agrees."""

import re
from html import unescape
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test.signals import template_rendered
from django.urls import reverse

from engine import drawing, registry
from engine.contract import IllegalMove
from engine.drawing.diagram import find_ways
from games.templatetags import boards
from tests.rows import each_row

pytestmark = pytest.mark.django_db
NARROWEST = 300
"""Pixels: a diagram in the narrowest column of a page. On a phone of 360 px it has 328."""
DENIES = re.compile(r"\b(may not|cannot|can’t|could not|never|nobody|refused)\b")


def list_diagrams(client, address: str) -> list[drawing.Diagram]:
    """The diagrams of a page, each of which a template of its own shows; a page without any is a fault."""
    found = []

    def keep(*, context, **_) -> None:
        found.extend([context["diagram"]] if "diagram" in context else [])

    template_rendered.connect(keep)
    try:
        client.get(address)
    finally:
        template_rendered.disconnect(keep)
    assert found
    return found


def is_legal(position, turn: str) -> bool:
    try:
        position.canonical(turn)
    except IllegalMove:
        return False
    return True


def list_changes(first, second) -> set:
    """What stands on other squares, and who is to move."""
    boards = [{(piece.square, piece.kind, piece.side) for piece in position.pieces()} for position in (first, second)]
    return {square for square, *_ in boards[0] ^ boards[1]} | ({first.turn, second.turn} - {first.turn})


def find_faults(diagram: drawing.Diagram) -> list[str]:
    """What a diagram says without showing it."""
    position, there = diagram.position, diagram.legal_in
    faults = []
    if not (is_set_up(diagram) or diagram.may or diagram.may_not or diagram.wins or diagram.played):
        faults.append("names no turn")
    if DENIES.search(diagram.caption) and not diagram.may_not:
        faults.append("names no turn that may not be played")
    if bool(diagram.may_not) != bool(there):
        faults.append("names no position in which the turn would be legal")
    faults += [f"{turn} is illegal" for turn in [*diagram.may, diagram.wins] if turn and not is_legal(position, turn)]
    faults += [f"{turn} is legal" for turn in diagram.may_not if is_legal(position, turn)]
    if there:
        faults += [f"{turn} is illegal there, too" for turn in diagram.may_not if not is_legal(there, turn)]
        if len(list_changes(position, there)) > 2:
            faults.append("compares with another position altogether")
    if diagram.wins:
        outcome = position.play(diagram.wins).outcome()
        faults += [] if outcome and outcome.winner == position.turn else [f"{diagram.wins} does not win"]
    return faults


def is_set_up(diagram: drawing.Diagram) -> bool:
    """Whether it shows a whole set-up. The first option that is a choice is that of the set-up, where there is one."""
    options = [option for option in diagram.ruleset.options if not option.multiple][:1]
    setups = [{option.name: choice.value} for option in options for choice in option.choices] or [{}]
    return not diagram.crop and diagram.position.text() in {diagram.ruleset.start(**one).text() for one in setups}


PAGES = pytest.mark.parametrize("ruleset", registry.all_rulesets(), ids=lambda ruleset: ruleset.slug)


@PAGES
def test_the_engine_agrees_with_every_diagram(client, ruleset):
    diagrams = list_diagrams(client, reverse("rules", args=[ruleset.slug]))
    assert [(one.caption, fault) for one in diagrams for fault in find_faults(one)] == []


@PAGES
def test_pieces_of_diagrams_are_40_pixels_wide_on_a_phone(client, ruleset):
    for one in list_diagrams(client, reverse("rules", args=[ruleset.slug])):
        width = int(re.search(r'viewBox="0 0 (\d+)', one.board)[1])
        assert is_set_up(one) or 100 * NARROWEST / width >= 40, one.caption
    assert f"minmax(min(100%, {NARROWEST / 16}rem), 1fr)" in Path(finders.find("css/board.css")).read_text()


@PAGES
def test_a_turn_that_may_not_be_played_is_shown_with_the_engines_reason(client, ruleset):
    address = reverse("rules", args=[ruleset.slug])
    page = unescape(client.get(address).content.decode())
    for turn, why in (refusal for one in list_diagrams(client, address) for refusal in one.refusals):
        assert f"{turn}</span> {why}" in page


def test_a_piece_stands_in_each_blind_spot_that_is_shown(client):
    shown = [one for one in list_diagrams(client, "/rules/mastery/") if "blind spot" in one.caption]
    assert len(shown) >= 2
    for one in shown:
        (start, _), (file, rank) = find_ways(one.ruleset, one.may_not)[0], one.zone
        assert abs(ord(start[0]) - ord(file)) + abs(int(start[1]) - int(rank)) == 1
        assert start in {piece.square for piece in one.position.pieces()}
        assert start not in one.marks


# What is wrong is found: those that stood on the page before, and one of each other kind

REFLECTED = "8/1m6/2o5/4p3/3P4/8/6PO/6M1 l M2O3P4/M2O3P5 d3-d4 imperial,ross"
TOO_HIGH = "8/1m6/2op4/8/3O4/8/6PM/8 d M2O3P5/M2O3P5 - imperial,"
FREE = "7m/8/2o5/8/3O4/8/2P5/7M d M2O3P5/M2O3P6 - imperial,ross"
FAR_OFF = "7m/8/8/2o5/3O4/8/7P/7M d M2O3P5/M2O3P6 - imperial,ross"


@each_row(
    ("text", "said", "fault"),
    [
        (REFLECTED, {"caption": "Nobody may move it back."}, "names no turn"),
        (
            REFLECTED,
            {"may_not": "~Pd4-d3", "legal_in": REFLECTED.replace("d3-d4", "-")},
            "~Pd4-d3 is illegal there, too",
        ),
        (TOO_HIGH + "woag", {"caption": "It takes no Master, so it cannot."}, "names no turn that may not be played"),
        (TOO_HIGH + "woag", {"may_not": "Od4xd6"}, "names no position in which the turn would be legal"),
        (FREE, {"may": "Od4-d7"}, "Od4-d7 is illegal"),
        (FREE, {"may_not": "Od4-d6", "legal_in": FREE}, "Od4-d6 is legal"),
        (FREE, {"may_not": "Od4xc5", "legal_in": FAR_OFF}, "compares with another position altogether"),
        (FREE, {"wins": "Od4-d6"}, "Od4-d6 does not win"),
    ],
)
def test_a_diagram_that_does_not_show_what_it_says_is_found(text, said, fault):
    made = boards.diagram("mastery", text, **said)["diagram"]
    assert fault in find_faults(made)


def test_a_turn_that_led_to_a_diagram_is_played_by_the_engine():
    made = boards.diagram("mastery", FREE, played="Od4-d6")["diagram"]
    assert made.position.text() == registry.get("mastery").read(FREE).play("Od4-d6").text()
    with pytest.raises(IllegalMove):
        boards.diagram("mastery", FREE, played="Od4-d7")


def test_only_the_wrong_part_of_a_refused_turn_is_crossed_out():
    text = "7m/7p/3o4/8/3M4/8/8/7O d M2O3P6/M2O3P5 - imperial,ross"
    made = boards.diagram("mastery", text, may="Md4xd6+Pe3", may_not="Md4xd6+Oc3")["diagram"]
    assert made.ways == [(("d4", "d6"), True), (("e3",), True), (("c3",), False)]
    assert made.refusals == [
        ("Md4xd6+Oc3", "For an Officer taken, an Officer cannot come back: it must be lower in rank.")
    ]
