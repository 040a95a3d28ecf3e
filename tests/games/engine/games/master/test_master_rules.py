"""Each sentence of the rules of MASTER has a name and at least one position that shows it."""

from dataclasses import dataclass, field
from random import Random

import pytest

from engine import registry
from engine.contract import BadPosition, IllegalMove, Side
from tests.rows import each_row

RULESET = registry.get("master")
START = RULESET.start().text()
FAR = " Ml1 ml10"
"""A Master each, out of the way, so that no game is over."""

RULES = {
    "a Master goes exactly two squares diagonally",
    "the square between must be empty",
    "a die goes exactly as far as it shows",
    "every square between must be empty",
    "takes by ending on an enemy's square",
    "never a friend's square",
    "any one own die may be turned after the move",
    "to any other face",
    "only own dice are turned",
    "both Masters taken is the end",
    "no rotation on the winning turn",
    "no legal move is a loss",
    "lenient text",
}


@dataclass(frozen=True)
class Case:
    """One position that shows one rule; turns are separated by semicolons, `says` is part of every refusal."""

    rule: str
    pieces: str
    side: str = "r"
    legal: str = ""
    refused: str = ""
    says: str = ""
    ends: dict[str, tuple[str, str] | None] = field(default_factory=dict)
    reads: dict[str, str] = field(default_factory=dict)


def write_position(pieces, side="r"):
    board = {piece[1:]: piece[0] for piece in pieces.split()}
    ranks = []
    for rank in range(10, 0, -1):
        row = "".join(board.pop(f"{file}{rank}", ".") for file in "abcdefghijkl")
        for length in range(12, 0, -1):
            row = row.replace("." * length, str(length))
        ranks.append(row)
    assert not board, f"no such square: {board}"
    return f"{'/'.join(ranks)} {side}"


def split(turns):
    return [turn.strip() for turn in turns.split(";") if turn.strip()]


CASES = [
    Case("a Master goes exactly two squares diagonally", "Md5" + FAR, legal="d5-f7; d5-b3; d5-f3; d5-b7"),
    Case("a Master goes exactly two squares diagonally", "Md5" + FAR, refused="d5-e6; d5-d7; d5-g8", says="exactly 2"),
    Case("the square between must be empty", "Md5 ae6 Ac6" + FAR, refused="d5-f7; d5-b7", says="between"),
    Case("a die goes exactly as far as it shows", "Cd4" + FAR, legal="d4-d7; d4-a4; d4-g4; d4-d1"),
    Case("a die goes exactly as far as it shows", "Cd4" + FAR, refused="d4-d6; d4-d8; d4-g7; d4-d4", says="shows 3"),
    Case("every square between must be empty", "Cd4 ad6 Ae4" + FAR, refused="d4-d7; d4-g4", says="no jumping"),
    Case("takes by ending on an enemy's square", "Cd4 ad7" + FAR, legal="d4xd7", refused="d4-d7", says="write x"),
    Case("takes by ending on an enemy's square", "Md5 af7" + FAR, legal="d5xf7"),
    Case("takes by ending on an enemy's square", "Cd4 ad7" + FAR, refused="d4xg4", says="nothing to take"),
    Case("takes by ending on an enemy's square", "Cd4 ad7" + FAR, refused="d7-d6", says="not yours"),
    Case("takes by ending on an enemy's square", "Cd4 ad7" + FAR, refused="e7-e8", says="no piece"),
    Case("never a friend's square", "Cd4 Ad7" + FAR, refused="d4xd7; d4-d7", says="own piece"),
    Case(
        "any one own die may be turned after the move", "Cd4 Ab2" + FAR, legal="d4-d7 @d7=1; d4-d7 @b2=6; l1-j3 @b2=2"
    ),
    Case(
        "any one own die may be turned after the move", "Cd4 Ab2" + FAR, refused="d4-d7 @d4=1", says="no die of yours"
    ),
    Case("any one own die may be turned after the move", "Cd4 ad7" + FAR, legal="d4xd7 @d7=2", refused="d4xd7 @d7=3"),
    Case("to any other face", "Cd4" + FAR, legal="d4-d7 @d7=1; d4-d7 @d7=2; d4-d7 @d7=4; d4-d7 @d7=5; d4-d7 @d7=6"),
    Case("to any other face", "Cd4" + FAR, refused="d4-d7 @d7=3", says="already"),
    Case("to any other face", "Cd4" + FAR, refused="d4-d7 @d7=0; d4-d7 @d7=7; d4-d7 @d7=x", says="1 to 6"),
    Case("only own dice are turned", "Cd4 ab8" + FAR, refused="d4-d7 @b8=5; d4-d7 @c3=5", says="no die of yours"),
    Case("only own dice are turned", "Cd4" + FAR, refused="d4-d7 @l1=5", says="Master"),
    Case("both Masters taken is the end", "Ml1 Cd4 md7", ends={"d4xd7": ("r", "masters_lost"), "d4-g4": None}),
    Case("both Masters taken is the end", "Cd4 md7" + FAR, legal="d4xd7 @d7=1", ends={"d4xd7": None}),
    Case("both Masters taken is the end", "Md7 cd4 ml10", side="w", ends={"d4xd7": ("w", "masters_lost")}),
    Case(
        "no rotation on the winning turn", "Ml1 Cd4 md7 Aa2", refused="d4xd7 @d7=1; d4xd7 @a2=3", says="ends the game"
    ),
    Case("no legal move is a loss", "Ma1 ab2 ml10", ends={"": ("w", "no_legal_turn")}),
    Case("no legal move is a loss", "Ma1 ab2 ml10 Ac1", ends={"": None}),
    Case("no legal move is a loss", "Ma1 Cd4 ac3 ml10", legal="d4-d7", ends={"d4-d7": None}),
    Case("no legal move is a loss", "Ma1 ab3 mk10", side="w", ends={"b3-b2": ("w", "no_legal_turn")}),
    Case("lenient text", "Cd4 ad7" + FAR, reads={"d4 d7": "d4xd7", "d4g4": "d4-g4", "d4×d7 d7=5": "d4xd7 @d7=5"}),
    Case(
        "lenient text",
        "Cd4 ad7" + FAR,
        reads={" D4 X d7@ D7 = 5 ": "d4xd7 @d7=5", "d4-G4": "d4-g4", "l1-j3@d4=1": "l1-j3 @d4=1"},
        refused="d4; hello; d4-d7 @; d4-m4",
        says="cannot be read",
    ),
]


def expand_cases(name):
    told = [case for case in CASES if getattr(case, name)]
    return each_row("case", told, ids=[f"{CASES.index(case)}-{case.rule}" for case in told])


def reach_position(case):
    return RULESET.read(write_position(case.pieces, case.side))


def test_every_rule_has_a_case():
    assert {case.rule for case in CASES} == RULES


@expand_cases("legal")
def test_turns_the_rule_allows_are_legal(case):
    position = reach_position(case)
    assert set(split(case.legal)) <= set(position.legal_moves())
    assert all(position.play(turn).turn is position.turn.other for turn in split(case.legal))


@expand_cases("refused")
def test_turns_the_rule_forbids_are_refused_with_a_sentence(case):
    position = reach_position(case)
    for turn in split(case.refused):
        assert turn not in position.legal_moves()
        with pytest.raises(IllegalMove) as refusal:
            position.play(turn)
        assert case.says in str(refusal.value)
        assert str(refusal.value).endswith(".")


@expand_cases("ends")
def test_game_ends_when_and_as_the_rule_says(case):
    position = reach_position(case)
    for turn, ending in case.ends.items():
        reached = position.play(turn) if turn else position
        outcome = reached.outcome()
        assert (outcome and ("rw"[outcome.winner], outcome.termination)) == ending
        assert bool(reached.legal_moves()) == (ending is None)


@expand_cases("reads")
def test_lenient_text_is_understood(case):
    position = reach_position(case)
    assert {text: position.canonical(text) for text in case.reads} == case.reads


def test_a_rotation_changes_the_face_and_nothing_else():
    position = RULESET.read(write_position("Cd4 Ab2" + FAR))
    assert position.play("d4-d7 @b2=6").text() == write_position("Cd7 Fb2" + FAR, "w")
    assert position.play("d4-d7").text() == write_position("Cd7 Ab2" + FAR, "w")


def test_game_starts_from_the_set_up_with_red():
    assert START == "1b1m1bb1m1b1/aaaaaaaaaaaa/12/12/12/12/12/12/AAAAAAAAAAAA/1B1M1BB1M1B1 r"
    assert RULESET.start().turn is Side.FIRST


@each_row("seed", range(40))
def test_opening_throws_until_unequal_and_keeps_the_earlier_throws(seed):
    throws = [tuple(map(int, throw.split("-"))) for throw in RULESET.opening(Random(seed)).split()]
    assert all(1 <= number <= 6 for throw in throws for number in throw)
    assert [first == second for first, second in throws] == [True] * (len(throws) - 1) + [False]


@each_row("seed", range(40))
def test_red_is_the_side_that_threw_higher(seed):
    red, white = map(int, RULESET.opening(Random(seed)).split()[-1].split("-"))
    assert red > white


def test_some_opening_is_thrown_again():
    assert any(" " in RULESET.opening(Random(seed)) for seed in range(40))


def test_steps_name_move_and_rotation():
    assert RULESET.steps("a2-a3 @b1=5") == (("move", ("a2", "a3")), ("rotate", ("b1", "=5")))
    assert RULESET.steps("d1xf3") == (("move", ("d1", "f3")),)


def test_dice_are_marked_with_what_they_show_and_trays_hold_what_is_missing():
    position = RULESET.read(write_position("Cd4 ad7" + FAR))
    assert {piece.square: piece.marks for piece in position.pieces()} == {
        "l1": (),
        "d4": ("face-3",),
        "d7": ("face-1",),
        "l10": (),
    }
    assert len(position.captured()) == 32


@each_row(
    "text",
    [
        "",
        START + " more",
        START.split()[0],
        START.replace(" r", " x"),
        START.replace("1B1M", "1B1G"),
        START.replace("1B1M1", "MB1M1"),
        START.replace("1B1M1", "BB1M1"),
        START.replace("1B1M1", "2B1M1"),
        START.replace("12/", "13/", 1),
        START.replace("12/", "", 1),
        write_position("Aa1 ab2"),
        write_position("Ma1 mc3"),
        write_position("Ma1 me1"),
    ],
)
def test_text_that_is_no_position_is_refused(text):
    with pytest.raises(BadPosition) as refusal:
        RULESET.read(text)
    assert str(refusal.value).endswith(".")
