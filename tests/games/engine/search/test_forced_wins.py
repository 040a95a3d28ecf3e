"""The search loses no forced win within its depth: 60 positions a game that a plain exhaustive search found won."""

import pytest

from engine import registry
from engine.search.finding import make_tree
from engine.search.searching import Search
from engine.search.settings import HALVES, WIN, Limits
from tests.games.engine.search import forced_wins, plain

GAMES = ["mastery", "master", "masters"]


def assert_found(slug, lines):
    ruleset, missed = registry.get(slug), []
    for turns, text in lines:
        found = Search(make_tree(ruleset.read(text), ruleset=ruleset), limits=Limits(turns=turns)).run()
        if found.score != WIN - turns * HALVES:
            missed.append((text, found))
    assert missed == []


@pytest.mark.parametrize("slug", GAMES)
def test_forced_wins_are_found_within_their_depth(slug):
    assert_found(slug, forced_wins.read(slug)[::12])


@pytest.mark.soak
@pytest.mark.parametrize("slug", GAMES)
def test_every_forced_win_is_found_within_its_depth(slug):
    assert_found(slug, forced_wins.read(slug))


def assert_kept(slug, *, number):
    kept = (forced_wins.FOLDER / f"{slug}.txt").read_text().splitlines()
    assert list(forced_wins.find(slug, number=number, seed=1)) == kept[:number]


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.late
def test_the_program_finds_the_first_positions_that_are_kept(slug):
    assert_kept(slug, number=2)


@pytest.mark.soak
@pytest.mark.parametrize("slug", GAMES)
def test_the_program_finds_all_positions_that_are_kept(slug):
    assert_kept(slug, number=60)


@pytest.mark.parametrize("slug", GAMES)
def test_the_positions_are_won_as_soon_as_they_say(slug):
    """Asked again of some of them over the contract alone, of every legal turn: no tree is believed."""
    ruleset, lines = registry.get(slug), forced_wins.read(slug)
    assert len({text for _, text in lines}) == 60
    for turns, text in lines[::40]:
        position = ruleset.read(text)
        assert plain.is_won(position, turns=turns)
        assert not plain.is_won(position, turns=turns - 2)
