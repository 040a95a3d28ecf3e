"""Addresses of pages: as Django's `reverse` makes them, kept by name and arguments."""

import pytest
from django.test.utils import override_script_prefix
from django.urls import NoReverseMatch, reverse

from core.addresses import address_of


def test_an_address_is_that_of_its_arguments():
    for number in (1, 2, 1):
        assert address_of("game_at", number, 3) == reverse("game_at", args=[number, 3])


def test_equal_values_of_different_kinds_are_told_apart():
    assert address_of("game", 1) == "/games/1/"
    with pytest.raises(NoReverseMatch):
        address_of("game", True)


def test_an_unknown_name_is_an_error():
    with pytest.raises(NoReverseMatch):
        address_of("nowhere")


def test_a_site_below_a_path_has_addresses_of_its_own():
    assert address_of("home") == "/"
    with override_script_prefix("/below/"):
        assert address_of("home") == "/below/"
