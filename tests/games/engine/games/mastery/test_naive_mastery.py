"""The naive engine must itself give the published counts before it may judge the real one."""

import pytest

from tests.games.engine.games.mastery import naive_mastery


@pytest.mark.parametrize(
    ("setup", "rules", "counts"),
    [
        ("imperial", "ross", (40, 1817)),
        ("imperial", "woag", (40, 1614)),
        ("draume-crown", "ross", (39, 1521)),
        ("draume-crown", "woag", (39, 1521)),
    ],
)
def test_naive_engine_counts_as_published(setup, rules, counts):
    start = naive_mastery.start(setup, rules)
    turns = start.legal()
    assert (len(turns), sum(len(start.play(turn).legal()) for turn in turns)) == counts


@pytest.mark.parametrize("setup", naive_mastery.SETUPS)
def test_naive_engine_reads_what_it_writes(setup):
    text = naive_mastery.start(setup, "ross").play("Pd4xe5" if setup == "imperial" else "Pb3-b4").text()
    assert naive_mastery.read(text).text() == text
