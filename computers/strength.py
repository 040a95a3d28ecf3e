"""Works out how strong the levels are, from their games against people whose ratings were established then.

Games with computers rate nobody; but a level plays the same for good, and so is a yardstick for people's ratings. A
task does this now and then, so that no page waits for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import NamedTuple

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet, Subquery

from computers.models import Computer, LevelStrength
from core.each import do_each
from engine import glicko, registry
from engine.contract import Ruleset
from engine.search.playing import EARLIEST_DRAW
from engine.strength import FEWEST_TURNS, Played, Strength, estimate
from games.models import WITHOUT_RESULT, RatingEntry, Seat, Turn
from games.models.rating import count_weeks

LASTS = timedelta(days=365)
"""How far back the games go that tell how strong a level is now."""
SUSPENSION = "suspension"
"""The termination of a game that says nothing of how its loser plays."""
AGREED = "agreement"


class Met(NamedTuple):
    """A game of a level against somebody whose rating was established when it ended."""

    ended_at: datetime
    played: Played


def measure_levels(now: datetime) -> int:
    """Works out the strength of every level, retired ones included, and stores it; returns how many are known.

    It tells of the last twelve months, and of this calendar year and the one before: what staff correct later than that
    changes no year any more.
    """
    fault = "The strength of level %s could not be measured"
    return do_each(list(Computer.objects.order_by("pk")), partial(measure, now=now), fault=fault).done


def measure(computer: Computer, *, now: datetime) -> bool:
    """The same for one level; returns whether its strength is known now. Two queries, and those that store it."""
    year = now.astimezone(UTC).year
    met = list(list_met(computer, since=min(datetime(year - 1, 1, 1, tzinfo=UTC), now - LASTS)))
    of_year = {each: [game.played for game in met if game.ended_at.year == each] for each in (year - 1, year)}
    lately = [game.played for game in met if game.ended_at > now - LASTS]
    found = {each: estimate(played) for each, played in {LevelStrength.LATELY: lately, **of_year}.items()}
    store(computer, found)
    return found[LevelStrength.LATELY] is not None


@transaction.atomic
def store(computer: Computer, found: dict[int, Strength | None]) -> None:
    """Sets the strengths of these years; those that are not known have no row."""
    gone = [year for year, strength in found.items() if strength is None]
    LevelStrength.objects.filter(computer=computer, year__in=gone).delete()
    LevelStrength.objects.bulk_create(
        [
            LevelStrength(computer=computer, year=year, **strength._asdict())
            for year, strength in found.items()
            if strength is not None
        ],
        update_conflicts=True,
        unique_fields=["computer", "year"],
        update_fields=Strength._fields,
    )


def list_met(computer: Computer, *, since: datetime) -> Iterator[Met]:
    """The games of a level since then that tell how strong it is, the latest first."""
    rows = list(
        list_games(computer, since=since).values_list(
            "user",
            "side",
            "game__ended_at",
            "game__winner",
            Subquery(find_entry(computer.ruleset_slug).values("pk")[:1]),
        )
    )
    entries = RatingEntry.objects.in_bulk([entry for *_, entry in rows if entry])
    for person, side, ended_at, winner, entry_id in rows:
        if entry := entries.get(entry_id):
            deviation = glicko.age(entry.value, count_weeks(entry.ended_at, ended_at))
            if deviation <= glicko.ESTABLISHED:
                score = 0.5 if winner is None else 0.0 if winner == side else 1.0
                yield Met(ended_at, Played(person, entry.value.rating, deviation, score))


def list_games(computer: Computer, *, since: datetime) -> QuerySet[Seat]:
    """The seats of those who played the level since then: at least ten turns, nothing was taken back that the other
    had seen, and the game has a result that was played out. Draws that were agreed on early tell nothing: levels once
    took each that they were offered."""
    back = Turn.objects.filter(game=OuterRef("game"), taken_back_at__isnull=False, undone=False)
    rated = RatingEntry.objects.counting().filter(user=OuterRef("user"), ruleset_slug=computer.ruleset_slug)
    seats = Seat.objects.filter(
        Exists(rated),
        ~Exists(back),
        game__seats__user=computer.user_id,
        game__ended_at__gte=since,
        game__ply__gte=FEWEST_TURNS,
    )
    seats = seats.exclude(game__termination=AGREED, game__ply__lt=EARLIEST_DRAW)
    seats = seats.exclude(user=computer.user_id).exclude(game__termination__in=[*WITHOUT_RESULT, SUSPENSION])
    return seats.order_by("-game__ended_at", "-game")


def find_entry(slug: str) -> QuerySet[RatingEntry]:
    """The last game that counted for somebody's rating when a game of theirs ended, for a subquery of seats."""
    entries = RatingEntry.objects.counting().filter(user=OuterRef("user"), ruleset_slug=slug)
    return entries.filter(ended_at__lte=OuterRef("game__ended_at")).order_by("-ended_at", "-game_id")


class Yearly(NamedTuple):
    """A level's strengths, for staff."""

    ruleset: Ruleset
    computer: Computer
    by_year: list[LevelStrength | None]
    """In the order of the years told; None where it is not known."""


def list_by_year() -> tuple[list[int], list[Yearly]]:
    """The years of which anything is known, in order, with the last twelve months at the end; and each level that is
    known in one of them, by game, the quickest first. One query."""
    rows = list(LevelStrength.objects.select_related("computer__user"))
    years = sorted({row.year for row in rows}, key=lambda year: (year == LevelStrength.LATELY, year))
    found = {(row.computer_id, row.year): row for row in rows}
    computers = {row.computer_id: row.computer for row in rows}.values()
    ordered = sorted(computers, key=lambda computer: (computer.ruleset_slug, computer.place, computer.pk))
    return years, [
        Yearly(registry.get(each.ruleset_slug), each, [found.get((each.pk, year)) for year in years])
        for each in ordered
    ]
