"""Whole games played once and kept: replayed, they must come out the same to the letter. No ruleset is without one.

A file of `golden/` is text that `record` writes: the ruleset and its options, the moves, the outcome, the final
position. To keep a new game, write what `record` returns to `golden/<slug>-<what it shows>.txt`.
"""

from pathlib import Path
from textwrap import fill

import pytest

from engine import registry
from tests.rows import each_row

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.txt"))


def record(slug, options, moves):
    """The text of a golden game. Raises IllegalMove."""
    position = registry.get(slug).start(**options)
    for move in moves:
        assert move in position.legal_moves(), (move, position.text())
        position = position.play(move)
    outcome = position.outcome()
    winner = outcome.winner.name if outcome and outcome.winner is not None else "nobody"
    ended = f"{outcome.termination}, won by {winner}" if outcome else "none"
    written = " ".join(
        f"{name}={value if isinstance(value, str) else ','.join(value)}" for name, value in options.items()
    )
    # Moves may hold a space (a rotation in MASTER), so a semicolon stands between them.
    listed = fill("; ".join(moves), width=120, break_long_words=False, break_on_hyphens=False)
    return f"ruleset: {slug}\noptions: {written}\noutcome: {ended}\nposition: {position.text()}\n\n{listed}\n"


def read(text):
    """Slug, options and moves of a golden game."""
    head, _, listed = text.partition("\n\n")
    fields = dict(line.split(": ", 1) for line in head.replace("options:\n", "options: \n").splitlines())
    known = {option.name: option for option in registry.get(fields["ruleset"]).options}
    pairs = [pair.split("=", 1) for pair in fields["options"].split()]
    options = {name: [*filter(None, value.split(","))] if known[name].multiple else value for name, value in pairs}
    return fields["ruleset"], options, [" ".join(move.split()) for move in listed.split(";")]


@each_row("path", GOLDEN, ids=lambda path: path.stem)
def test_a_golden_game_comes_out_as_it_did(path):
    text = path.read_text()
    assert record(*read(text)) == text


@pytest.mark.parametrize("ruleset", registry.all_rulesets(), ids=lambda ruleset: ruleset.slug)
def test_no_ruleset_is_without_a_golden_game(ruleset):
    kept = [path for path in GOLDEN if path.name.startswith(f"{ruleset.slug}-")]
    assert kept
    assert {read(path.read_text())[0] for path in kept} == {ruleset.slug}


@pytest.mark.parametrize("ruleset", registry.all_rulesets(), ids=lambda ruleset: ruleset.slug)
def test_the_golden_games_of_a_ruleset_show_every_choice_of_its_options(ruleset):
    games = [read(path.read_text()) for path in GOLDEN if path.name.startswith(f"{ruleset.slug}-")]
    for option in (option for option in ruleset.options if not option.multiple):
        shown = {options.get(option.name, option.default) for _, options, _ in games}
        assert shown == {choice.value for choice in option.choices}
