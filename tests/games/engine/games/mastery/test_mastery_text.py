"""What Mastery understands of typed turns and position texts, and the sentence for each that it does not."""

import re
from pathlib import Path

import pytest

from engine import registry
from engine.contract import BadPosition, IllegalMove, Overlay, Piece, Side
from engine.games.mastery import refusals, text
from tests.rows import each_row

MASTERY = registry.get("mastery")
IMPERIAL = "2mmm3/2ooo3/1ppopp2/2p1p3/3P1P2/2PPOPP1/3OOO2/3MMM2"
THIN = "4m3/8/8/8/3p4/o7/1Pp5/MO5M"
MET_MASTER = "4m3/8/8/8/8/8/mPp5/MO6"


def describe(board, *, turn="d", last="-", rules="ross"):
    """The text of a position, what is off the board counted."""
    lost = [f"{letter}{number - board.count(letter)}" for letter, number in zip("MOPmop", (3, 4, 6) * 2, strict=True)]
    off = f"{''.join(lost[:3])}/{''.join(lost[3:]).upper()}"
    return f"{board} {turn} {off} {last} imperial,{rules}"


@each_row(
    ("board", "typed", "meant"),
    [
        (IMPERIAL, "Pd4-d5", "Pd4-d5"),
        (IMPERIAL, " p D4 - d5\n", "Pd4-d5"),
        (IMPERIAL, "d4d5", "Pd4-d5"),
        (IMPERIAL, "d4–d5", "Pd4-d5"),
        (IMPERIAL, "e1×e2", "Me1xe2"),
        (THIN, "c2-d3", "~Pc2-d3"),
        (THIN, "~C2D3", "~Pc2-d3"),
        (THIN, "a1-a3", "Ma1xa3"),
        (THIN, "ma1 a3 + p a1", "Ma1xa3+Pa1"),
        (THIN, "a1xa3+a2", "Ma1xa3+Pa2"),
        (MET_MASTER, "a1xa2+oe5", "Ma1xa2+Oe5"),
    ],
)
def test_a_turn_typed_loosely_is_understood(board, typed, meant):
    assert MASTERY.read(describe(board)).canonical(typed) == meant


# code, position, what is typed, how the sentence begins
REFUSALS = [
    ("over", describe("4m3/8/8/8/8/8/1Pp5/1O6"), "b1-b2", "The game is over"),
    ("unreadable", describe(IMPERIAL), "hello", "“hello” cannot be read as a turn"),
    ("empty", describe(IMPERIAL), "a1-a2", "There is no piece on a1."),
    ("other_piece", describe(IMPERIAL), "Md4-d5", "The piece on d4 is a Pawn, not a Master."),
    ("own_piece", describe(IMPERIAL), "~Pd4-d5", "The Pawn on d4 is your own"),
    ("master_controlled", describe(IMPERIAL), "d8-b8", "The Master on d8 is not yours"),
    ("lost_power", describe("4m3/8/8/8/8/o7/2p5/MO6"), "c2-c3", "Without Pawns on the board"),
    ("lost_power", describe("4m3/8/8/8/8/o7/Pp6/M7"), "b2-b3", "Without Officers on the board"),
    ("blind_spot", describe("4m3/8/8/8/8/8/oP1p4/MO6"), "a2-a3", "The Officer on a2 stands in a blind spot of your"),
    ("rank", describe("4m3/8/8/3o4/3O4/8/1P3p2/M7"), "d5-d6", "Only a Master controls an Officer"),
    (
        "no_control",
        describe(IMPERIAL),
        "e5-e4",
        "The Pawn on e5 is not yours and stands in no zone of control of yours.",
    ),
    ("same_square", describe(IMPERIAL), "d4-d4", "A turn has to go somewhere"),
    ("reach", describe(IMPERIAL), "d4-d6", "The Pawn on d4 does not reach d6: it moves one square"),
    ("reach", describe(THIN), "~c2-c6", "The Pawn on c2 does not reach c6: it moves one to three squares"),
    ("blocked", describe(IMPERIAL), "d1-d4", "The way from d1 to d4 is blocked on d2."),
    ("own_by_control", describe(THIN), "~Pc2xb1", "A piece you control may not take your own Officer on b1."),
    ("own_taken", describe(THIN), "Ob1xb2", "Your own Pawn stands on b2: only a Master devours."),
    ("master_devoured", describe(IMPERIAL), "Me1xd1", "A Master may not devour the Master on d1."),
    ("devour_unmeant", describe(IMPERIAL), "e1-e2", "Your own Officer stands on e2: to devour it, write Me1xe2."),
    ("nothing_there", describe(IMPERIAL), "Pd4xd5", "There is nothing to take on d5."),
    ("above_rank", describe(THIN, rules="woag"), "Pb2xa3", "The Pawn on b2 may not take an Officer"),
    ("reflection", describe(THIN, last="c3-c2"), "~Pc2-c3", "The Pawn on c2 may not go back to c3: it stood there"),
    ("reflection", describe(THIN, last="b3-b2"), "Pb2-b3", "The Pawn on b2 may not go back to b3: it stood there"),
    ("ko", describe(THIN, last="c3-c2", rules="woag"), "~Pc2-c3", "Moving the Pawn on c2 back to c3 would restore"),
    ("which", describe(MET_MASTER), "a1xa2+e5", "Say which piece comes back on e5: +Oe5 or +Pe5."),
    ("master_returns", describe(MET_MASTER), "a1xa2+Me5", "Masters never come back."),
    ("return_for_nothing", describe(IMPERIAL), "d4-d5+Pe4", "A piece comes back only with a capture"),
    ("return_rank", describe(THIN), "Ma1xa3+Oa2", "For an Officer taken, an Officer cannot come back"),
    ("return_rank", describe(THIN), "Pb2xc2+Pa2", "For a Pawn taken, a Pawn cannot come back"),
    ("none_lost", describe("4m3/8/8/8/8/8/oPPPPPP1/MO6"), "a1xa2+Pe5", "Dark has lost no Pawn"),
    ("place_taken", describe(THIN), "Ma1xa3+Pb1", "A Pawn cannot come back on b1: the square is not empty."),
    ("place_taken", describe(THIN), "Ma1xa3+Pa3", "A Pawn cannot come back on a3: the square is not empty."),
]


@each_row(("code", "text", "move", "sentence"), REFUSALS)
def test_a_refused_turn_says_why(code, text, move, sentence):
    with pytest.raises(IllegalMove) as refused:
        MASTERY.read(text).play(move)
    assert (refused.value.code, str(refused.value)[: len(sentence)]) == (code, sentence)


# code, position, how the sentence begins
BAD_POSITIONS = [
    ("parts", "", "A position has five parts"),
    ("ranks", describe("8/8"), "The board has 8 ranks, not 2."),
    ("letter", describe(IMPERIAL.replace("p", "q")), "Rank 6 holds “q”, which is no piece."),
    ("rank", describe(IMPERIAL.replace("1p", "2p")), "Rank 6 holds 9 squares, not 8."),
    ("side", describe(IMPERIAL, turn="w"), "The side to move is d (Dark) or l (Light), not “w”."),
    ("lost_form", describe(IMPERIAL).replace("/M0O0P0", ""), "Pieces lost are written like M1O0P2/M0O1P0"),
    ("lost_count", describe(IMPERIAL).replace("M0O0P0/", "M0O0P1/"), "Dark has 6 Pawns: 6 on the board and 1 off it"),
    ("lost_count", describe(THIN).replace("O3P4 ", "O4P4 "), "Light has 4 Officers: 1 on the board and 4 off it"),
    ("both_lost", describe("4m3/8/8/8/8/8/8/4M3"), "Both sides have lost"),
    ("options", describe(IMPERIAL, rules="fide"), "“imperial,fide” are no options"),
    ("last_form", describe(THIN, last="d9-d4"), "The last turn is written like d3-d4 or d3xd4, not “d9-d4”."),
    ("last_piece", describe(THIN, last="e4-e5"), "No piece that could have played e4-e5"),
    ("last_piece", describe(THIN, last="d6-d4"), "No piece that could have played d6-d4"),
    ("last_way", describe(THIN, last="b1-c2"), "The last turn cannot have been b1-c2"),
    ("last_way", describe(IMPERIAL, last="d4xe5"), "The last turn cannot have been d4xe5"),
    ("last_victim", describe(IMPERIAL, last="d6xe5"), "The last turn d6xe5 took a piece, but none is off the board."),
]


@each_row(("code", "text", "sentence"), BAD_POSITIONS)
def test_a_refused_position_says_why(code, text, sentence):
    with pytest.raises(BadPosition) as refused:
        MASTERY.read(text)
    assert (refused.value.code, str(refused.value)[: len(sentence)]) == (code, sentence)


@pytest.mark.parametrize(
    ("module", "error", "table"),
    [(refusals, "IllegalMove", REFUSALS), (text, "BadPosition", BAD_POSITIONS)],
)
def test_no_sentence_is_without_a_case(module, error, table):
    written = set(re.findall(rf'{error}\(\s*"(\w+)"', Path(module.__file__).read_text()))
    assert written - {row[0] for row in table} == set()


def test_controllable_pieces_are_marked():
    marked = [piece for piece in MASTERY.read(describe(THIN)).pieces() if piece.marks]
    assert marked == [
        Piece("a3", "O", Side.SECOND, ("controllable",)),
        Piece("c2", "P", Side.SECOND, ("controllable",)),
    ]


def test_zones_of_control_are_shown_for_each_master_and_officer():
    lit = {overlay.source: overlay for overlay in MASTERY.read(describe(THIN)).overlays()}
    assert lit["a1"] == Overlay("control", Side.FIRST, "a1", ("c1", "b2", "a3"))
    assert lit["b1"].squares == ("a1", "c1", "a2", "b2", "c2")
    assert set(lit) == {"a1", "h1", "b1", "e8", "a3"}


def test_a_side_that_lost_its_power_shows_no_zone():
    overlays = MASTERY.read(describe("4m3/8/8/8/8/o7/2p5/MO6")).overlays()
    assert {overlay.side for overlay in overlays} == {Side.SECOND}


@each_row(
    ("move", "steps"),
    [
        ("Pd4-d5", (("move", ("d4", "d5")),)),
        ("Md1xd4", (("capture", ("d1", "d4")),)),
        ("~Oe5xe6", (("control", ("e5", "e6")),)),
        ("Md1xd4+Pe3", (("capture", ("d1", "d4")), ("resurrect", ("P", "e3")))),
    ],
)
def test_steps_of_a_turn(move, steps):
    assert MASTERY.steps(move) == steps
