"""What is written by prepared SQL stands in the database as what the model itself writes."""

from datetime import timedelta

import pytest
from django.db import DatabaseError, IntegrityError
from django.utils import timezone

from core.prepared_writes import MANY, PreparedInsert, PreparedUpdate
from games.models import Game, Seat, Turn
from notifications.models import Notice

pytestmark = pytest.mark.both

NOW = timezone.now()


def make_turn(game, ply):
    return Turn(game=game, ply=ply, side=0, text="Pd4-d5", played_at=NOW, time_left=timedelta(hours=1))


def make_notices(user, count):
    return [
        Notice(recipient=user, kind="test", dedupe_key=f"test:{number}", created_at=NOW, due_at=NOW, payload={"n": 1})
        for number in range(count)
    ]


def values(row, *, without=()):
    return {name: value for name, value in vars(row).items() if name not in ("_state", *without)}


@pytest.mark.parametrize("offers", [{}, {"pause": {"by": 1, "why": "Ümlaut % %s ' \" \\"}}])
def test_an_update_writes_every_column(game, offers, django_assert_num_queries):
    game.offers, game.ply, game.winner, game.paused_until, game.deadline_at = offers, 7, None, NOW, None
    with django_assert_num_queries(1):
        PreparedUpdate(Game)(game)
    assert values(Game.objects.get(pk=game.pk)) == values(game, without=["_prefetched_objects_cache"])
    seat = game.seats.get(side=0)
    seat.bank, seat.vacation_used, seat.weekend = timedelta(days=40, microseconds=1), timedelta(hours=3), "67"
    PreparedUpdate(Seat)(seat)
    assert values(Seat.objects.get(pk=seat.pk)) == values(seat, without=["_prefetched_objects_cache"])
    assert Seat.objects.get(game=game, side=1).weekend == ""


@pytest.mark.parametrize("count", [0, 1, 2])
def test_several_rows_are_updated_at_once(game, count, django_assert_num_queries):
    seats = list(game.seats.order_by("side"))
    for seat in seats[:count]:
        seat.weekend, seat.vacation_used = "67", timedelta(hours=3 + seat.side)
    with django_assert_num_queries(min(count, 1)):
        PreparedUpdate(Seat).update_all(seats[:count])
    assert [values(seat) for seat in game.seats.order_by("side")] == [values(seat) for seat in seats]
    with pytest.raises(DatabaseError):
        PreparedUpdate(Seat).update_all([*seats, Seat(pk=2**40, game=game, user=seats[0].user, side=0)])


def test_an_update_of_a_row_that_is_gone_is_an_error(game):
    gone = Game.objects.get(pk=game.pk)
    gone.pk += 1
    with pytest.raises(DatabaseError, match="is not in the database"):
        PreparedUpdate(Game)(gone)


@pytest.mark.parametrize("count", [0, 1, 6, MANY])
def test_rows_are_inserted_as_they_are_and_know_their_keys(game, count):
    turns = [make_turn(game, ply) for ply in range(1, count + 1)]
    PreparedInsert(Turn)(turns)
    stored = list(Turn.objects.order_by("ply"))
    assert [values(turn) for turn in stored] == [values(turn, without=["_state"]) for turn in map(forget_game, turns)]
    assert not any(turn._state.adding for turn in turns)


def forget_game(turn):
    return Turn(**{field.attname: getattr(turn, field.attname) for field in Turn._meta.concrete_fields})


def test_a_row_that_a_constraint_forbids_is_an_error(game):
    PreparedInsert(Turn)([make_turn(game, 1)])
    with pytest.raises(IntegrityError):
        PreparedInsert(Turn)([make_turn(game, 2), make_turn(game, 1)])


def test_as_many_rows_as_a_turn_makes_go_in_one_statement(alice, django_assert_num_queries):
    notices = [*make_notices(alice, 4), Notice(**values(make_notices(alice, 1)[0]) | {"channel": "inbox"})]
    notices[4].state, notices[4].closed_at, notices[4].last_error = Notice.State.SENT, NOW, "5 % off, 'so to speak'"
    with django_assert_num_queries(1):
        PreparedInsert(Notice)(notices)
    for notice in notices:
        assert values(Notice.objects.get(pk=notice.pk)) == values(notice, without=["_state", "_recipient_cache"])


@pytest.mark.parametrize("payload", ["", {"nothing": None}, {}, [], "'%s", 0])
def test_json_is_stored_as_json_whatever_it_holds(alice, payload):
    (notice,) = make_notices(alice, 1)
    notice.payload = payload
    PreparedInsert(Notice)([notice])
    assert Notice.objects.get(pk=notice.pk).payload == notice.payload


@pytest.mark.parametrize("more", [1, MANY])
def test_rows_that_are_there_already_are_left_out_where_that_is_wanted(alice, more):
    insert = PreparedInsert(Notice, ignore_conflicts=True)
    insert(make_notices(alice, 2))
    insert(make_notices(alice, 2 + more))
    assert Notice.objects.filter(recipient=alice, channel="email").count() == 2 + more
