"""What the page of a challenge shows of its two players: figures, what the game would change, whether it is for the
reader."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from accounts.models import User
from core.refusal import Refusal
from games import panels
from games.models import Challenge, PlayerRating
from games.reading.fitting import Figures, find_unfit, read_figures
from games.reading.on_time import OnTime
from games.reading.ratings import foresee, may_see_ratings
from games.telling.limits import tell_limits, tell_player
from games.telling.ratings import tell_forecast


class Offered(NamedTuple):
    forecast: str = ""
    """What a rated game would win or lose, for a player who may accept it."""
    theirs: str = ""
    """The rating of the challenger, and how many games they finish on time."""
    limits: tuple[str, ...] = ()
    """Whom it is for, a fact each."""
    unfit: Refusal | None = None
    """Why it is not for the reader, or can’t be accepted just now."""


def describe_figures(challenge: Challenge, reader: Any, *, now: datetime) -> Offered:
    """In two queries; in one more for a player, if it asks for games on time, and in two more if it stands."""
    owner, mine = challenge.challenger_id, reader.pk if isinstance(reader, User) else None
    sees, figures = may_see_ratings(reader), read_figures([challenge], reader=mine)
    theirs = figures.show_rating(owner, slug=challenge.ruleset_slug, now=now) if sees else None
    is_other = mine is not None and mine != owner
    return Offered(
        _tell_forecast(challenge, figures, mine=mine, now=now) if mine and is_other and sees else "",
        tell_player(theirs.text if theirs else "", figures.on_time.get(owner, OnTime())),
        tuple(tell_limits(challenge, theirs)),
        _find_refusal(challenge, figures, reader=reader if mine else None, now=now) if mine != owner else None,
    )


def _find_refusal(challenge: Challenge, figures: Figures, *, reader: User | None, now: datetime) -> Refusal | None:
    sees = may_see_ratings(reader)
    unfit = find_unfit(challenge, figures, user_id=reader.pk, now=now, sees=sees) if reader else None
    return unfit or panels.find_hindrance(challenge, reader)


def _tell_forecast(challenge: Challenge, figures: Figures, *, mine: int, now: datetime) -> str:
    if not challenge.rated:
        return ""
    own, other = (
        figures.ratings.get((pk, challenge.ruleset_slug))
        or PlayerRating(user_id=pk, ruleset_slug=challenge.ruleset_slug)
        for pk in (mine, challenge.challenger_id)
    )
    return tell_forecast(foresee(own, other, now=now))
