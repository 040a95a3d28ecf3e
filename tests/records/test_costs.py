"""Reading a record takes time in proportion to its length, whatever it is made of."""

import re
from itertools import islice

from records.reading import decode, play_through, read_all
from records.splitting import BadRecord, Place, read_line
from records.views.opening import MOST_GAMES, describe, list_games
from tests.costs import FLOOR, MORE_SHAPES, find_excess, repeat, spend
from tests.rows import each_row

HEAD = '[Game "mastery"]\n\n'
SHAPES = {
    "a turn of spaces": repeat(" ", before=HEAD + "1. a", after="b {"),
    "spaces before a turn": repeat(" ", before=HEAD + "1. ", after="{"),
    "spaces in a turn taken back": repeat(" ", before=HEAD + "(1. a", after="b {)"),
    "comments after comments": repeat(" {x}", before=HEAD + "1. a"),
    "comments that open": repeat(" {", before=HEAD + "1. a"),
    "notes that open": repeat("[%a ", before=HEAD + "1. a {", after="}"),
    "notes without end": repeat("[%a", before=HEAD + "1. a {", after="}"),
    "spaces in a note": repeat(" ", before=HEAD + "1. a {[%left ", after="\n*\n"),
    "a tag of backslashes": repeat("\\", before='[A "', after='"]'),
    "tags without end": repeat('[A "x"]\n'),
    "tags and then something else": repeat('[A "x"]\n', after="\n1. a\nq"),
    "brackets in a tag": repeat("]", before="[", after="x\n\n*\n"),
    "turns and then something else": repeat("1. a\n", before=HEAD, after="q"),
    "many games": repeat('[Game "mastery"]\n\n*\n\n'),
    "many results": repeat("*\n", before=HEAD),
    "a huge value and many at fault": lambda n: '[{"a":"' + "x" * (n // 3 * 2) + '"}' + ",{}" * (n // 9) + "]",
    "many at fault that are not empty": repeat(',{"game": 1}', before="[{}", after="]"),
    "many turns at fault": repeat(',{"text":"x"}', before='{"game":"mastery","turns":[{"text":"x"}', after="]}"),
    "options and options": repeat(',"a":"b"', before='{"game":"mastery","options":{"a":"b"', after="}}"),
    "lists within lists": repeat("["),
    **MORE_SHAPES,
}


def read(text: str) -> None:
    """As the page does that opens one: the list of all, and each as it is chosen."""
    try:
        found = list_games(text)
        for number in range(min(3, len(found))):
            describe(found, chosen=str(number))
    except BadRecord as fault:
        str(fault.said)


@each_row("shape", SHAPES)
def test_a_record_costs_in_proportion_to_its_length(shape):
    assert find_excess(read, SHAPES[shape]) == ""


TURN = re.compile(r"(\d{1,6})\.\s+(\S.*?)(?:\s+\{([^{}]*)\})?")
"""The same as one expression, which takes time with the square of the length."""


@each_row("line", ["1. a {b}", "1. {b}", "1. a{b}", "1. a {b} {c}", "1. a {b}}", "1. a b {", "1.a", "1. a {}"])
def test_a_turn_and_its_comment_are_told_apart_as_before(line):
    _, text, comment = TURN.fullmatch(line).groups() if TURN.fullmatch(line) else (None, None, None)
    try:
        read_text = read_line(line, Place(1, 1)).text
    except BadRecord:
        read_text = None
    assert read_text == text
    noted = line.replace("b}", "[%left 1d]}")
    if comment == "b" and text:
        assert read_line(noted, Place(1, 1)).notes == {"left": "1d"}


def test_each_fault_of_a_list_is_told_with_its_own_place():
    text = '[\n{"game": "mastery"},\n{"game": 1},\n{"a": ["b"]},\n  {"game": "none"}\n]'
    told = [found.fault and str(found.fault.said) for found in islice(read_all(text), MOST_GAMES)]
    assert [each and each.partition(":")[0] for each in told] == [
        None,
        "Line 3, column 10",
        "Line 4, column 1",
        "Line 5, column 12",
    ]
    assert play_through(next(iter(read_all(decode(b'[{"game": "mastery"}]')))))[0].fault is None


def test_a_huge_game_in_front_of_many_at_fault_is_not_read_again_for_each():
    huge, faults = '{"a": "' + "x" * 600_000 + '"}', ", ".join(["{}"] * MOST_GAMES)
    behind = spend(lambda: read(f"[{faults}, {huge}]"), rounds=3)
    assert spend(lambda: read(f"[{huge}, {faults}]"), rounds=3) <= 10 * behind + FLOOR
