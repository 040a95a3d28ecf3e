"""What the pages of ladders show, as values: rows, the reader’s own place, and what finished games did."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from math import ceil
from typing import Any, NamedTuple

from accounts.models import User
from accounts.time_off.away import find_away
from competition import ladder
from competition.ladder import Place
from competition.models import LadderGame, LadderMember
from competition.words import ladder as words
from core.numbers import read_number
from core.refusal import Refusal
from core.words import DAY_OF_YEAR, Said, tell_day
from engine.card import list_introduced
from engine.contract import Ruleset
from games.reading.on_time import read_on_time
from games.reading.ratings import may_see_ratings, read_ratings, show

PAGE = 25
FIRST = 3
"""How many of each ladder stand on the page of all ladders."""
LATELY = 10
"""How many finished games a ladder’s page tells of."""


class Row(NamedTuple):
    """A player on a ladder, as the page shows them."""

    place: int
    username: str
    facts: tuple[str, ...] = ()
    """The rating, for readers who see any, games finished on time, and a vacation."""
    is_leaving: bool = False
    is_own: bool = False
    may_challenge: bool = False
    sentence: str = ""
    """Why the reader can’t challenge them; empty for visitors."""


class Over(NamedTuple):
    """A finished game, and what it did."""

    game: int
    at: datetime
    sentence: str


class Top(NamedTuple):
    """A ladder, on the page of all."""

    ruleset: Ruleset
    rows: list[Row]
    size: int
    own: Said | None


# --- One ladder --------------------------------------------------------------------------------------------------
def describe_ladder(ruleset: Ruleset, reader: Any, *, asked: Mapping[str, str], now: datetime) -> dict[str, Any]:
    slug, size = ruleset.slug, ladder.count_members(ruleset.slug)
    member = find_own(slug, reader)
    own = _place(member)
    page = read_page(asked.get("page", ""), size=size)
    places = ladder.read_places(slug, start=PAGE * (page - 1), most=PAGE)
    return {
        "ruleset": ruleset,
        "rulesets": list_introduced(),
        "rows": describe_rows(slug, places, reader=reader, own=own, size=size, now=now),
        "size": size,
        "page": page,
        "has_more": PAGE * page < size,
        "own": tell_own(own, size),
        "own_page": ceil(own.place / PAGE) if own else None,
        "is_on": own is not None and not own.is_leaving,
        "refusal_to_join": ladder.find_refusal_to_join(member, now=now),
        "over": list_over(slug),
    }


def read_page(given: str, *, size: int) -> int:
    """The number of a page that there is; anything else is read as 1."""
    number = read_number(given) or 1
    return number if PAGE * (number - 1) < max(size, 1) else 1


def find_own(slug: str, reader: Any) -> LadderMember | None:
    """What is known of the reader on a ladder, also of who was there once; None of visitors."""
    return LadderMember.objects.filter(user=reader, ruleset_slug=slug).first() if isinstance(reader, User) else None


def _place(member: LadderMember | None) -> Place | None:
    if member is None or member.rank is None:
        return None
    return Place(member.user_id, ladder.place_of(member), member.leaving_at is not None)


def tell_own(own: Place | None, size: int) -> Said | None:
    if own is None:
        return None
    return (words.OWN_LEAVING if own.is_leaving else words.OWN_PLACE)(place=own.place, size=size)


def describe_rows(
    slug: str, places: Sequence[Place], *, reader: Any, own: Place | None, size: int, now: datetime
) -> list[Row]:
    """The rows of these places; for a player each with the button or why there is none, by `ladder.find_refusal`."""
    people = User.objects.only("username", "restricted", "is_active").in_bulk([each.user_id for each in places])
    ratings = read_ratings(people, slug=slug) if may_see_ratings(reader) else {}
    figures, away = read_on_time(people), find_away(people, now=now)
    refusals = find_refusals(slug, places, people, reader=reader, own=own, size=size, now=now)
    rows = []
    for each in places:
        pk, refusal = each.user_id, refusals.get(each.user_id)
        facts = (
            words.RATED(rating=show(ratings[pk], now=now).text) if pk in ratings else "",
            "" if figures[pk].percent is None else words.ON_TIME(percent=figures[pk].percent),
            words.ON_VACATION(until=tell_day(away[pk], form=DAY_OF_YEAR)) if pk in away else "",
        )
        rows.append(
            Row(
                each.place,
                people[pk].username,
                tuple(str(fact) for fact in facts if fact),
                each.is_leaving,
                pk == reader.pk,
                pk in refusals and refusal is None,
                refusal.sentence if refusal else "",
            )
        )
    return rows


def find_refusals(
    slug: str,
    places: Sequence[Place],
    people: Mapping[int, User],
    *,
    reader: Any,
    own: Place | None,
    size: int,
    now: datetime,
) -> dict[int, Refusal | None]:
    """Of each of these players why the reader can’t challenge them, or None; of nobody for visitors."""
    if not isinstance(reader, User):
        return {}
    figures = ladder.read_figures(slug, challenger=reader, own=own, size=size, places=places, people=people, now=now)
    return {each.user_id: ladder.find_refusal(figures, each, other=people[each.user_id]) for each in places}


# --- Finished games ----------------------------------------------------------------------------------------------
def list_over(slug: str) -> list[Over]:
    """The last finished games of a ladder. One query."""
    games = LadderGame.objects.filter(ruleset_slug=slug, settled_at__isnull=False).order_by("-settled_at")
    games = games.select_related("challenger", "challenged")[:LATELY]
    return [Over(row.game_id, row.settled_at, str(tell_over(row))) for row in games if row.settled_at is not None]


def tell_over(row: LadderGame) -> Said:
    """What the end of a game did, also if staff have corrected its result since."""
    challenger, challenged = row.challenger.shown_name, row.challenged.shown_name
    if row.challenger_score is None:
        return words.NO_RESULT(challenger=challenger, challenged=challenged)
    if row.challenger_score == 0.5:
        return words.DRAWN(challenger=challenger, challenged=challenged)
    winner, loser = (challenger, challenged) if row.challenger_score else (challenged, challenger)
    if row.moved_to is not None:
        said = words.MOVED_ON_TIME if row.left else words.MOVED
        return said(winner=winner, loser=loser, last=row.moved_from, first=row.moved_to)
    return (words.LOST_ON_TIME if row.left else words.HELD)(winner=winner, loser=loser)


# --- All ladders -------------------------------------------------------------------------------------------------
def describe_ladders(reader: Any) -> list[Top]:
    """The ladder of each game. Three queries for each, and two more for a reader’s own place."""
    return [describe_top(ruleset, reader) for ruleset in list_introduced()]


def describe_top(ruleset: Ruleset, reader: Any) -> Top:
    size, own = ladder.count_members(ruleset.slug), _place(find_own(ruleset.slug, reader))
    places = ladder.read_places(ruleset.slug, start=0, most=FIRST)
    people = User.objects.only("username").in_bulk([each.user_id for each in places])
    rows = [
        Row(each.place, people[each.user_id].username, is_leaving=each.is_leaving, is_own=each.user_id == reader.pk)
        for each in places
    ]
    return Top(ruleset, rows, size, tell_own(own, size))
