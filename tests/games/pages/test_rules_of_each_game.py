"""The rules pages of MASTER and Masters: described diagrams, open about what is fixed, ruled and reconstructed."""

import gzip
import re
from html import unescape

import pytest

from games.engine import registry
from games.engine.rulesets import masters

pytestmark = pytest.mark.django_db
PAGES = pytest.mark.parametrize(("slug", "figures"), [("mastery", 10), ("master", 6), ("masters", 15)])


def read_page(client, slug):
    return unescape(client.get(f"/rules/{slug}/").content.decode())


@PAGES
def test_every_diagram_is_drawn_by_the_engine_and_told_in_words(client, slug, figures):
    found = re.findall(r"<figure.*?</figure>", read_page(client, slug), re.S)
    first, second = registry.get(slug).sides
    assert len(found) >= figures
    assert all(f"{first}: " in figure and f"{second}: " in figure for figure in found)


@PAGES
def test_rulings_are_told_apart_and_trademarks_credited(client, slug, figures):
    page = read_page(client, slug)
    assert page.count('<span class="tag">site ruling</span>') >= 4
    assert "S. John Ross" in page
    assert "his trademarks" in page


def test_the_publisher_of_master_is_credited(client):
    assert "Les Jeux Inspiro in 1985" in read_page(client, "master")


def test_reconstructions_of_masters_are_told_apart(client):
    page = read_page(client, "masters")
    for heading in ("The set-up", "Movement"):
        assert f'<h2>{heading} <span class="tag">reconstruction</span></h2>' in page


def test_the_table_of_movement_and_its_diagrams_come_from_the_ruleset(client):
    page = read_page(client, "masters")
    for kind, row in registry.get("masters").movement.items():
        assert re.search(rf">{row.name.capitalize()}</th><td class=\"notation\">{kind}</td>", page)
        assert kind == "W" or f"{row.name.capitalize()}: {row.words}." in page


def test_another_row_makes_another_page(client, monkeypatch):
    movement = {**masters.MOVEMENT, "H": masters.Movement("horseman", masters.ORTHOGONAL, reach=3)}
    monkeypatch.setitem(registry._found(), "masters", masters.Masters(movement=movement))
    page = read_page(client, "masters")
    assert "Horseman: 1–3 squares orthogonally." in page
    assert "The piece on e6 may go to b6, c6, d6, e5, e7, e8, f6, g6, h6." in page


def test_a_diagram_marks_squares_alone_where_a_click_may_be_a_choice(client):
    assert "may go to d1, g4." in read_page(client, "master")


@PAGES
def test_pages_of_rules_stay_light(client, slug, figures):
    assert len(gzip.compress(client.get(f"/rules/{slug}/").content)) < 100_000
