"""Weekends in a game: each player's own two days, as they were when it started."""

from datetime import UTC, datetime

import pytest

from engine.contract import Side
from games import play
from games.clock import Bank, Days
from tests.factories import GameFactory, play_turns

THURSDAY = datetime(2027, 1, 7, 12, tzinfo=UTC)


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.fixture
def people(alice, boris):
    """Alice in Berlin is off on Saturday and Sunday, Boris in New York on Monday."""
    boris.weekend = "1"
    boris.save()
    return {"first": alice, "second": boris}


def test_the_clock_stands_on_the_days_off_of_the_player_to_move(people):
    game = GameFactory(**people, control=Days(3), weekends=True, now=THURSDAY)
    assert game.deadline_at == at("2027-01-12 12:00")
    play_turns(game, "Md1-c1", now=at("2027-01-10 12:00"))
    game.refresh_from_db()
    assert game.deadline_at == at("2027-01-14 12:00")


def test_each_seat_keeps_the_days_and_the_zone_of_its_player_at_the_start(people):
    game = GameFactory(**people, weekends=True, now=THURSDAY)
    people["first"].weekend = people["second"].weekend = "34"
    people["first"].time_zone = "Asia/Tokyo"
    for person in people.values():
        person.save()
    play_turns(game, "Md1-c1", "Mc8-b8", now=THURSDAY)
    game.refresh_from_db()
    assert [(seat.weekend, seat.zone) for seat in game.seats.order_by("side")] == [
        ("67", "Europe/Berlin"),
        ("1", "America/New_York"),
    ]
    assert game.deadline_at == at("2027-01-12 12:00")


def test_a_game_without_weekends_has_none(people):
    game = GameFactory(**people, now=THURSDAY)
    assert game.deadline_at == at("2027-01-10 12:00")
    assert set(game.seats.values_list("weekend", flat=True)) == {""}


@pytest.mark.parametrize(
    ("played", "left"),
    [
        ("2027-01-08 12:00", 2),
        ("2027-01-09 12:00", 1.5 + 1 / 24),
        ("2027-01-10 12:00", 1.5 + 1 / 24),
        ("2027-01-12 12:00", 0),
    ],
)
def test_a_bank_is_not_spent_on_days_off(people, played, left):
    game = GameFactory(**people, control=Bank(3, 0, 7), weekends=True, now=THURSDAY)
    play.play_move(game.pk, side=Side.FIRST, expected_revision=1, text="Md1-c1", now=at(played))
    assert game.seats.get(side=Side.FIRST).bank.total_seconds() == left * 86400


def test_a_turn_keeps_what_it_was_played_under(people):
    game = GameFactory(**people, control=Bank(3, 0, 7), weekends=True, now=THURSDAY)
    deadline, bank = game.deadline_at, game.seats.get(side=Side.FIRST).bank
    play_turns(game, "Md1-c1", now=at("2027-01-08 12:00"))
    turn = game.turns.get()
    assert (turn.had_until_at, turn.bank_before) == (deadline, bank)
