"""The migration that names the levels of computers: by their numbers, and without another name for any account."""

from importlib import import_module

import pytest
from django.apps import apps

from accounts.models import User
from accounts.profile.names import FORMER_LEVELS as FORMER
from computers.models import Computer
from engine import registry
from engine.search.playing import find_level

filling = import_module("computers.migrations.0011_fill_level_names")
OWN = "Written by staff, at level 2 of 5, once."
TOLD = "I’m a computer. I play Mastery at level {} of 5."


def make(number: int, *, about: str) -> Computer:
    user = User.objects.create(
        username=f"Mastery-level-{number}", email=f"{number}@computers.invalid", about=about, kind=User.Kind.COMPUTER
    )
    return Computer.objects.create(user=user, ruleset_slug="mastery", level=number)


def test_each_account_is_named_by_its_number_and_keeps_its_own_name(db):
    for number in range(1, 7):
        make(number, about=OWN if number == 2 else TOLD.format(number))
    for _ in range(2):
        filling.fill(apps, None)
    found = list(Computer.objects.order_by("level").values_list("level_name", "user__username", "user__about"))
    assert found[2] == ("club", "Mastery-level-3", "I’m a computer. I play Mastery at the level “club”.")
    assert found[1] == ("casual", "Mastery-level-2", OWN)
    assert [name for name, _, _ in found] == [*FORMER, "level-6"]


@pytest.mark.parametrize("ruleset", registry.all_rulesets(), ids=lambda ruleset: ruleset.slug)
def test_the_names_are_those_of_the_games(ruleset):
    """Offered or retired, each is one that plays on."""
    assert set(filling.NAMES) == set(FORMER)
    assert all(find_level(ruleset, name) for name in FORMER)
