"""Arming a conditional line: from which turns it may be made, how many there may be, and who learns of it."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from core.refusal import Refusal
from games import exporting, play
from games.models import ConditionalLine
from games.play.arming import LONGEST_LINE, MOST_LINES
from tests.factories import LAST_MASTER, GameFactory, play_turns, set_up
from tests.games.play.conditional.lines import DARK, LIGHT, ROUND, arm, fate_of, refused, texts_of
from tests.games.play.conftest import NOON, state_of
from tests.rows import each_row


@each_row(
    ("side", "turns", "more", "code"),
    [
        (LIGHT, "Md1-c1 Mc8-b8", {}, ""),
        (LIGHT, "d1c1 c8b8", {}, ""),
        (DARK, "Md1-c1 Mc8-b8 Mc1-d1", {}, ""),
        (LIGHT, "Md1-c1", {"ending": "resign"}, ""),
        (DARK, "Md1-c1 Mc8-b8", {"ending": "accept_draw"}, ""),
        (LIGHT, "", {}, "empty_line"),
        (LIGHT, "", {"ending": "resign"}, "empty_line"),
        (LIGHT, "Md1-c1", {}, "no_answer"),
        (LIGHT, "Md1-c1 Mc8-b8 Mc1-d1", {}, "no_answer"),
        (LIGHT, "Md1-c1 Mc8-b8", {"ending": "resign"}, "no_answer"),
        (DARK, "Md1-c1", {}, "no_answer"),
        (DARK, "Md1-c1", {"ending": "resign"}, "no_answer"),
        (LIGHT, "Md1-d8 Mc8-b8", {}, "illegal"),
        (LIGHT, "Md1-c1 Mc8-c1", {}, "illegal"),
        (LIGHT, "Md1-c1 Mc8-b8", {"ending": "win"}, "bad_ending"),
        (LIGHT, " ".join(ROUND * 7 + ROUND[:2]), {}, ""),
        (LIGHT, " ".join(ROUND * 8), {}, "long_line"),
    ],
)
def test_a_line_may_be_made_of_these_turns_only(game, side, turns, more, code):
    before = state_of(game)
    assert refused(game, turns, side=side, **more) == code
    assert ConditionalLine.objects.count() == (not code)
    assert state_of(game) == before  # also its revision, by which pages learn that something has happened
    assert LONGEST_LINE == 30


def test_nothing_comes_after_the_end_of_the_game(game):
    set_up(game, LAST_MASTER)
    assert refused(game, "Md4xd5 Mc8-b8") == "after_end"
    assert refused(game, "Md4xd5", ending="resign") == "after_end"


def test_a_page_that_shows_another_position_is_refused(game):
    position = game.position_text
    play_turns(game, "Md1-c1", now=NOON)
    with pytest.raises(Refusal) as caught:
        play.arm(game.pk, side=LIGHT, turns=["Md1-c1", "Mc8-b8"], expected_position=position, now=NOON)
    assert caught.value.code == "stale"


def test_the_same_line_again_is_one_and_takes_what_is_new_of_it(game):
    first = arm(game, "Md1-c1", ending="resign")
    assert arm(game, "Md1-c1", ending="accept_draw", stops=False).pk == first.pk
    line = ConditionalLine.objects.get()
    assert (line.ending, line.stops) == ("accept_draw", False)


@pytest.mark.parametrize(
    ("turns", "more", "code"),
    [
        ("Md1-c1 Mc8-a8", {}, "answered_already"),
        ("Md1-c1", {"ending": "resign"}, "answered_already"),
        ("Md1-c1 Mc8-b8 Mc1-d1 Mb8-a8", {}, "answered_already"),
        ("Md1-c1 Mc8-b8 Mc1-b1 Mb8-a8", {}, ""),
        ("Md1-c1 Mc8-b8", {}, ""),
        ("Pd4-d5 Mc8-a8", {}, ""),
    ],
)
def test_two_lines_may_not_do_different_things_at_one_moment(game, turns, more, code):
    arm(game, *ROUND)
    assert refused(game, turns, **more) == code


def test_fifty_lines_stand_in_a_game_at_most_and_one_removed_makes_room(game):
    line = arm(game, "Md1-c1 Mc8-b8")
    fields = {
        name: getattr(line, name) for name in ("game", "side", "from_ply", "turns", "ending", "stops", "armed_at")
    }
    more = [
        ConditionalLine(**fields, answers=[], root=str(number), stopped="wrote") for number in range(MOST_LINES - 1)
    ]
    ConditionalLine.objects.bulk_create(more)
    assert refused(game, "Pd4-d5 Mc8-b8") == "many_lines"
    assert refused(game, "Pd4-d5 Mc8-b8 Md1-c1", side=DARK) == ""  # the other's are counted apart
    assert play.disarm(game.pk, side=LIGHT, line_id=line.pk) == 1
    assert refused(game, "Pd4-d5 Mc8-b8") == ""
    assert play.disarm(game.pk, side=LIGHT) == MOST_LINES - 1  # all that act no more


def test_nobody_removes_the_line_of_another(game):
    line = arm(game, "Md1-c1 Mc8-b8")
    other = GameFactory(first=game.seats.get(side=DARK).user, now=NOON)
    assert play.disarm(game.pk, side=DARK, line_id=line.pk, now=NOON) == 0
    assert play.disarm(other.pk, side=LIGHT, line_id=line.pk, now=NOON) == 0
    assert fate_of(line) == "armed"


def test_neither_arming_nor_removing_is_announced(game, news):
    play.disarm(game.pk, side=LIGHT, line_id=arm(game, "Md1-c1 Mc8-b8").pk, now=NOON)
    assert news == []


def test_a_computer_arms_nothing(game):
    user = game.seats.get(side=LIGHT).user
    user.kind = User.Kind.COMPUTER
    user.save()
    assert refused(game, "Md1-c1 Mc8-b8") == "no_lines"


def test_a_turn_that_no_line_answers_asks_the_same_whether_any_is_armed_or_not(game, alice, boris):
    """So that its player cannot measure whether there is one: not a row more is read or written."""
    asked: list[list[str]] = []
    play_turns(GameFactory(first=alice, second=boris, now=NOON), "Pd4-d5", now=NOON)
    for each in (game, GameFactory(first=alice, second=boris, now=NOON)):
        if each is game:
            arm(each, "Md1-c1 Mc8-b8")
            arm(each, "Md1-c1 Mc8-b8 Mc1-d1", side=DARK)
        with CaptureQueriesContext(connection) as queries:
            play.play_move(each.pk, side=DARK, expected_revision=1, text="Pd4-d5", now=NOON)
        assert texts_of(each) == "Pd4-d5"
        asked.append([query["sql"].split(" WHERE")[0][:60] for query in queries if "SAVEPOINT" not in query["sql"]])
    assert asked[0] == asked[1]
    assert sum("conditionalline" in query["sql"] for query in queries) == 1


def test_the_copy_of_ones_data_holds_ones_own_lines_and_a_closed_account_keeps_none(game, alice, boris):
    arm(game, "Md1-c1", ending="resign", stops=False)
    told = {user: list(exporting.on_account_exporting(user_id=user.pk)["conditional_lines"]) for user in (alice, boris)}
    assert told[alice] == []
    assert told[boris] == [
        {
            "game": game.pk,
            "after_turn": 0,
            "turns": ["Md1-c1"],
            "then": "resign",
            "stops_when_the_opponent_writes_or_offers": False,
            "armed_at": NOON,
            "stopped": "",
        }
    ]
    exporting.on_account_closed(user_id=alice.pk)
    assert ConditionalLine.objects.count() == 1
    exporting.on_account_closed(user_id=boris.pk)
    assert ConditionalLine.objects.count() == 0
