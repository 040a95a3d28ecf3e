"""A game's symmetries: what they leave as it is, that there are no more of them, and the key that images share."""

import re
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from engine import registry
from engine.board import Board
from engine.contract import Outcome, Position, Ruleset
from engine.symmetry import Symmetry, canonical_key, list_places, list_symmetries, mirror
from tests.games.engine.fifth_game.crossing.rules import ruleset as crossing

POSITIONS = 2000
PLIES = 120
NUMBERS = {"master": 8, "mastery": 16, "masters": 4}
STARTS = {
    "master": "f037df82",
    "mastery": "03f83457",
    "masters": "887f8d16",
}
"""How the keys of the first positions begin: a change of what is stored needs a migration."""

each_ruleset = pytest.mark.parametrize("ruleset", registry.all_rulesets(), ids=lambda ruleset: ruleset.slug)


def list_starts(ruleset: Ruleset) -> list[Position]:
    single = [option for option in ruleset.options if not option.multiple]
    ways = product(*([choice.value for choice in option.choices] for option in single))
    return [ruleset.start(**{option.name: value for option, value in zip(single, way, strict=True)}) for way in ways]


def roam(ruleset: Ruleset, *, seed: int) -> Iterator[Position]:
    """Positions of random games without end, each game from the next set-up; captures are played more often."""
    rng = Random(seed)
    while True:
        for position in list_starts(ruleset):
            for _ in range(PLIES):
                yield position
                moves = position.legal_moves()
                if not moves:
                    break
                taking = [move for move in moves if not ruleset.is_quiet(move)]
                position = position.play(rng.choice(taking if taking and rng.random() < 0.3 else moves))


def map_position(ruleset: Ruleset, symmetry: Symmetry, text: str) -> Position:
    """The image of a position, by its text: the board, then what speaks of sides, in pairs or by a letter."""
    board, *fields = text.split()
    of_squares = Board(files=ruleset.files, ranks=ruleset.ranks)
    letters = {}
    for square, letter in of_squares.read(board, letters="".join(filter(str.isalpha, board))).items():
        image = of_squares.index[symmetry.squares[of_squares.names[square]]]
        letters[image] = letter.swapcase() if symmetry.swaps else letter
    sides = [name[0].lower() for name in ruleset.sides]
    if symmetry.swaps:
        fields = [sides[1 - sides.index(each)] if each in sides else "/".join(each.split("/")[::-1]) for each in fields]
    return ruleset.read(" ".join([of_squares.write(letters), *map(symmetry.map_turn, fields)]))


def holds(ruleset: Ruleset, symmetry: Symmetry, position: Position) -> bool:
    """Whether the image plays like the position: the same turns, the same end."""
    image = map_position(ruleset, symmetry, position.text())
    outcome = position.outcome()
    if outcome and outcome.winner is not None:
        outcome = Outcome(symmetry.map_side(outcome.winner), outcome.termination)
    moves = position.legal_moves()
    return (
        image.turn is symmetry.map_side(position.turn)
        and image.outcome() == outcome
        and len(moves) == len(image.legal_moves())
        and {symmetry.map_turn(move) for move in moves} == {*image.legal_moves()}
    )


def list_conceivable(ruleset: Ruleset) -> list[Symmetry]:
    """Every way to lay the board onto itself, with and without the sides changing places."""
    board = Board(files=ruleset.files, ranks=ruleset.ranks)
    return [
        mirror(board, files=files, ranks=ranks, transposes=transposes, swaps=swaps)
        for files, ranks, swaps in product((False, True), repeat=3)
        for transposes in ((False, True) if ruleset.files == ruleset.ranks else (False,))
    ]


@pytest.mark.long
@each_ruleset
@pytest.mark.late
def test_images_have_the_images_of_turns_and_outcomes_and_the_same_key(ruleset):
    """Each of 2,000 positions by one of the symmetries in turn."""
    symmetries = list_symmetries(ruleset)
    for number, position in zip(range(POSITIONS), roam(ruleset, seed=1), strict=False):
        symmetry = symmetries[number % len(symmetries)]
        assert holds(ruleset, symmetry, position), (symmetry, position.text())
        image = map_position(ruleset, symmetry, position.text())
        assert canonical_key(ruleset, image) == canonical_key(ruleset, position), (symmetry, position.text())
        assert {*list_places(ruleset, image)} == {*list_places(ruleset, position)}


@each_ruleset
def test_there_are_no_more_of_them(ruleset):
    positions = [position for position, _ in zip(roam(ruleset, seed=2), range(60), strict=False)]
    found = [each for each in list_conceivable(ruleset) if all(holds(ruleset, each, one) for one in positions)]
    assert len(found) == len(list_symmetries(ruleset)) == NUMBERS[ruleset.slug]
    assert all(each in list_symmetries(ruleset) for each in found)


@each_ruleset
def test_positions_that_are_no_images_have_keys_of_their_own(ruleset):
    """By the texts of their images, which the key is not made of."""
    met = [position for position, _ in zip(roam(ruleset, seed=3), range(300), strict=False)]
    least = {}
    for position in met:
        images = (map_position(ruleset, each, position.text()).repetition_key() for each in list_symmetries(ruleset))
        least.setdefault(min(images), set()).add(canonical_key(ruleset, position))
    assert all(len(keys) == 1 for keys in least.values())
    assert len({key for keys in least.values() for key in keys}) == len(least) > 250


def test_a_different_mark_on_a_piece_makes_another_position():
    """A die that shows something else, a piece that is held, a witch who inherited."""
    master, masters = registry.get("master"), registry.get("masters")
    text = master.start().text()
    assert canonical_key(master, master.read(text.replace("A", "B", 1))) != canonical_key(master, master.start())
    board = "5g4/10/10/10/10/10/10/10/10/3h6/10/3PWG4"
    alike = [f"{board} e {rest}" for rest in ("-/- -/- -", "d3/- -/- -", "-/- S/- -", "-/- -/- H", "-/- H/- -")]
    assert len({canonical_key(masters, masters.read(one)) for one in alike}) == len(alike)


def test_a_game_that_names_none_has_the_board_as_it_is():
    position = crossing.start()
    (symmetry,) = list_symmetries(crossing)
    assert all(square == image for square, image in symmetry.squares.items())
    assert not symmetry.swaps
    moves = position.legal_moves()
    assert len({canonical_key(crossing, position.play(move)) for move in moves}) == len(moves)


@pytest.mark.parametrize("slug", STARTS)
def test_keys_stay_what_games_are_stored_with(slug):
    assert canonical_key(registry.get(slug), registry.get(slug).start())[:8] == STARTS[slug]


def test_squares_that_differ_are_counted():
    ruleset = registry.get("mastery")
    position = ruleset.start()
    first = next(list_places(ruleset, position))
    after = next(list_places(ruleset, position.play(position.legal_moves()[0])))
    assert first.bit_count() == len(position.pieces())
    assert (first ^ after).bit_count() == 2


def test_squares_of_a_turn_are_mapped_and_nothing_else():
    symmetry = mirror(Board(files=12, ranks=12), files=True)
    assert re.sub("[a-l]", "", symmetry.map_turn("w+,*a12,Tb11xc12=S")) == "w+,*12,T11x12=S"
    assert symmetry.map_turn("a2-a3 @b10=5") == "l2-l3 @k10=5"
