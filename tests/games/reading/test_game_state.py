"""Reading a game: what each reader is told, at each turn, in how many queries."""

from dataclasses import FrozenInstanceError, fields
from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.http import Http404
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.conduct import blocks
from accounts.time_off import vacation
from engine.contract import Side
from games import access, chat, clock, play
from games.models import Game
from games.reading.find import find_game
from games.reading.state import GameState, NoSuchPosition, read_state
from tests.factories import GameFactory, UserFactory, give_vacation, play_turns

pytestmark = pytest.mark.django_db(transaction=True)
TURNS = ("Md1-c1", "Mc8-b8", "Pd4-d5")
VISITOR = AnonymousUser()


@pytest.fixture
def game(alice, boris) -> Game:
    """Three turns played, so that Boris is to move; Alice has written to him, offers a draw and has planned a turn."""
    game = GameFactory(first=alice, second=boris, turns=TURNS, vacation_days=14, control=clock.Days(3))
    chat.send(alice, game_id=game.pk, text="Good luck!")
    play.offers.propose(game.pk, "draw", side=Side.FIRST)
    play.offers.propose(game.pk, "more_time", side=Side.SECOND, days=2)
    play.offers.accept(game.pk, "more_time", side=Side.FIRST)
    game.refresh_from_db()
    turns = [game.position.legal_moves()[0]]
    turns.append(game.position.play(turns[0]).legal_moves()[0])
    play.arm(game.pk, side=Side.FIRST, turns=turns, expected_position=game.position_text)
    return game


def read_game(game_id: int, reader: object, *, ply: int | None = None, before: int | None = None) -> GameState:
    return read_state(access.get_game(reader, game_id), reader, ply=ply, before=before)


def test_each_player_has_a_seat_of_their_own_and_the_opponents(game, alice, boris, carol):
    for reader, mine, other in (
        (alice, alice, boris),
        (boris, boris, alice),
        (carol, None, None),
        (VISITOR, None, None),
    ):
        seats = read_game(game.pk, reader).seats
        assert (seats.mine and seats.mine.user, seats.other and seats.other.user) == (mine, other)
        assert seats.usernames == ("Alice", "Boris")
        assert (seats.side_of(boris.pk), seats.side_of(carol.pk)) == (Side.SECOND, None)


def test_only_the_player_reads_what_is_private_to_them(game, alice, boris, carol):
    """Who reads: messages, offers, lines, waiting games."""
    for reader, read in (
        (alice, (1, 3, 1, True)),
        (boris, (1, 3, 0, True)),
        (carol, (0, 0, 0, False)),
        (VISITOR, (0, 0, 0, False)),
    ):
        state = read_game(game.pk, reader)
        around = state.around
        assert (len(around.messages), len(around.offers), len(around.lines), state.waiting is not None) == read, reader
        assert [change.kind for change in around.changes] == ["more_time"]


def test_what_a_reader_may_do_follows_from_the_turn_the_seat_and_the_position(game, alice, boris, carol):
    for reader, may in ((alice, (False, True, True)), (boris, (True, True, True)), (carol, (False, False, False))):
        state = read_game(game.pk, reader)
        assert (state.may_move, state.may_read_chat, state.may_plan) == may
        before = read_game(game.pk, reader, ply=2)
        assert (before.may_move, before.may_plan) == (False, False)
    play.resign(game.pk, side=Side.FIRST)
    over = read_game(game.pk, boris)
    assert (over.may_move, over.may_read_chat, over.may_plan) == (False, True, False)


@pytest.mark.parametrize("ply", range(len(TURNS) + 1))
def test_an_earlier_position_comes_with_the_turn_that_led_to_it(game, alice, ply):
    position = game.ruleset.start(**game.options)
    for turn in TURNS[:ply]:
        position = position.play(turn)
    state = read_game(game.pk, alice, ply=ply)
    assert (state.position_text, state.last_turn) == (position.text(), TURNS[ply - 1] if ply else None)
    assert (state.shown, state.is_now) == (ply, False)


def test_a_position_that_was_not_reached_differs_from_a_game_that_does_not_exist(game, alice, carol):
    with pytest.raises(NoSuchPosition):
        read_game(game.pk, alice, ply=len(TURNS) + 1)
    for missing in (game.pk + 1, 2**80):
        with pytest.raises(Http404):
            read_game(missing, alice)
    Game.objects.filter(pk=game.pk).update(private=True)
    assert read_game(game.pk, alice).game == game
    for stranger in (carol, VISITOR):
        with pytest.raises(Http404):
            read_game(game.pk, stranger)


def test_rows_are_read_as_their_models_have_them(game, alice, boris):
    """They come as JSON, in one query for all."""
    blocks.make(boris, alice, mute=True)
    around = read_game(game.pk, alice).around
    [message], [change], [line] = around.messages, around.changes, around.lines
    for read, stored in (
        (message, game.messages.get()),
        (change, game.clock_changes.get()),
        (line, game.conditional_lines.get()),
    ):
        names = {field.attname for field in type(read)._meta.concrete_fields} & set(vars(read))
        left_out = {"game_id", "by_id", "vacation_id", "outage_id", "given", "revision", "why"}
        assert {name: getattr(read, name) for name in names - left_out} == {
            name: getattr(stored, name) for name in names - left_out
        }
    assert [(offer.kind, offer.step) for offer in around.offers] == [
        ("draw", "made"),
        ("more_time", "made"),
        ("more_time", "accepted"),
    ]
    assert (around.tie.is_muted, around.tie.mutes) == (True, False)
    assert (read_game(game.pk, boris).around.tie.mutes, around.following, around.wishes_rematch) == (True, None, False)


def test_the_newest_messages_and_changes_are_read_and_whether_there_are_more(game, alice, boris):
    start = timezone.now()
    for number in range(41):
        game.messages.create(user=boris, text=f"{number}", ply=0, sent_at=start + timedelta(seconds=number))
    for number in range(10):
        game.clock_changes.create(revision=9, ply=3, side=0, kind="staff", changed_at=start, why=f"{number}")
    around = read_game(game.pk, alice).around
    assert ([message.text for message in around.messages], around.more_messages) == (
        [str(n) for n in range(1, 41)],
        True,
    )
    assert ([change.kind for change in around.changes], around.more_changes) == (["staff"] * 10, True)
    older = read_game(game.pk, alice, before=around.messages[0].pk).around
    assert ([message.text for message in older.messages], older.more_messages) == (["Good luck!", "0"], False)


def test_vacation_and_the_rematch_are_read(game, alice, boris):
    now = timezone.now()
    give_vacation(alice, days=9, now=now)
    booked = vacation.book(alice, from_at=now + timedelta(days=1), until_at=now + timedelta(days=3))
    spans = read_game(game.pk, boris).around.booked
    assert spans == {alice.pk: [(booked.from_at, booked.until_at)], boris.pk: []}
    play.wish_rematches(alice.pk, other_id=boris.pk, wished=True)
    play.resign(game.pk, side=Side.FIRST)
    assert [read_game(game.pk, who).around.wishes_rematch for who in (alice, boris)] == [True, False]
    for side in Side:
        play.offers.propose(game.pk, "rematch", side=side)
    following = Game.objects.latest("pk").pk
    assert {read_game(game.pk, who).around.following for who in (alice, boris)} == {following}


def test_a_value_that_was_read_cannot_be_changed(game, alice):
    state = read_game(game.pk, alice)
    for value in (state, state.seats, state.around, state.clocks):
        with pytest.raises(FrozenInstanceError):
            setattr(value, fields(value)[0].name, None)


QUERIES = {"player": 8, "opponent": 8, "spectator": 8, "visitor": 3}


@pytest.mark.parametrize("who", QUERIES)
def test_the_page_of_a_game_asks_at_most_eight_queries(client, game, alice, boris, who):
    """However much there is around it. Each page is asked before, which marks messages and notifications as read."""
    GameFactory(first=alice, second=boris)
    give_vacation(alice, days=0, now=timezone.now())
    reader = {"player": alice, "opponent": boris, "spectator": UserFactory(username="Dora")}.get(who)
    if reader:
        client.force_login(reader)
    page = reverse("game", args=[game.pk])
    for _ in range(2):
        assert client.get(page).status_code == 200
    with CaptureQueriesContext(connection) as queries:
        client.get(page)
    assert len(queries) <= QUERIES[who], [each["sql"][:80] for each in queries]


@pytest.mark.parametrize("plies", [2, 60])
def test_a_long_game_is_read_in_as_many_queries_as_a_short_one(alice, boris, plies):
    game = GameFactory(first=alice, second=boris)
    for _ in range(plies):
        game.refresh_from_db()
        play_turns(game, game.position.legal_moves()[0])
    found = find_game(game.pk)
    read_state(found, alice)
    with CaptureQueriesContext(connection) as queries:
        read_state(found, alice)
    assert len(queries) == 3
