"""What the pages of ladders show, as values: rows, the reader’s own place, and what finished games did."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from math import ceil
from typing import Any, NamedTuple

from accounts.models import User
from accounts.models.user import SHOWN
from accounts.profile.faces import Face
from competition import ladder
from competition.ladder import Place, page_rows
from competition.ladder.page_rows import PAGE, Rung, Settled
from competition.models import LadderGame, LadderMember
from competition.words import ladder as words
from core.numbers import read_number
from core.refusal import Refusal
from core.words import DAY_OF_YEAR, Said, tell_day
from engine.card import list_introduced
from engine.contract import Ruleset
from games.reading.ratings import may_see_ratings, show

FIRST = 3
"""How many players of each ladder the page of all ladders shows."""


class Row(NamedTuple):
    """A player on a ladder, as the page shows them."""

    place: int
    username: str
    face: Face
    facts: tuple[str, ...] = ()
    """The rating, if the reader sees ratings, the share of games finished on time, and a vacation."""
    is_leaving: bool = False
    is_own: bool = False
    may_challenge: bool = False
    sentence: str = ""
    """What a win against them brings, or why the reader can’t challenge them. It is empty for visitors."""


class Over(NamedTuple):
    """A finished game, and what its end did."""

    game: int
    at: datetime
    sentence: str


class Top(NamedTuple):
    """A ladder on the page of all ladders."""

    ruleset: Ruleset
    rows: list[Row]
    size: int
    own: Said | None


# --- One ladder --------------------------------------------------------------------------------------------------
def describe_ladder(ruleset: Ruleset, reader: Any, *, asked: Mapping[str, str], now: datetime) -> dict[str, Any]:
    slug, size = ruleset.slug, page_rows.count_members(ruleset.slug)
    member = find_member(slug, reader)
    own = _place(member)
    page = read_page(asked.get("page", ""), size=size)
    rungs, ratings = page_rows.read_rungs(slug, page=page, now=now)
    refusals = find_refusals(slug, rungs, reader=reader, own=own, size=size, now=now)
    shown = {pk: show(row, now=now).text for pk, row in ratings.items()} if may_see_ratings(reader) else None
    return {
        "ruleset": ruleset,
        "rulesets": list_introduced(),
        "rows": [describe_row(each, shown, refusals, reader=reader.pk, own=own) for each in rungs],
        "size": size,
        "page": page,
        "has_more": PAGE * page < size,
        "own": tell_own(own, size),
        "own_page": ceil(own.place / PAGE) if own else None,
        "is_on": own is not None and not own.is_leaving,
        "refusal_to_join": ladder.find_refusal_to_join(member, now=now),
        "over": [Over(row.game_id, row.settled_at, str(tell_over(row))) for row in page_rows.list_settled(slug)],
    }


def read_page(given: str, *, size: int) -> int:
    """Reads the number of a page that exists. Anything not such a number is read as 1."""
    number = read_number(given) or 1
    return number if PAGE * (number - 1) < max(size, 1) else 1


def find_member(slug: str, reader: Any) -> LadderMember | None:
    """Returns the reader's row on a ladder, even if they are no longer on it, or None for visitors."""
    return next(iter(page_rows.find_own(reader.pk, slug)), None) if isinstance(reader, User) else None


def _place(member: LadderMember | None) -> Place | None:
    if member is None or member.rank is None:
        return None
    above = page_rows.count_above(member.ruleset_slug, member.rank)
    return Place(member.user_id, above + 1, member.leaving_at is not None)


def tell_own(own: Place | None, size: int) -> Said | None:
    if own is None:
        return None
    return (words.OWN_LEAVING if own.is_leaving else words.OWN_PLACE)(place=own.place, size=size)


def describe_row(
    rung: Rung,
    ratings: Mapping[int, str] | None,
    refusals: Mapping[int, Refusal | None],
    *,
    reader: int | None,
    own: Place | None,
) -> Row:
    """Describes a row. For a player, it says whether there is a button, or why not."""
    pk, percent, until = rung.person.pk, rung.on_time.percent, rung.away_until
    facts = (
        words.RATED(rating=ratings.get(pk, "?")) if ratings is not None else None,
        words.ON_TIME(percent=percent) if percent is not None else None,
        words.ON_VACATION(until=tell_day(until, form=DAY_OF_YEAR)) if until is not None else None,
    )
    refusal = refusals.get(pk)
    return Row(
        rung.place.place,
        rung.person.username,
        rung.person.face,
        tuple(str(fact) for fact in facts if fact is not None),
        rung.place.is_leaving,
        pk == reader,
        pk in refusals and refusal is None,
        refusal.sentence if refusal else _tell_win(rung, own) if pk in refusals else "",
    )


def _tell_win(rung: Rung, own: Place | None) -> str:
    return str(words.YOU_WOULD_MOVE(last=own.place, first=rung.place.place)) if own else ""


def find_refusals(
    slug: str, rungs: Sequence[Rung], *, reader: Any, own: Place | None, size: int, now: datetime
) -> dict[int, Refusal | None]:
    """Returns, for each of these players, why the reader can’t challenge them, or None if they can. It is empty for
    visitors."""
    if not isinstance(reader, User):
        return {}
    away = {each.person.pk: each.away_until for each in rungs if each.away_until is not None}
    places, people = [each.place for each in rungs], {each.person.pk: each.person for each in rungs}
    figures = ladder.read_figures(
        slug, challenger=reader, own=own, size=size, places=places, people=people, away=away, now=now
    )
    return {each.user_id: ladder.find_refusal(figures, each, other=people[each.user_id]) for each in places}


def tell_over(row: Settled) -> Said:
    """Says what the end of a game did, even if staff have corrected its result since."""
    challenger, challenged = row.challenger, row.challenged
    if row.challenger_score is None:
        return words.NO_RESULT(challenger=challenger, challenged=challenged)
    if row.challenger_score == 0.5:
        return words.DRAWN(challenger=challenger, challenged=challenged)
    winner, loser = (challenger, challenged) if row.challenger_score else (challenged, challenger)
    if row.moved_to is not None:
        said = words.MOVED_ON_TIME if row.left else words.MOVED
        return said(winner=winner, loser=loser, last=row.moved_from, first=row.moved_to)
    if row.left or row.challenger_score == 0 or not row.held:
        return (words.LOST_ON_TIME if row.left else words.HELD)(winner=winner, loser=loser)
    if row.held == LadderGame.Held.ABOVE:
        return words.HELD_ABOVE(winner=winner, loser=loser)
    gone = challenged if row.held == LadderGame.Held.CHALLENGED_LEFT else challenger
    return words.HELD_LEFT(winner=winner, loser=loser, gone=gone)


# --- All ladders -------------------------------------------------------------------------------------------------
def describe_ladders(reader: Any) -> list[Top]:
    """Describes the ladder of each game. Makes three queries for each, and two more for a reader’s own place."""
    return [describe_top(ruleset, reader) for ruleset in list_introduced()]


def describe_top(ruleset: Ruleset, reader: Any) -> Top:
    size, own = page_rows.count_members(ruleset.slug), _place(find_member(ruleset.slug, reader))
    places = ladder.read_places(ruleset.slug, start=0, most=FIRST)
    people = User.objects.only(*SHOWN).in_bulk([each.user_id for each in places])
    rows = [
        Row(person.place, user.username, user.face, is_leaving=person.is_leaving, is_own=user.pk == reader.pk)
        for person, user in ((each, people[each.user_id]) for each in places)
    ]
    return Top(ruleset, rows, size, tell_own(own, size))
