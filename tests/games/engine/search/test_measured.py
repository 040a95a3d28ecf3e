"""What the ladder measured is kept, says of what and when, and each level that was measured beats the one below."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from engine import games, registry
from engine.measuring import STAND_IN
from engine.search.playing import list_levels, number_levels

GAMES = Path(games.__file__).parent
FILES = sorted(GAMES.glob("*/measured.json"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.parent.name)
def test_levels_that_were_measured_beat_those_below(path):
    """Of rows of former levels the page shows none. Level 1 played at random, or a newcomer's stand-in."""
    ruleset = registry.get(path.parent.name)
    below = dict(zip(number_levels(ruleset), (None, *number_levels(ruleset)), strict=False))
    known = {*below, None, STAND_IN}
    rows = [row for row in json.loads(path.read_text()) if row["level"] in below and row["beside"] in known]
    assert all(row["beside"] == below[row["level"]] or row["beside"] == STAND_IN for row in rows)
    assert {row["level"] for row in rows if row["beside"] == STAND_IN} <= {next(iter(below))}
    for row in rows:
        assert re.fullmatch("[0-9a-f]{7,}", row["commit"])
        assert re.fullmatch(r"\d{4}-\d\d-\d\d", row["date"])
        assert row["ended"] in ("decided", "pairs", "time")
        assert row["wins"] + row["draws"] + row["losses"] == 2 * sum(row["pairs"]) >= 10
        least, most = (0.6, 0.9) if row["beside"] in below else (0.2, 0.45)
        assert least <= row["share"] <= most, row


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.parent.name)
def test_the_lower_half_of_the_levels_was_measured(path):
    """The upper ones take hours for a few pairs: of them, what there was time for."""
    names = list(number_levels(registry.get(path.parent.name)))
    measured = {row["level"] for row in json.loads(path.read_text())}
    assert set(names[: len(names) // 2]) <= measured


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.parent.name)
def test_a_level_that_thinks_by_the_clock_was_measured_with_a_part_of_its_time_and_with_all_of_it(path):
    rows = json.loads(path.read_text())
    for level in list_levels(registry.get(path.parent.name)):
        shares = [row["share_of_time"] for row in rows if row["level"] == level.name]
        assert set(shares) <= ({0.1, 1} if level.seconds else {1})


def git(*arguments: str) -> subprocess.CompletedProcess:
    return subprocess.run(["git", *arguments], cwd=Path(__file__).parent, capture_output=True, timeout=60)


def test_the_commits_they_were_measured_at_can_be_had():
    """A commit that was changed before it landed is in nobody's history."""
    if git("rev-parse", "--is-shallow-repository").stdout.strip() != b"false":
        pytest.skip("the history is not here, or not all of it")
    rows = [row for path in FILES for row in json.loads(path.read_text())]
    rows += [json.loads(path.read_text()) for path in GAMES.glob("*/set_ups.json")]
    assert rows
    named = {row["commit"] for row in rows}
    assert not {commit for commit in named if git("merge-base", "--is-ancestor", commit, "HEAD").returncode}
