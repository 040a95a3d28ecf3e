"""What cannot be read is told with its line, its column and why, and what stands before it is kept."""

import json
import random

import pytest

from engine import registry
from records.reading import MOST_BYTES, decode, play_through, read_all
from records.splitting import MOST_TAGS, MOST_TURNS, BadRecord
from tests.records.written import play_out
from tests.rows import each_row

TAGS = '[Game "mastery"]\n\n'
FIRST = "1. Pd4-d5\n2. Pe5-e4\n"


def find_fault(text: str) -> tuple[str, int]:
    """The sentence of the fault, and how many turns were read before it."""
    read = next(iter(read_all(text)))
    if read.record is not None:
        read, _ = play_through(read)
    assert read.fault is not None
    return str(read.fault.said), len(read.record.turns) if read.record else 0


@each_row(
    ("text", "said", "turns"),
    [
        ("hello", "Line 1, column 1: A turn stands on a line", 0),
        ('[Game "mastery', "Line 1, column 1: A tag looks like this", 0),
        ("1. Pd4-d5", "Line 1, column 1: The tag “Game” is missing", 0),
        ('[Game "chess"]', "Line 1, column 8: “chess” is no game", 0),
        ('[Format "2"]\n[Game "mastery"]', "Line 1, column 10: This is format 2", 0),
        ('[Game "mastery"]\n[Revision "7"]', "Line 2, column 12: No rules of number 7", 0),
        ('[Game "mastery"]\n[Revision "x"]', "Line 2, column 12: “x” is no value of “Revision”.", 0),
        ('[Game "mastery"]\n[Game "masters"]', "Line 2, column 8: “Game” is there twice.", 0),
        ('[Game "mastery"]\n[Option_setup "round"]', "Line 2, column 16: Set-up cannot be “round”.", 0),
        ('[Game "mastery"]\n[Start "nowhere"]', "Line 2, column 9: ", 0),
        ('[Game "mastery"]\n[Control "bank 9+1<=7"]', "Line 2, column 11: “bank 9+1<=7” is no value", 0),
        (f"{TAGS}{FIRST}3. Pd5xd9", "Line 5, column 4: ", 2),
        (f"{TAGS}{FIRST}4. Pd5xc5", "Line 5, column 4: Turn 3 should stand here, and this is 4.", 2),
        (f"{TAGS}{FIRST}nonsense", "Line 5, column 1: A turn stands on a line", 2),
        (f"{TAGS}{FIRST}1-0\n3. Pd5xc5", "Line 6, column 1: After the result", 2),
        (f'[Result "0-1"]\n{TAGS}{FIRST}1-0', "Line 6, column 1: The result at the end is 1-0", 0),
        (f"{TAGS}1. Pd4-d5 {{[%left soon]}}", "Line 3, column 4: “soon” is no value", 0),
        ('[Game "masters"]\n\n1. Pd4-d5', "Line 3, column 4: ", 0),
    ],
)
def test_of_text(text, said, turns):
    found, count = find_fault(text)
    assert found.startswith(said), found
    assert count == turns


@each_row(
    ("value", "said"),
    [
        ('{"game": "mastery", "turns": [{"text": "Pd4-d5"}, {"text": "zz"}]}', "Line 1, column 60: "),
        ('{"game": 5}', "Line 1, column 10: “game” should be a text."),
        ('{"game": "mastery",\n "turns": "none"}', "Line 2, column 11: “turns” should be a list."),
        ('{"game": "mastery",\n "players": {"first": 3}}', "Line 2, column 23: “first” should be a text."),
        ('{"game": "mastery", "control": {"kind": "x"}}', "Line 1, column 32: "),
        ('{"game": "mastery", ', "Line 1, column 2"),
        ('{"game": ' + "[" * 100_000, "Line 1, column 1: This JSON is nested too deeply."),
        ('{"revision": ' + "9" * 5000 + "}", "Line 1, column 1: This JSON holds a number"),
        ("{}", "Line 1, column 1: The tag “Game” is missing"),
        ("[{}, []]", "Line 1, column 2: The tag “Game” is missing"),
        ('{"game": "mastery", "options": {"setup": ["imperial", "imperial"]}}', "Line 1, column 42: "),
    ],
)
def test_of_json(value, said):
    found, _ = find_fault(value)
    assert found.startswith(said), found


def test_of_a_file_that_is_no_utf8():
    with pytest.raises(BadRecord) as caught:
        decode(b'[Game "mastery"]\n\xc3\xa4b\xff')
    assert str(caught.value.said) == ("Line 2, column 3: This byte is no UTF-8. Save the file as UTF-8 and try again.")


def test_of_what_is_too_much():
    with pytest.raises(BadRecord, match="bytes"):
        decode(b"x" * (MOST_BYTES + 1))
    assert "tags" in find_fault('[Game "mastery"]\n' + '[X "y"]\n' * MOST_TAGS)[0]
    turns = [{"text": "Pd4-d5"}] * (MOST_TURNS + 1)
    (read,) = read_all(json.dumps({"game": "mastery", "turns": turns}))
    assert "turns" in str(read.fault.said)


def test_a_result_that_the_board_contradicts():
    rng = random.Random(7)
    while (outcome := (played := play_out(ruleset := registry.get("master"), {}, rng, most=400))[0].outcome()) is None:
        pass
    turns = "".join(f"{ply}. {text}\n" for ply, text in enumerate(played[1], 1))
    right, wrong = ("1-0", "0-1")[:: -1 if outcome.winner else 1]
    assert play_through(next(read_all(f'[Game "{ruleset.slug}"]\n{turns}{right}')))[0].fault is None
    read, _ = play_through(next(read_all(f'[Game "{ruleset.slug}"]\n{turns}{wrong}')))
    assert str(read.fault.said).endswith(f"By these turns the result is {right}, and this is {wrong}.")
    assert read.fault.place.line == len(played[1]) + 2
