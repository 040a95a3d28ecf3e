"""The rules page of each game: described diagrams, open about what is fixed, ruled and reconstructed."""

import gzip
import re
from html import unescape

import pytest

from engine import registry
from engine.games.masters import rules
from tests.games.pages.test_diagrams import list_diagrams

pytestmark = pytest.mark.django_db
PAGES = pytest.mark.parametrize(("slug", "figures"), [("mastery", 20), ("master", 9), ("masters", 27)])


def read_page(client, slug):
    return unescape(client.get(f"/rules/{slug}/").content.decode())


@PAGES
def test_every_diagram_is_drawn_by_the_engine_and_told_in_words(client, slug, figures):
    found = re.findall(r"<figure.*?</figure>", read_page(client, slug), re.S)
    first, second = registry.get(slug).sides
    assert len(found) >= figures
    assert all(f"{first}: " in figure and f"{second}: " in figure for figure in found)


SPECIAL = {
    "mastery": [
        "nothing left but Masters",
        "takes it and wins",
        "may devour",
        "reaches past it",
        "former friend",
        "on d4",
    ],
    "master": ["and wins", "has been turned to 5", "another of Red’s Pawns", "two squares diagonally", "exactly"],
    "masters": [
        *("claiming it wins", "shield each other", "let the horseman go", "the hold has ended", "offered a sentinel’s"),
        *("may not decline", "becomes a dragon", "at two squares’ distance", "its owner cannot move it"),
    ],
}
"""Words of a diagram for each special rule."""


@pytest.mark.parametrize("slug", SPECIAL)
def test_each_special_rule_has_a_diagram(client, slug):
    captions = re.findall(r"<figcaption>(.*?)</figcaption>", read_page(client, slug), re.S)
    for words in SPECIAL[slug]:
        assert any(words in caption for caption in captions), words


@pytest.mark.parametrize("slug", SPECIAL)
def test_each_piece_has_a_diagram_of_its_moves(client, slug):
    """A diagram that shows where a piece goes, of each kind; a witch goes as others do."""
    shown = set()
    for one in list_diagrams(client, f"/rules/{slug}/"):
        shown |= {piece.kind for piece in one.position.pieces() if piece.square == one.moves_from}
    assert shown == set(registry.get(slug).kinds)


RULINGS = {
    "mastery": [
        "devoured the last piece itself",
        "no legal turn",
        "blocks a zone of control",
        "restores the power to control",
        "has just left",
        "a devoured piece counts as captured",
    ],
    "master": ["after the winning capture", "no legal move", "begins is always Red", "any of the five"],
    "masters": [
        "when holds have been settled",
        "is judged first",
        "such a claim is refused",
        "the owner can’t",
        "colour decides, never a hold",
        "settled at the end of each turn, the mover’s hold first",
        "comes under a shield",
        "in which she accepts them",
        "the offer made by that very capture",
        "anything but movement",
        "how a held witch moves",
        "who chooses",
    ],
}
"""A phrase of each ruling, in the order in which the pages come to them: all that the site has made."""


@pytest.mark.parametrize("slug", RULINGS)
def test_each_ruling_is_a_footnote_with_its_number(client, slug):
    page = read_page(client, slug)
    notes = re.findall(r'<li id="ruling-(\d+)">(.*?) <a href="#ruled-(\d+)"', page, re.S)
    numbers = [str(number) for number in range(1, len(RULINGS[slug]) + 1)]
    assert [number for number, _, _ in notes] == [back for _, _, back in notes] == numbers
    assert all(phrase in note for phrase, (_, note, _) in zip(RULINGS[slug], notes, strict=True))
    marks = re.findall(r'<sup class="ruling" id="ruled-(\d+)"><a href="#ruling-(\d+)"', page)
    assert marks == [(number, number) for number in numbers]


@pytest.mark.parametrize("slug", RULINGS)
def test_the_page_credits_trademarks_and_has_advice_and_history(client, slug):
    page = read_page(client, slug)
    assert "S. John Ross" in page
    assert "his trademarks" in page
    assert '<h2 id="first-advice">First advice</h2>' in page
    assert '<h2 id="history">History</h2>' in page


@pytest.mark.parametrize("slug", RULINGS)
def test_a_list_of_contents_leads_to_every_heading(client, slug):
    page = read_page(client, slug)
    headings = re.findall(r'<h2 id="(.+?)">(.+?)(?: <span|</h2>)', page)
    assert len(headings) == page.count("<h2") == len(dict(headings))
    assert re.findall(r'<li><a href="#(.+?)">(.+?)</a></li>', page) == headings


@pytest.mark.parametrize("ruleset", [registry.get(slug) for slug in RULINGS], ids=list(RULINGS))
def test_a_legend_shows_each_piece_of_both_sides(client, ruleset):
    table = re.search(r'<table class="table pieces-legend">.*?</table>', read_page(client, ruleset.slug), re.S)[0]
    for kind, name in ruleset.kinds.items():
        row = re.search(rf'<th scope="row"><span class="icons">(<svg.*?)</span> {name}\b.*?</th>', table)
        assert row, kind
        assert [f'aria-label="{side} {name}' in row[1] for side in ruleset.sides] == [True, True]


def test_the_publisher_of_master_is_credited(client):
    assert "Les Jeux Inspiro in 1985" in read_page(client, "master")


def test_the_rules_of_masters_mark_what_was_reconstructed(client):
    page = read_page(client, "masters")
    for heading in ("The set-up", "The pieces", "Movement"):
        assert f'">{heading} <span class="tag">reconstruction</span></h2>' in page


def test_the_table_of_movement_and_its_diagrams_come_from_the_ruleset(client):
    page = read_page(client, "masters")
    for kind, row in registry.get("masters").movement.items():
        assert re.search(rf" {row.name.capitalize()} <span class=\"notation\">{kind}</span></th>", page)
        assert kind == "W" or f"{row.name.capitalize()}: {row.words}." in page


def test_a_changed_row_of_movement_changes_the_page(client, monkeypatch):
    movement = {**rules.MOVEMENT, "H": rules.Movement("horseman", rules.ORTHOGONAL, reach=3)}
    monkeypatch.setitem(registry.RULESETS.by_name(), "masters", rules.Masters(movement=movement))
    page = read_page(client, "masters")
    assert "Horseman: 1–3 squares orthogonally." in page
    assert "The piece on e6 can go to b6, c6, d6, e5, e7, e8, f6, g6, h6." in page


def test_a_diagram_marks_squares_alone_where_a_click_may_be_a_choice(client):
    assert "can go to d1, g4." in read_page(client, "master")


@PAGES
def test_pages_of_rules_stay_light(client, slug, figures):
    assert len(gzip.compress(client.get(f"/rules/{slug}/").content)) < 100_000
