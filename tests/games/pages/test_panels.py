"""Filling a place on a page is one file: dropped into an app, it is found, and shown there and nowhere else."""

import re
import sys
from collections import defaultdict
from importlib import import_module
from pathlib import Path

import pytest
from django.apps import AppConfig, apps
from django.template import Context
from django.urls import reverse

from games import panels

ROOT = Path(__file__).resolve().parents[3]
SEVENTH = "tests.games.pages.seventh_app"
GREETING = "<p>Hello from game {}, {}</p>"


@pytest.fixture
def seventh_app(monkeypatch):
    """The app, once it is installed above the others."""
    filled = defaultdict(list, {place: list(each) for place, each in panels._panels.items()})
    monkeypatch.setattr(panels, "_panels", filled)
    config, installed = AppConfig(SEVENTH, import_module(SEVENTH)), list(apps.get_app_configs())
    monkeypatch.setattr(apps, "get_app_configs", lambda: [config, *installed])
    panels.load()
    yield
    sys.modules.pop(f"{SEVENTH}.panels")


@pytest.mark.usefixtures("seventh_app")
def test_a_panel_is_shown_where_its_place_is_and_with_what_the_page_knows(client, alice, game):
    assert GREETING.format(game.pk, "visitor") in client.get(game.get_absolute_url()).content.decode()
    client.force_login(alice)
    assert GREETING.format(game.pk, "Alice") in client.get(game.get_absolute_url()).content.decode()
    for page in (reverse("rules", args=["mastery"]), alice.get_absolute_url()):
        assert "Hello from" not in client.get(page).content.decode()
    assert "<p>mastery and more</p>" in client.get(reverse("rules", args=["mastery"])).content.decode()


def test_panels_of_several_apps_in_one_place_are_ordered_from_the_lowest_app(client, alice, boris):
    client.force_login(alice)
    page = client.get(boris.get_absolute_url()).content.decode()
    assert page.index("Notes about Boris") < page.index("Report Boris")


def test_without_it_the_page_is_as_before(client, game):
    assert "Hello from" not in client.get(game.get_absolute_url()).content.decode()


def test_a_panel_is_not_asked_where_its_place_is_not_shown(client, alice, boris, game, monkeypatch):
    asked = []
    monkeypatch.setitem(panels._panels, "guest_over", [lambda context: asked.append(context) or ""])
    client.force_login(alice)
    client.get(game.get_absolute_url())
    assert not asked


def test_an_unknown_place_is_refused_when_it_is_filled_and_when_it_is_shown():
    with pytest.raises(KeyError):
        panels.fills("nowhere")
    with pytest.raises(KeyError):
        panels.show("nowhere", Context())


def test_each_place_is_shown_by_some_template_filled_by_some_app_and_no_other_is():
    shown = set()
    for path in (ROOT / "templates").rglob("*.html"):
        shown |= set(re.findall(r'{% panel "(\w+)"', path.read_text()))
    assert shown == set(panels.PLACES) == {place for place, filled in panels._panels.items() if filled}
