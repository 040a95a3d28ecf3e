"""Whether a challenge is for a player: the limits that it sets, judged by both players’ figures as they stand.

One function decides for lists, for the page and when somebody accepts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from core.refusal import Refusal
from core.words import Said
from games.models import Challenge, PlayerRating
from games.reading.on_time import OnTime, count_on_time_of, read_on_time, stored_on_time
from games.reading.ratings import Shown, find_ratings, show
from games.words import limits as words


class Figures(NamedTuple):
    """What is known of some players, by which challenges are judged and shown."""

    ratings: Mapping[tuple[int, str], PlayerRating]
    """The ratings by user and ruleset, for players who have played rated games."""
    on_time: Mapping[int, OnTime]
    """How reliably each user plays on time. It is exact for the reader, and may be a minute old for others."""

    def show_rating(self, user_id: int, *, slug: str, now: datetime) -> Shown:
        """That of somebody who has none yet is where everybody starts."""
        row = self.ratings.get((user_id, slug)) or PlayerRating(user_id=user_id, ruleset_slug=slug)
        return show(row, now=now)


def read_figures(found: Iterable[Challenge], *, reader: int | None) -> Figures:
    """The figures of those who made these challenges, and of their reader. Two queries; one more for a player, if any
    of the challenges asks for games on time."""
    found = list(found)
    others = {each.challenger_id for each in found}
    on_time = read_on_time(others) if found else {}
    return _gather(found, on_time, reader=reader)


def read_listed_figures(found: Sequence[Challenge], *, reader: int | None) -> Figures:
    """The same for a list, whose rows were read with what is stored of their challengers. One query; one more for a
    player, if any of the challenges asks for games on time."""
    return _gather(found, {each.challenger_id: stored_on_time(each.challenger) for each in found}, reader=reader)


def _gather(found: Sequence[Challenge], on_time: dict[int, OnTime], *, reader: int | None) -> Figures:
    others, slugs = {each.challenger_id for each in found}, {each.ruleset_slug for each in found}
    people = others | ({reader} if reader else set())
    rows = find_ratings(tuple(people), tuple(slugs)) if found else ()
    if reader and any(each.on_time_least is not None for each in found):
        on_time[reader] = count_on_time_of(reader)
    return Figures({(row.user_id, row.ruleset_slug): row for row in rows}, on_time)


def find_unfit(
    challenge: Challenge, figures: Figures, *, user_id: int, now: datetime, sees: bool = True
) -> Refusal | None:
    """Why a challenge is not for this player: rating_limit, provisional or reliability (403). None if it is. `sees`
    says whether they are shown ratings."""
    if not challenge.has_limits or challenge.challenger_id == user_id:
        return None
    slug = challenge.ruleset_slug
    mine = figures.show_rating(user_id, slug=slug, now=now)
    lowest, highest = find_bounds(challenge, figures.show_rating(challenge.challenger_id, slug=slug, now=now))
    if not is_within(mine.points, lowest, highest):
        told = words.tell_rating_limit(lowest, highest, mine=tell_mine(mine)) if sees else words.RATING_UNSEEN()
        return Refusal(told, status=403)
    if challenge.established_only and mine.is_provisional:
        return Refusal(words.PROVISIONAL(), status=403)
    on_time = figures.on_time.get(user_id, OnTime())
    if said := _tell_late(challenge.on_time_least, on_time):
        return Refusal(said, status=403)
    return None


def find_bounds(challenge: Challenge, theirs: Shown) -> tuple[int | None, int | None]:
    """The lowest and the highest rating that a challenge asks for, by its maker’s rating as it is now; None for none.
    Where it asks for both a distance and bounds, both hold."""
    lowest, highest = challenge.rating_from, challenge.rating_to
    if (within := challenge.rating_within) is not None:
        lowest = max(theirs.points - within, lowest or 0)
        highest = min(theirs.points + within, theirs.points + within if highest is None else highest)
    return lowest, highest


def is_within(points: int, lowest: int | None, highest: int | None) -> bool:
    return (lowest is None or points >= lowest) and (highest is None or points <= highest)


def is_late(least: int | None, figure: OnTime) -> bool:
    """Whether somebody finishes too few games on time; who has finished fewer than ten passes."""
    return least is not None and figure.percent is not None and figure.percent < least


def _tell_late(least: int | None, figure: OnTime) -> Said | None:
    if least is None or not is_late(least, figure):
        return None
    return words.RELIABILITY(least=least, percent=figure.percent, kept=figure.kept, games=figure.games)


def tell_mine(mine: Shown) -> str:
    """A rating in a refusal: also of who has none yet, since they count as rated where everybody starts."""
    return f"{mine.points}?" if mine.is_provisional else str(mine.points)
