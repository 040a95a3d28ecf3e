"""A level's choices never change, so that its results against people tell over the years whether ratings keep their
meaning; and whoever has beaten it knows whom they have beaten.

A change of the search, of an evaluation or of a level that changes choices takes a new level with a new name: the level
as it was moves to `RETIRED` with what it takes to choose as before, or is replaced by the new one under another name.
"""

import pytest

from engine import registry
from tests.computers.golden_levels import FOLDER, MOST, choose_all, list_kept, read

ASKED = [(ruleset, level) for ruleset in registry.all_rulesets() for level in list_kept(ruleset)]
CHANGED = (
    "The level “{level}” of {game} chooses otherwise than it did. A level whose choices change is a new level: give it"
    " a new name in engine/games/{slug}/levels.py, keep the old one among RETIRED if it can still choose as it did, and"
    " run `python -m tests.computers.golden_levels`, which adds the new one. Never change what is kept of a level."
)
NEW = "The level “{level}” of {game} is new: run `python -m tests.computers.golden_levels`, and commit what it writes."
GONE = (
    "The levels {levels} of {game} are gone. If they can still choose as they did, keep them among RETIRED, for their"
    " accounts finish their games; if not, delete their lines from the golden file in the commit that says why."
)


def is_slow(level) -> bool:
    return level.nodes is not None and level.nodes > max(MOST)


@pytest.mark.parametrize(
    ("ruleset", "level"),
    [
        pytest.param(*each, id=f"{each[0].slug}-{each[1].name}", marks=[pytest.mark.late] if is_slow(each[1]) else [])
        for each in ASKED
    ],
)
def test_a_level_chooses_as_it_did(ruleset, level):
    kept, named = read(ruleset), {"level": level.name, "game": ruleset.name, "slug": ruleset.slug}
    assert level.name in kept["levels"], NEW.format(**named)
    assert choose_all(ruleset, level, kept["games"]) == kept["levels"][level.name], CHANGED.format(**named)


@pytest.mark.parametrize("ruleset", registry.all_rulesets(), ids=lambda ruleset: ruleset.slug)
def test_no_level_is_forgotten(ruleset):
    gone = {*read(ruleset)["levels"]} - {level.name for level in list_kept(ruleset)}
    assert not gone, GONE.format(levels=", ".join(sorted(gone)), game=ruleset.name)


def test_no_file_is_left_of_a_game_that_is_gone():
    assert {path.stem for path in FOLDER.glob("*.json")} == {ruleset.slug for ruleset in registry.all_rulesets()}


@pytest.mark.parametrize("ruleset", registry.all_rulesets(), ids=lambda ruleset: ruleset.slug)
def test_levels_that_are_kept_are_told_apart_by_what_they_choose(ruleset):
    """Otherwise the positions would not notice a change."""
    kept = read(ruleset)["levels"]
    quick = [tuple(kept[level.name]) for level in list_kept(ruleset) if level.nodes is None and level.seconds is None]
    assert len(set(quick)) == len(quick)
