"""Addresses in templates: as Django forms them, kept by name and arguments."""

import pytest
from django.template import Context, Template
from django.test.utils import override_script_prefix
from django.urls import NoReverseMatch, reverse


def show(source: str, **values: object) -> str:
    return Template(source).render(Context(values))


def test_an_address_is_that_of_its_arguments():
    for number in (1, 2, 1):
        assert show("{% url 'game_at' number 3 %}", number=number) == reverse("game_at", args=[number, 3])


def test_equal_values_of_different_kinds_are_told_apart():
    assert show("{% url 'game' pk %}", pk=1) == "/games/1/"
    with pytest.raises(NoReverseMatch):
        show("{% url 'game' pk %}", pk=True)


def test_it_is_escaped_where_it_is_shown_and_not_where_it_is_named():
    assert show("{% url 'profile' name %}", name="a&b") == "/people/a&amp;b/"
    assert show("{% url 'profile' name as there %}{{ there|safe }}", name="a&b") == "/people/a&b/"


def test_one_that_there_is_not_is_an_error_unless_it_is_named():
    assert show("[{% url 'nowhere' as there %}{{ there }}]") == "[]"
    with pytest.raises(NoReverseMatch):
        show("{% url 'nowhere' %}")


def test_names_in_a_namespace_and_named_arguments_are_django_s():
    assert show("{% url 'admin:index' %}{% url 'game' pk=4 %}") == reverse("admin:index") + "/games/4/"


def test_a_site_below_a_path_has_addresses_of_its_own():
    assert show("{% url 'home' %}") == "/"
    with override_script_prefix("/below/"):
        assert show("{% url 'home' %}") == "/below/"
