"""What tests of pairing share: people with ratings and standing challenges of theirs, and the games that start."""

from datetime import datetime, timedelta

from accounts.models import User
from competition.models import StandingChallenge, StandingGame
from engine import glicko
from games.models import Game, PlayerRating
from games.terms import NO_LIMITS, Limits
from tests.competition.standing.conftest import NOON, see
from tests.factories import GameFactory, StandingFactory, UserFactory

DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)


def give_rating(user: User, rating: float, *, deviation: float = 60, slug: str = "mastery") -> User:
    """As if by games: established, unless its deviation says otherwise."""
    row = PlayerRating.objects.get_or_create(user=user, ruleset_slug=slug)[0]
    row.games = 20
    row.take(glicko.Rating(rating, deviation, 0.06), at=NOON - DAY)
    row.save()
    return user


def stand_for(
    owner: User | str, rating: float | None = None, *, waited: float = 0, now: datetime = NOON, **given
) -> StandingChallenge:
    """A standing challenge of a player, who is made where only named, was seen just now, and has waited so many
    days."""
    owner = UserFactory(username=owner) if isinstance(owner, str) else owner
    see(owner, now)
    if rating is not None:
        give_rating(owner, rating)
    within = given.pop("within", None)
    limits = given.pop("limits", NO_LIMITS if within is None else Limits(rating_within=within))
    standing = StandingFactory(owner=owner, limits=limits, now=now - waited * DAY, **given)
    see(owner, now)  # at the time it was made they were seen, too
    return standing


def list_met() -> list[tuple[str, str]]:
    """The names of who has met, the longer waiting first, in order."""
    rows = StandingGame.objects.order_by("pk").values_list("one__username", "other__username")
    return list(rows)


def read(standing: StandingChallenge) -> StandingChallenge:
    return StandingChallenge.objects.select_related("challenge").get(pk=standing.pk)


def finish_games(user: User, *, kept: int, late: int) -> None:
    """Games that they have finished on time, and have lost on time."""
    other = UserFactory()
    for number in range(kept + late):
        game = GameFactory(first=user, second=other, now=NOON - 40 * DAY)
        how, winner = ("resignation", 0) if number < kept else ("time", 1)
        Game.objects.filter(pk=game.pk).update(ended_at=NOON - 30 * DAY, winner=winner, termination=how)
