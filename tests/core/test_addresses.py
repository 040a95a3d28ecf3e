"""Kept addresses are Django's own: by name and arguments, under every prefix, in code and in templates."""

import pytest
from django.template import engines
from django.test import RequestFactory
from django.test.utils import override_script_prefix
from django.urls import NoReverseMatch, get_resolver, reverse
from django.urls.converters import IntConverter, SlugConverter, StringConverter

from core.addresses import address_of
from tests.rows import each_row

ARGUMENTS = {"int": [0, 7, 12_345], "str": ["mastery", "Ann & Ö", "a%20b%d"], "slug": ["a-b", "x_1", "mastery"]}
KINDS = {IntConverter: "int", StringConverter: "str", SlugConverter: "slug"}


def list_named() -> list[tuple[str, list[str]]]:
    """The names of the site's own addresses, each with the kinds of its arguments; a few of allauth have others."""
    found = []
    for name, possibilities in get_resolver().reverse_dict.lists():
        for patterns, _, _, converters in possibilities if isinstance(name, str) else ():
            names = patterns[0][1]
            kinds = [KINDS.get(type(converters.get(each)), "") for each in names]
            if all(kinds):
                found.append((name, kinds))
    return found


@pytest.mark.parametrize("prefix", ["/", "/below%/"])
def test_every_address_is_as_django_builds_it(prefix):
    named = list_named()
    assert len(named) > 150
    with override_script_prefix(prefix):
        for name, kinds in named:
            for number in range(3):
                arguments = [ARGUMENTS[kind][(number + place) % 3] for place, kind in enumerate(kinds)]
                assert address_of(name, *arguments) == reverse(name, args=arguments), (name, arguments)


def test_an_unknown_name_is_an_error():
    with pytest.raises(NoReverseMatch):
        address_of("nowhere", 1)


@each_row("arguments", [[-1], [True], ["x"], [], [1, 2]])
def test_what_django_refuses_is_refused(arguments):
    with pytest.raises(NoReverseMatch):
        reverse("game", args=arguments)
    with pytest.raises(NoReverseMatch):
        address_of("game", *arguments)


@each_row(
    ("tag", "shown"),
    [
        ("{% url 'game' 41 %}", "/games/41/"),
        ("{% url 'game' pk=41 %}", "/games/41/"),
        ("{% url 'game' 41 as here %}[{{ here }}]", "[/games/41/]"),
        ("{% url 'nowhere' as here %}[{{ here }}]", "[]"),
        ("{% url name 'Ann & Bo' %}", "/people/Ann%20&amp;%20Bo/"),
        ("{% autoescape off %}{% url name 'Ann & Bo' %}{% endautoescape %}", "/people/Ann%20&%20Bo/"),
    ],
)
def test_the_tag_shows_what_django_shows(tag, shown):
    template = engines["django"].from_string(tag)
    assert template.render({"name": "profile"}, RequestFactory().get("/")) == shown


def test_the_tag_says_what_it_did_not_find():
    template = engines["django"].from_string("{% url 'game' nothing %}")
    with pytest.raises(NoReverseMatch, match="Reverse for 'game' with arguments"):
        template.render({}, None)
