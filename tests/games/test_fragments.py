"""A fragment that pages share shows its value, in the reader's zone, and nothing else of the page it stands on."""

from datetime import UTC, datetime
from typing import NamedTuple

import pytest
from django.template import Context, Template
from django.urls import set_script_prefix
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

WHEN = datetime(2026, 7, 1, 12, tzinfo=UTC)


class Shown(NamedTuple):
    name: str
    at: datetime = WHEN


@pytest.fixture
def page(settings, tmp_path):
    """A page with one fragment for each value; what the fragment reads of the page beside `it` must stay empty."""
    (tmp_path / "_one.html").write_text("[{{ it.name }} {{ it.at|date:'H:i' }} {{ user }}{{ request }}]")
    settings.TEMPLATES = [{**settings.TEMPLATES[0], "DIRS": [tmp_path]}]
    return Template("{% load fragments %}{% fragments '_one.html' values %}")


def show(page, *values, zone="UTC"):
    with timezone.override(zone):
        return page.render(Context({"values": values, "user": "alice", "request": "a request"}))


def test_each_value_is_shown_in_turn_and_escaped(page):
    assert show(page, Shown("<b>"), Shown("c"), Shown("<b>")) == "[&lt;b&gt; 12:00 ][c 12:00 ][&lt;b&gt; 12:00 ]"


def test_equal_values_look_different_to_readers_in_different_zones(page):
    assert show(page, Shown("a"), zone="Asia/Tokyo") == "[a 21:00 ]"
    assert show(page, Shown("a"), zone="Europe/Berlin") == "[a 14:00 ]"
    assert show(page, Shown("a"), zone="Asia/Tokyo") == "[a 21:00 ]"


def test_marks_are_put_in_afterwards_escaped_and_only_where_they_are_wanted(page, settings, tmp_path):
    (tmp_path / "_one.html").write_text("{{ it.name }} 100 %s {% url 'game' game %}{% csrf_token %}")
    one = Template("{% load fragments %}{% fragment '_one.html' value game=game csrf_token=token other=other %}")

    def show_marked(name, game, token):
        def refuse():
            raise AssertionError("nothing shows it")

        other = SimpleLazyObject(refuse)
        return one.render(Context({"value": Shown(name), "game": game, "token": token, "other": other}))

    hidden = '<input type="hidden" name="csrfmiddlewaretoken" value="{}">'
    assert show_marked("a", 7, "secret") == "a 100 %s /games/7/" + hidden.format("secret")
    assert show_marked("a", 8, "%(game)s<") == "a 100 %s /games/8/" + hidden.format("%(game)s&lt;")
    assert show_marked("%(csrf_token)s", 8, "secret").startswith("%(csrf_token)s 100 %s /games/8/")


def test_where_templates_are_worked_on_a_change_is_seen(page, settings, tmp_path):
    settings.DEBUG = True
    assert show(page, Shown("a")) == "[a 12:00 ]"
    (tmp_path / "_one.html").write_text("changed")
    settings.TEMPLATES = [dict(settings.TEMPLATES[0])]  # engines made anew, as by the server that watches files
    assert show(page, Shown("a")) == "changed"


def test_what_is_kept_leads_where_the_addresses_of_the_request_begin(settings, tmp_path):
    """A server under another prefix, or one that is made believe so, says nothing to those that are asked next."""
    (tmp_path / "_one.html").write_text("[{% url 'conduct' %} {{ it }}]")
    settings.TEMPLATES = [{**settings.TEMPLATES[0], "DIRS": [tmp_path]}]
    page = Template("{% load fragments %}{% fragment '_one.html' value %}")
    try:
        set_script_prefix("/evil/")
        assert page.render(Context({"value": 7})) == "[/evil/conduct/ 7]"
        set_script_prefix("/")
        assert page.render(Context({"value": 7})) == "[/conduct/ 7]"
    finally:
        set_script_prefix("/")
