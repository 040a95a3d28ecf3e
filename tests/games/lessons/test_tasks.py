"""Every task of every lesson: the engine solves it, and each other turn is answered by a sentence that helps."""

import re

import pytest

from engine import lessons, registry
from tests.rows import each_row

TASKS = [(ruleset, task) for ruleset in registry.all_rulesets() for task in lessons.find(ruleset.slug).tasks]
EACH_TASK = each_row(("ruleset", "task"), TASKS, ids=lambda one: getattr(one, "slug", None) or one.name)
SQUARE = re.compile(r"[a-l](?:1[0-2]|[1-9])")


def split(ruleset, task):
    """Legal turns that solve it, and those that do not."""
    moves = ruleset.read(task.position).legal_moves()
    return [move for move in moves if task.is_solved_by(move)], [move for move in moves if not task.is_solved_by(move)]


@each_row("ruleset", registry.all_rulesets(), ids=lambda ruleset: ruleset.slug)
def test_each_game_has_eight_to_sixteen_tasks(ruleset):
    assert 8 <= len(lessons.find(ruleset.slug)) <= 16


@pytest.mark.parametrize("ruleset", registry.all_rulesets(), ids=lambda ruleset: ruleset.slug)
def test_each_kind_of_piece_is_moved_in_some_solution(ruleset):
    moved = set()
    for task in lessons.find(ruleset.slug).tasks:
        position = ruleset.read(task.position)
        own = {piece.square: piece.kind for piece in position.pieces() if piece.side == position.turn}
        for move in split(ruleset, task)[0]:
            moved |= {own[tokens[0]] for _, tokens in ruleset.steps(move) if tokens[0] in own and len(tokens) == 2}
    assert set(ruleset.kinds) <= moved


@EACH_TASK
def test_each_solution_can_be_played_and_not_every_turn_is_one(ruleset, task):
    right, wrong = split(ruleset, task)
    for pattern in task.solutions:
        assert any(lessons.matches(pattern, move) for move in right), pattern
    assert wrong


@EACH_TASK
def test_a_wrong_turn_is_answered_by_a_sentence_that_names_a_square_of_the_solution(ruleset, task):
    right, wrong = split(ruleset, task)
    wanted = {square for move in right for square in SQUARE.findall(move)}
    wanted |= {rank_or_file for square in wanted for rank_or_file in (f"rank {square[1:]}", f"{square[0]}-file")}
    for move in wrong:
        said = task.answer_wrong(move)
        assert said.endswith("."), move
    assert any(one in task.wrong for one in wanted), task.wrong


@EACH_TASK
def test_each_hint_is_said_of_some_turn(ruleset, task):
    said = {task.answer_wrong(move) for move in split(ruleset, task)[1]}
    assert set(task.hints.values()) <= said


@EACH_TASK
def test_a_winning_turn_is_never_called_wrong(ruleset, task):
    position = ruleset.read(task.position)
    right, wrong = split(ruleset, task)
    assert not any(position.play(move).outcome() for move in wrong)
    if "Win in one turn" in task.task:
        assert all(position.play(move).outcome().winner is position.turn for move in right)


@EACH_TASK
def test_each_square_that_is_named_is_on_the_board_and_each_piece_stands_where_it_is_said_to(ruleset, task):
    position = ruleset.read(task.position)
    standing = {piece.square: ruleset.kinds[piece.kind] for piece in position.pieces()}
    names = "|".join(ruleset.kinds.values())
    for kind, square in re.findall(rf"({names}) on ([a-l]\d+)", task.task, re.IGNORECASE):
        assert standing[square].lower() == kind.lower(), (kind, square)


def test_a_pattern_may_leave_the_rest_of_a_turn_open():
    assert lessons.matches("Md4xd6…", "Md4xd6+Pe3")
    assert lessons.matches("*e9,…", "*e9,Ga1-a2")
    assert not lessons.matches("*e9,…", "w+,*e9,Ga1-a2")
    assert not lessons.matches("Md4xd6", "Md4xd6+Pe3")


@pytest.mark.parametrize("text", ["[[task]]\nname='x'", "not toml", "[[task]]\nname='A b'\n" + "title=''\n"])
def test_a_file_that_is_no_lesson_is_named(tmp_path, text):
    path = tmp_path / "odd.toml"
    path.write_text(text)
    with pytest.raises(lessons.BadLesson, match=r"odd\.toml"):
        lessons.read(path)
