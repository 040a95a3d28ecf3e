"""Whatever keyboards and mail programs make of a turn, it is read as that turn: in each ruleset, of many positions."""

from random import Random

import pytest

from engine import registry
from engine.contract import IllegalMove
from replies.acting import registry as commands
from replies.acting.tidying import list_readings, split_number, tidy
from tests.rows import each_row

MADE = {
    "as it stands": "{0}".format,
    "large first letter": lambda turn: turn[:1].upper() + turn[1:],
    "small letters": str.lower,
    "large letters": str.upper,
    "en dash": lambda turn: turn.replace("-", "–"),
    "non-breaking hyphen": lambda turn: turn.replace("-", "\u2011"),
    "spaces": lambda turn: turn.replace("-", " - ").replace(",", ", "),
    "cross": lambda turn: turn.replace("x", "×"),
    "full stop": "{0}.".format,
    "quoted": "“{0}”".format,
    "code": "`{0}`".format,
    "bold": "*{0}*".format,
    "italic": "_{0}_".format,
    "bold within quotes": "'**{0}**'.".format,
}
GAMES, PLIES, TURNS = 3, 60, 8


def read(position, written: str) -> str:
    """The turn that the line says; empty where it says none."""
    for reading in list_readings(tidy(written)):
        try:
            return position.canonical(reading)
        except IllegalMove:
            continue
    return ""


def play_at_random(ruleset, options):
    """Positions of some games, with some turns of each."""
    lots = Random(ruleset.slug)
    for _ in range(GAMES):
        position = ruleset.start(**options)
        for _ in range(PLIES):
            if position.outcome() or not (legal := list(position.legal_moves())):
                break
            yield position, lots.sample(legal, min(TURNS, len(legal)))
            position = position.play(lots.choice(legal))


@each_row(
    ("slug", "options"),
    [*((each.slug, {}) for each in registry.all_rulesets()), ("mastery", {"rules": "woag"})],
    ids=lambda value: value if isinstance(value, str) else "-".join(value.values()) or "first options",
)
def test_a_turn_is_read_however_it_was_changed_on_its_way(slug, options):
    ruleset = registry.get(slug)
    wrong = {
        (name, written, read(position, written))
        for position, turns in play_at_random(ruleset, options)
        for turn in turns
        for name, make in MADE.items()
        if (written := make(turn)) and read(position, written) != turn
    }
    assert not wrong


@pytest.mark.parametrize("slug", [each.slug for each in registry.all_rulesets()])
def test_no_turn_is_taken_for_another_command_or_for_a_number(slug):
    for _, turns in play_at_random(registry.get(slug), {}):
        for turn in turns:
            assert commands.find(tidy(turn)).name == "turn"
            assert split_number(tidy(turn)) == ("", None, turn)


@each_row("line", ["*", "**", "***", "*_*", "''", "“”", "....", "-", "– –"])
def test_marks_alone_say_nothing(line):
    assert commands.find(tidy(line)).name == "turn"
    for each in registry.all_rulesets():
        assert read(each.start(), line) == ""
