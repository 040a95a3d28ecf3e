"""How levels are named, found and placed: those that a game offers, and those that it offers no more."""

import re

import pytest

from engine import registry
from engine.contract import LONGEST_NAME
from engine.level import Level
from engine.search.playing import (
    find_level,
    find_offered,
    list_levels,
    list_retired,
    number_levels,
    place_levels,
)
from tests.games.engine.dropping import CROSSING, drop_in


@pytest.fixture
def crossing():
    """A ruleset that was dropped in, and tells nothing but its rules."""
    with drop_in(CROSSING) as ruleset:
        yield ruleset


@pytest.mark.parametrize(
    ("names", "why"),
    [
        (("", "b"), "“”, level 1 of Mastery, can’t be stored"),
        (("a", "Club 2"), "“Club 2”, level 2 of Mastery, can’t be stored"),
        (("a", "b" * 41), "level 2 of Mastery, can’t be stored"),
        (("a", "b", "a"), "Two levels of Mastery are called “a”."),
    ],
)
def test_levels_that_cannot_be_told_apart_by_name_are_refused(monkeypatch, names, why):
    monkeypatch.setattr(registry.find_module("mastery", "levels"), "LEVELS", tuple(map(Level, names)))
    with pytest.raises(registry.BadRuleset, match=re.escape(why)):
        list_levels(registry.get("mastery"))


def test_a_name_of_a_level_may_be_as_long_as_can_be_stored(monkeypatch):
    longest = "b" * LONGEST_NAME
    monkeypatch.setattr(registry.find_module("mastery", "levels"), "LEVELS", (Level("a-1"), Level(longest)))
    assert number_levels(registry.get("mastery")) == {"a-1": 1, longest: 2}


def test_retired_levels_are_found_by_name_and_offered_to_nobody(monkeypatch, crossing):
    """Also of a game that tells no levels; and one that tells no retired ones has none."""
    for ruleset in registry.all_rulesets():
        offered, retired = list_levels(ruleset), list_retired(ruleset)
        assert {"beginner", "casual", "club", "expert"} == {level.name for level in retired}
        assert not {level.name for level in retired} & set(number_levels(ruleset))
        assert [find_level(ruleset, level.name) for level in (*offered, *retired)] == [*offered, *retired]
        assert not any(find_offered(ruleset, level.name) for level in retired)
    monkeypatch.delattr(registry.find_module("mastery", "levels"), "RETIRED")
    assert list_retired(registry.get("mastery")) == ()
    assert find_level(registry.get("mastery"), "club") is None


def test_a_retired_level_may_not_have_the_name_of_one_that_is_offered(monkeypatch):
    monkeypatch.setattr(registry.find_module("mastery", "levels"), "RETIRED", (Level("champion"),))
    with pytest.raises(registry.BadRuleset, match="Two levels of Mastery are called “champion”"):
        list_levels(registry.get("mastery"))


@pytest.mark.parametrize(
    ("level", "place"),
    [
        (Level("old", turns=1, captures=0), 1),
        (Level("old", nodes=1), 1),
        (Level("old", nodes=399), 2),
        (Level("old", nodes=400), 3),
        (Level("old", nodes=1_000_000), 3),
        (Level("old", seconds=5), 3),
        (Level("old", seconds=60), 4),
    ],
)
def test_a_retired_level_has_the_place_of_an_offered_one_that_takes_no_longer(monkeypatch, level, place):
    module = registry.find_module("mastery", "levels")
    offered = Level("a", nodes=50), Level("b", nodes=100), Level("c", nodes=400), Level("d", seconds=20)
    monkeypatch.setattr(module, "LEVELS", offered)
    monkeypatch.setattr(module, "RETIRED", (level,))
    assert place_levels(registry.get("mastery")) == {"a": 1, "b": 2, "c": 3, "d": 4, "old": place}
