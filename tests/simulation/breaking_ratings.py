"""Breaks what must hold of ratings in a simulation on purpose, in a run in which it does."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from django.db.models import F

from games.models import Game, PlayerRating
from tests.account.rating_diary import Ended
from tests.simulation.ratings import ENTRIES, ON_TIME, RATINGS
from tests.simulation.world import World


def raise_a_rating(world: World) -> None:
    """As if somebody had gained a point by a game of others."""
    PlayerRating.objects.filter(pk=PlayerRating.objects.earliest("pk").pk).update(rating=F("rating") + 1)


def forget_a_rated_game(world: World) -> None:
    """As if one had been drawn of which the site knows nothing."""
    end_another(world, rated=True, winner=None, termination="agreement")


def forget_a_loss_on_time(world: World) -> None:
    """As if a game that is rated for nobody had been lost on time, and no figure told of it."""
    end_another(world, rated=False, winner=0, termination="time")


def end_another(world: World, *, rated: bool, winner: int | None, termination: str) -> None:
    """Writes down the end of a game, if there is one of those that are rated or are not, and that goes on."""
    running = set(Game.objects.active().values_list("pk", flat=True))
    world.count_ratings()
    game = min(
        (each.began.rated != rated, each.began.game not in running, each.at is not None, each.began.game)
        for each in world.ratings.games.values()
    )[-1]
    at = world.ends - timedelta(minutes=1)
    world.rating_diary.happenings.append(Ended(game, at, winner, termination, ply=9))


RATING_BREAKERS: dict[str, Callable[[World], None]] = {
    RATINGS: raise_a_rating,
    ENTRIES: forget_a_rated_game,
    ON_TIME: forget_a_loss_on_time,
}
