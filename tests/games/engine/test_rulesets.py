"""What holds for every registered ruleset, over random games of each: a game added later is tested by being there."""

import re
from itertools import product
from random import Random

import pytest

from engine import registry
from engine.contract import BadOption, BadPosition, IllegalMove, Outcome, Position

PLIES = 150
POSITIONS = 24
MOVES = 12
SQUARE = re.compile("[a-z][0-9]+")


def every_way_to_start():
    for ruleset in registry.all_rulesets():
        single = [option for option in ruleset.options if not option.multiple]
        for values in product(*(option.choices for option in single)):
            chosen = {option.name: choice.value for option, choice in zip(single, values, strict=True)}
            yield pytest.param((ruleset, chosen), id="-".join((ruleset.slug, *chosen.values())))


def roam(ruleset, options, *, seed):
    """Positions of random games, spread evenly: enough plies for the boards to thin out."""
    rng = Random(seed)
    met = []
    while len(met) < POSITIONS * 10:
        position = ruleset.start(**options)
        for _ in range(PLIES):
            met.append(position)
            moves = position.legal_moves()
            if not moves:
                break
            taking = [move for move in moves if not ruleset.is_quiet(move)]
            position = position.play(rng.choice(taking if taking and rng.random() < 0.3 else moves))
        met.append(position)
    step = len(met) // POSITIONS
    return [*met[:: step or 1], met[-1]]


@pytest.fixture(scope="module", params=every_way_to_start())
def game(request):
    """A ruleset with positions of random games, and a source of chance."""
    ruleset, options = request.param
    return ruleset, roam(ruleset, options, seed=1), Random(2)


def sample(position, rng):
    moves = list(position.legal_moves())
    return rng.sample(moves, min(len(moves), MOVES))


def assert_is_sentence(error):
    assert re.fullmatch(r"[A-Z“].{9,}[.?]", str(error)), str(error)
    assert error.code


def test_positions_satisfy_the_contract(game):
    _, positions, _ = game
    assert all(isinstance(position, Position) for position in positions)


def test_every_legal_move_plays_and_passes_the_turn_on_without_changing_the_position(game):
    _, positions, rng = game
    for position in positions:
        before = position.text()
        for move in sample(position, rng):
            assert position.canonical(move) == move
            assert position.play(move).text() != before
        assert position.text() == before


def test_a_move_plays_the_same_on_a_position_that_was_just_read(game):
    ruleset, positions, rng = game
    for position in positions:
        for move in sample(position, rng):
            assert ruleset.read(position.text()).play(move).text() == position.play(move).text()


def test_legal_moves_are_unique_and_come_in_one_order(game):
    ruleset, positions, _ = game
    for position in positions:
        moves = list(position.legal_moves())
        assert len(set(moves)) == len(moves)
        assert list(ruleset.read(position.text()).legal_moves()) == moves


def test_position_text_round_trips(game):
    ruleset, positions, _ = game
    for position in positions:
        again = ruleset.read(position.text())
        assert (again.text(), again.turn, again.outcome()) == (position.text(), position.turn, position.outcome())
        assert again.repetition_key() == position.repetition_key()
        assert "\n" not in position.text()


def test_there_are_no_moves_once_there_is_an_outcome(game):
    ruleset, positions, _ = game
    for position in positions:
        outcome = position.outcome()
        if outcome is not None:
            assert isinstance(outcome, Outcome)
            assert outcome.termination in ruleset.terminations
            assert list(position.legal_moves()) == []
        elif "no_legal_turn" in ruleset.terminations:
            assert position.legal_moves()


def test_a_game_that_is_over_refuses_every_move(game):
    _, positions, _ = game
    legal = [move for position in positions for move in position.legal_moves()[:1]]
    for position in positions:
        if position.outcome() is not None:
            for move in (*legal, "", "nonsense"):
                with pytest.raises(IllegalMove) as refused:
                    position.play(move)
                assert_is_sentence(refused.value)


def spoil(move, *, rng, alphabet):
    """A text near a legal one: a character left out, put in, or another in its place, or two texts run together."""
    place = rng.randrange(len(move))
    letter = rng.choice(alphabet)
    return rng.choice(
        (
            move[:place] + move[place + 1 :],
            move[:place] + letter + move[place:],
            move[:place] + letter + move[place + 1 :],
            move + letter,
            move + move,
            move[::-1],
        )
    )


def test_every_other_text_is_refused_with_a_sentence_or_means_a_legal_move_by_the_same_squares(game):
    _, positions, rng = game
    pool = [move for position in positions for move in sample(position, rng)]
    alphabet = sorted(set("".join(pool)) | set("+-~x@=*,.!{}0 zé\n"))
    for position in positions:
        legal = set(position.legal_moves())
        others = [spoil(rng.choice(pool), rng=rng, alphabet=alphabet) for _ in range(60)]
        for text in (*rng.sample(pool, min(len(pool), 40)), *others, "", " ", "{0}", "x" * 5000):
            try:
                meant = position.canonical(text)
            except IllegalMove as refused:
                assert text not in legal
                assert_is_sentence(refused)
                with pytest.raises(IllegalMove):
                    position.play(text)
            else:
                assert meant in legal
                assert position.play(text).text() == position.play(meant).text()
                assert SQUARE.findall("".join(text.lower().split())) == SQUARE.findall(meant.lower())


def test_case_and_spaces_do_not_matter(game):
    _, positions, rng = game
    for position in positions:
        for move in sample(position, rng):
            for typed in (move.upper(), move.lower(), f"  {move} ", " ".join(move)):
                assert position.canonical(typed) == move


def test_no_piece_appears_from_nowhere(game):
    _, positions, rng = game
    for position in positions:
        for move in sample(position, rng):
            after = position.play(move)
            for side in (0, 1):
                assert count(after, side) <= count(position, side)
            placed = [piece.square for piece in after.pieces()]
            assert len(set(placed)) == len(placed)


def count(position, side):
    """Pieces of a side, those in trays included."""
    return sum(piece.side == side for piece in (*position.pieces(), *position.captured()))


def list_squares(ruleset):
    return {f"{chr(97 + file)}{rank + 1}" for file in range(ruleset.files) for rank in range(ruleset.ranks)}


def test_pieces_and_overlays_speak_of_squares_kinds_and_sides_of_the_ruleset(game):
    ruleset, positions, _ = game
    squares = list_squares(ruleset)
    for position in positions:
        for piece in position.pieces():
            assert piece.square in squares
            assert piece.kind in ruleset.kinds
        assert all(piece.square is None and piece.kind in ruleset.kinds for piece in position.captured())
        for overlay in position.overlays():
            assert set(overlay.squares) <= squares
            assert overlay.source is None or overlay.source in squares


def test_steps_are_unique_and_made_of_squares_and_named_choices(game):
    ruleset, positions, _ = game
    squares = list_squares(ruleset)
    for position in positions:
        split = [ruleset.steps(move) for move in position.legal_moves()]
        assert len({frozenset(steps) for steps in split}) == len(split)
        for name, tokens in {group for steps in split for group in steps}:
            assert name in ruleset.step_labels
            assert tokens
            assert all(token in squares or token in ruleset.step_labels for token in tokens)


def test_a_spoilt_position_is_refused_with_a_sentence_or_is_a_position(game):
    ruleset, positions, rng = game
    alphabet = sorted(set("".join(position.text() for position in positions)) | set("zé{}\n99"))
    for position in positions:
        for _ in range(40):
            text = spoil(position.text(), rng=rng, alphabet=alphabet)
            try:
                read = ruleset.read(text)
            except BadPosition as refused:
                assert_is_sentence(refused)
            else:
                assert read.text().split() == text.split()
                assert ruleset.read(read.text()).text() == read.text()
                assert read.legal_moves() or read.outcome() or "no_legal_turn" not in ruleset.terminations


@pytest.mark.parametrize("ruleset", registry.all_rulesets(), ids=lambda ruleset: ruleset.slug)
def test_options_left_out_take_their_defaults_and_unknown_ones_are_refused(ruleset):
    defaults = {option.name: option.default for option in ruleset.options}
    assert ruleset.start().text() == ruleset.start(**defaults).text()
    wrong = [{"nonsense": "1"}, *({option.name: bad} for option in ruleset.options for bad in ("zz", ["zz"], None, 3))]
    for options in wrong:
        with pytest.raises(BadOption) as refused:
            ruleset.start(**options)
        assert_is_sentence(refused.value)


@pytest.mark.parametrize("ruleset", registry.all_rulesets(), ids=lambda ruleset: ruleset.slug)
def test_chance_at_the_start_depends_on_the_dice_alone(ruleset):
    assert ruleset.opening(Random(5)) == ruleset.opening(Random(5))
