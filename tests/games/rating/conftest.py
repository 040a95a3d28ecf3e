"""Rated games of Mastery that end at given instants, and what their players' ratings are then."""

from datetime import UTC, datetime, timedelta

import pytest

from engine import glicko
from engine.contract import Side
from games import clock, play
from games.models import Game, PlayerRating, RatingEntry
from games.models.rating import count_weeks
from tests.factories import GameFactory, UserFactory

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
START = datetime(2027, 1, 4, 12, tzinfo=UTC)
TURNS = ("Md1-c1", "Mc8-b8")
"""Both sides have moved."""
LONG_TURNS = (*TURNS, "Mc1-b1", "Mb8-c8", "Mb1-b3", "Mc8xc7", "Me1-d1", "Mc7-b7", "Md1-b1", "Mb7-b8")
"""As many as tell what a game is worth, whoever resigns it then."""
FIRST, SECOND = Side.FIRST, Side.SECOND
REASON = "A fault."


@pytest.fixture
def mira(db):
    """A moderator, who plays in no game."""
    return UserFactory(username="Mira", is_staff=True, is_superuser=True)


def on_day(number: float) -> datetime:
    return START + number * DAY


def begin(first, second, *, now, turns=TURNS, rated=True, **more) -> Game:
    """A rated game, a fortnight a turn, in which both sides have moved."""
    control = more.pop("control", clock.Days(14))
    return GameFactory(first=first, second=second, rated=rated, control=control, turns=turns, now=now, **more)


def win(winner, loser, *, at, **more) -> Game:
    """A game that `loser` resigns."""
    game = begin(winner, loser, now=at - HOUR, **more)
    play.resign(game.pk, side=SECOND, now=at)
    return game


def lose_on_time(loser, winner, *, at, **more) -> Game:
    """A game in which the time of `loser` runs out, and which is settled `at`."""
    game = begin(loser, winner, now=at - 15 * DAY, **more)
    assert play.run_out(game.pk, now=at)
    return game


def draw(one, other, *, at, staff) -> Game:
    game = begin(one, other, now=at - HOUR)
    play.adjudicate(game.pk, winner=None, staff=staff, reason=REASON, now=at)
    return game


def put(user, rating: float, deviation: float, *, at: datetime, slug="mastery") -> None:
    """Writes what a player's rating is, as of that instant."""
    values = {"rating": rating, "deviation": deviation, "volatility": glicko.START.volatility, "at": at}
    PlayerRating.objects.update_or_create(user=user, ruleset_slug=slug, defaults=values)


def rating_of(user, slug="mastery") -> PlayerRating:
    return PlayerRating.objects.get(user=user, ruleset_slug=slug)


def number_of(user) -> tuple[float, float]:
    row = rating_of(user)
    return row.rating, row.deviation


def why(game) -> str:
    """Why a game does not count, which is the same for both of its players."""
    one, other = RatingEntry.objects.filter(game=game)
    assert one.why == other.why
    return one.why


def state(*, but=()) -> list[tuple]:
    """Every column of all that ratings consist of, except of these players."""
    names = {user.pk for user in but}
    rows = [*PlayerRating.objects.order_by("user_id", "ruleset_slug").values()]
    rows += RatingEntry.objects.order_by("game_id", "user_id").values()
    return [tuple(row.items()) for row in rows if row["user_id"] not in names]


def refold(user_id: int, slug="mastery") -> tuple[glicko.Rating, int]:
    """What a player's entries come to, and how many of them count: independently of how they are settled."""
    value, at, count = glicko.START, None, 0
    entries = RatingEntry.objects.filter(user=user_id, ruleset_slug=slug, why="")
    for entry in sorted(entries, key=lambda entry: (entry.ended_at, entry.game_id)):
        weeks = count_weeks(at, entry.ended_at)
        value = glicko.rate(value, [entry.result], weeks)
        assert (entry.rating, entry.deviation, entry.volatility) == value
        at, count = entry.ended_at, count + 1
    return value, count


def assert_folded() -> None:
    """Every stored rating is the fold of its entries, and every entry says what its game does."""
    for row in PlayerRating.objects.all():
        assert (row.value, row.games) == refold(row.user_id, row.ruleset_slug)
    for game in Game.objects.filter(rated=True).prefetch_related("rating_entries", "seats"):
        entries = list(game.rating_entries.all())
        assert len({entry.why for entry in entries}) <= 1
        if game.ended_at is None:
            assert [entry.why for entry in entries] in ([], ["open"] * 2)
            continue
        assert sorted(entry.user_id for entry in entries) == sorted(seat.user_id for seat in game.seats.all())
        assert {entry.ended_at for entry in entries} == {game.ended_at}
        assert sum(entry.score for entry in entries) == 1
