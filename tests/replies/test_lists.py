"""An answer to an email about several games: which line is about which, also in the answers to the answer."""

import pytest

from replies.mails.proof import Verdict
from replies.models import Reply
from tests.factories import GameFactory, UserFactory
from tests.replies import desk

pytestmark = pytest.mark.django_db


@pytest.fixture
def dave(db):
    return UserFactory(username="Dave")


@pytest.fixture
def games(alice, boris, carol, dave):
    """Three that one email lists."""
    made = [GameFactory(first=alice, second=other) for other in (boris, carol, dave)]
    desk.post()
    return made


def legal(game):
    return game.position.legal_moves()[0]


@pytest.mark.parametrize(
    "written",
    ["2: {0}", "2：{0}", "*2: {0}*", "*2:* {0}", "Game 2: {0}", "2) {0}", "(2) {0}", "2 - {0}", "- 2: {0}", "_2._ {0}"],
)
def test_however_a_game_is_numbered_the_turn_is_played_in_it(games, alice, written):
    desk.answer(alice, written.format(legal(games[1])))
    assert [len(desk.turns_of(game)) for game in games] == [0, 1, 0]


def test_the_answer_keeps_the_numbers_of_the_email_that_was_answered(games, alice):
    turn = legal(games[0])
    desk.answer(alice, f"1: {turn}", "3: a1-a1")
    told = desk.read_answer(alice)
    assert f"3. Mastery #{games[2].pk} against Dave" in told
    assert f"2. Mastery #{games[2].pk}" not in told
    desk.answer(alice, f"2: {turn}", f"3: {turn}")
    assert [desk.turns_of(game) for game in games] == [[turn], [turn], [turn]]


def test_a_correction_in_the_only_game_that_is_answered_keeps_its_number(games, alice):
    turn = legal(games[1])
    desk.answer(alice, "2: a1-a1")
    desk.read_answer(alice)
    desk.answer(alice, f"3: {turn}")
    assert not any(desk.turns_of(game) for game in games)
    desk.read_answer(alice)
    desk.answer(alice, f"2: {turn}")
    assert [len(desk.turns_of(game)) for game in games] == [0, 1, 0]


def test_such_a_correction_needs_no_number(games, alice):
    turn = legal(games[1])
    desk.answer(alice, "2: a1-a1")
    desk.read_answer(alice)
    desk.answer(alice, turn)
    assert [len(desk.turns_of(game)) for game in games] == [0, 1, 0]


def test_each_line_that_was_not_read_is_named(games, alice):
    turn = legal(games[0])
    desk.answer(alice, "Hello!", f"1: {turn}", "7: a2-a3", "Good luck, you three!", f"2 {turn}", f"3: {turn}")
    assert [len(desk.turns_of(game)) for game in games] == [1, 0, 1]
    told = desk.read_answer(alice)
    assert f"Not read: “7: a2-a3”, “2 {turn}”." in told
    assert "Good luck" not in told
    assert Reply.objects.get().outcome == "played,played,unread"


def test_a_game_that_is_named_twice_is_asked_for_unless_both_lines_say_the_same(games, alice):
    one, other = games[0].position.legal_moves()[:2]
    desk.answer(alice, f"1: {one}", f"2: {one}", f"1: {other}", f"2: {one}.")
    assert [desk.turns_of(game) for game in games] == [[], [one], []]
    assert f"nothing was done in it: “{one}”, “{other}”." in desk.read_answer(alice)


def test_of_a_sender_who_was_not_proven_nothing_is_repeated(games, alice):
    desk.answer(alice, f"1: {legal(games[0])}", "7: a2-a3", proof=Verdict.UNPROVEN)
    assert "a2-a3" not in desk.read_answer(alice).replace("for example 2: a2-a3", "")
