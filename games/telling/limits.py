"""Whom a challenge is for, and who made it, in the words of lists and of its page."""

from __future__ import annotations

from engine.words import chain
from games.models import Challenge
from games.reading.fitting import find_bounds
from games.reading.on_time import OnTime
from games.reading.ratings import Shown
from games.words import limits as words


def tell_limits(challenge: Challenge, theirs: Shown | None) -> list[str]:
    """What it asks for, a fact each; empty where it is for everybody. `theirs` is the challenger’s rating, None for a
    reader who sees none: then a distance is told as such."""
    found = [_tell_rating(challenge, theirs)]
    if challenge.established_only:
        found.append(str(words.ASKS_ESTABLISHED()))
    if challenge.on_time_least is not None:
        found.append(str(words.ASKS_ON_TIME(least=challenge.on_time_least)))
    return [each for each in found if each]


def tell_only_for(challenge: Challenge, theirs: Shown | None) -> str:
    """The same in a line of a list; empty where it is for everybody."""
    limits = tell_limits(challenge, theirs) if challenge.has_limits else []
    return str(words.ONLY_FOR(limits=chain(words.FACTS, limits))) if limits else ""


def tell_player(rating: str, on_time: OnTime) -> str:
    """The rating, empty for a reader who sees none, and how many games they finish on time; empty for neither."""
    found = [str(words.RATING(rating=rating))] if rating else []
    if on_time.percent is not None:
        found.append(str(words.ON_TIME(percent=on_time.percent)))
    elif on_time.games:
        found.append(str(words.FEW_ON_TIME(kept=on_time.kept, games=on_time.games)))
    return chain(words.FACTS, found)


def _tell_rating(challenge: Challenge, theirs: Shown | None) -> str:
    lowest, highest = challenge.rating_from, challenge.rating_to
    if challenge.rating_within is not None:
        if theirs is None:
            name = challenge.challenger.shown_name
            return str(words.ASKS_WITHIN(within=challenge.rating_within, name=name))
        lowest, highest = find_bounds(challenge, theirs)
    if lowest is not None and highest is not None:
        return str(words.ASKS_BETWEEN(lowest=lowest, highest=highest))
    if lowest is not None:
        return str(words.ASKS_FROM(lowest=lowest))
    return str(words.ASKS_TO(highest=highest)) if highest is not None else ""
