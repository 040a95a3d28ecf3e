"""The rules pages: every game has one, and its diagrams are what the rules say."""

import re
from html import unescape

import pytest
from django.template import Context, Template
from django.urls import reverse

from engine import registry
from engine.brief import find_brief
from engine.contract import BadPosition
from tests.games.engine.dropping import CROSSING, drop_in


def draw(tag: str) -> str:
    return Template("{% load boards %}{% " + tag + " %}").render(Context())


def test_the_list_leads_to_every_game(client, db):
    page = client.get(reverse("rules_index")).content.decode()
    for ruleset in registry.all_rulesets():
        assert reverse("rules", args=[ruleset.slug]) in page
        assert client.get(reverse("rules", args=[ruleset.slug])).status_code == 200


@pytest.mark.parametrize("ruleset", registry.all_rulesets(), ids=lambda ruleset: ruleset.slug)
def test_the_page_begins_with_five_lines_from_the_folder_of_the_game(client, db, ruleset):
    page = unescape(client.get(reverse("rules", args=[ruleset.slug])).content.decode())
    lines = re.findall(r"<dt>([^<]+)</dt><dd>([^<]+)</dd>", page[: page.index("<h2")])
    assert [about for about, _ in lines] == ["Goal", "Turn", "Capture", "Special", "End"]
    brief = find_brief(ruleset)
    assert [line for _, line in lines] == [
        str(line()) for line in (brief.goal, brief.turn, brief.capture, brief.special, brief.end)
    ]
    assert page.count("<dt>Goal</dt>") == 1


def test_a_game_without_five_lines_has_its_page_all_the_same(client, db):
    with drop_in(CROSSING):
        page = client.get("/rules/crossing/")
    assert page.status_code == 200
    assert 'class="brief"' not in page.content.decode()


def test_an_unknown_game_has_no_rules_page(client, db):
    assert client.get("/rules/chess/").status_code == 404


BLIND_SPOTS = 'diagram "mastery" "8/1m6/2op4/8/3M4/8/6PO/8 d M2O3P5/M2O3P5 - imperial,ross" zone="d4"'


def test_a_zone_is_asked_of_the_rules():
    assert "The zone of the piece on d4 is b4, c3, c5, d2, d6, e3, e5, f4." in draw(BLIND_SPOTS)


def test_where_a_piece_may_go_is_asked_of_the_rules():
    tag = 'diagram "mastery" "8/1m6/2o5/3p4/3O4/8/2PM4/8 d M2O3P5/M2O3P5 - imperial,ross" moves_from="d4"'
    drawn = draw(tag)
    assert "The piece on d4 can take on d5." in drawn
    assert "The piece on d4 can go to b4, c4, d3, e4, f4." in drawn


def test_a_diagram_that_the_rules_do_not_know_is_found_at_once():
    with pytest.raises(BadPosition):
        draw('diagram "mastery" "8/8 d nonsense"')
