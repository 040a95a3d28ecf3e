"""Rated games that are over, and people with any rating."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from accounts.conduct import restrictions
from accounts.models import Restriction, User
from engine import glicko
from engine.contract import Side
from games import play
from games.models import Game, PlayerRating
from tests.factories import GameFactory, UserFactory
from tests.games.rating.conftest import LONG_TURNS


@pytest.fixture
def win():
    """Has somebody win a rated game that ends so many days ago."""

    def finish(winner: User, loser: User, *, days_ago: float = 1, turns=LONG_TURNS, **terms) -> Game:
        ended_at = timezone.now() - timedelta(days=days_ago)
        game = GameFactory(first=winner, second=loser, rated=True, turns=turns, now=ended_at, **terms)
        play.resign(game.pk, side=Side.SECOND, now=ended_at)
        game.refresh_from_db()
        return game

    return finish


@pytest.fixture
def rate():
    """Gives somebody a rating as if by games: established, unless told otherwise."""

    def give(
        user: User | str,
        rating: float,
        *,
        deviation: float = 60,
        days_ago: float = 1,
        slug: str = "mastery",
        games=20,
        opponents=6,
    ) -> User:
        user = UserFactory(username=user) if isinstance(user, str) else user
        row = PlayerRating(user=user, ruleset_slug=slug, games=games, opponents=opponents)
        at: datetime = timezone.now() - timedelta(days=days_ago)
        row.take(glicko.Rating(rating, deviation, 0.06), at=at)
        row.save()
        return user

    return give


@pytest.fixture
def suspended(admin):
    def suspend(user: User, *, until: timedelta | None = None):
        terms = {"reason": "Helped by a computer", "by": admin, "games": "go_on"}
        until_at = until and timezone.now() + until
        return restrictions.impose(user, Restriction.Kind.SUSPENDED, until=until_at, **terms)

    return suspend
