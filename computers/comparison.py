"""How often a player plays what the computer would have played: who asks for it, and what was found.

It is a number beside the same number of others, and no verdict. It knows finished games between people alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import sqrt
from random import Random
from statistics import quantiles

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, QuerySet
from django.utils import timezone

from accounts.models import User
from computers import waking
from computers.models import LEASE, Comparison
from computers.words import refusals
from core.refusal import Refusal
from games.models import WITHOUT_RESULT, Game, Seat
from games.results import has_computer

ENOUGH_GAMES = 20
"""With so many finished games or more a player counts in the figure of all."""
MOST_WAITING = 50
"""So many may wait at once."""
A_DAY = 3
"""So many players a day are compared without anybody asking, so that there is a figure of all."""
RECENT = 300
"""Among the players of so many games, those that ended last, they are drawn."""
LASTS = timedelta(days=180)
"""So long nobody who was compared is drawn again."""
BASE = 500
"""The figure of all players is of so many, those compared last."""
SHOWN = 3
"""How many comparisons of a person are shown, the newest."""
Z = 1.959964
"""Of an interval that has the true share in it 95 times of 100."""


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many turns, and between which shares the true one probably is: Wilson's interval."""

    same: int
    turns: int

    @property
    def value(self) -> float:
        return self.same / self.turns if self.turns else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        if not self.turns:
            return 0.0, 1.0
        square = Z * Z / self.turns
        middle = self.value + square / 2
        around = Z * sqrt(self.value * (1 - self.value) / self.turns + square / (4 * self.turns))
        low, high = (middle - around) / (1 + square), (middle + around) / (1 + square)
        return max(low, 0.0), min(high, 1.0)


@dataclass(frozen=True, slots=True)
class Base:
    """The same of all others who were compared; `middle` has the shares of the middle half of them, where they are
    enough to tell."""

    share: Share
    people: int
    middle: tuple[float, float] | None


def ask(person: User, *, by: User, now: datetime | None = None) -> Comparison:
    """Has a person compared with the computer; one that waits or was stopped is not asked for twice, but goes on.

    Raises Refusal: no_person, no_games, too_many.
    """
    now = now or timezone.now()
    if person.kind != User.Kind.PERSON:
        raise Refusal(refusals.NO_PERSON(), status=422)
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=person.pk)
        if found := Comparison.objects.unfinished().filter(person=person).first():
            stopped = Comparison.objects.filter(pk=found.pk, stopped_at__isnull=False, by_staff=False)
            stopped.update(stopped_at=None, why="", **LEASE.given_back)
        else:
            if not list_finished(person).exists():
                raise Refusal(refusals.NO_GAMES(person=person.username))
            if Comparison.objects.unfinished().count() >= MOST_WAITING:
                raise Refusal(refusals.TOO_MANY_COMPARISONS(), status=429)
            found = Comparison.objects.create(person=person, asked_by=by, asked_at=now)
        transaction.on_commit(waking.wake_reviewer, robust=True)
    return found


def list_finished(person: User) -> QuerySet[Seat]:
    """The person's seats in finished games against other people."""
    seats = Seat.objects.filter(user=person, game__ended_at__isnull=False)
    return seats.exclude(game__termination__in=WITHOUT_RESULT).exclude(has_computer("game", but=person.pk))


def list_of(person: User) -> list[Comparison]:
    """The newest comparisons of a person, the newest first; one query."""
    return list(Comparison.objects.filter(person=person).select_related("asked_by").order_by("-pk")[: SHOWN + 1])


def read_base(*, but: User) -> Base:
    """What was found of everybody else who had finished enough games, the last of each; one query."""
    done = Comparison.objects.filter(done_at__isnull=False, games__gte=ENOUGH_GAMES, turns__gt=0)
    later = Comparison.objects.filter(person=OuterRef("person"), done_at__isnull=False, pk__gt=OuterRef("pk"))
    rows = done.exclude(person=but).exclude(Exists(later)).order_by("-done_at")
    return add_up(list(rows.values_list("same", "turns")[:BASE]))


def add_up(rows: Sequence[tuple[int, int]]) -> Base:
    """The figure of these players: how many turns were the same, of how many, for each."""
    share = Share(sum(same for same, _ in rows), sum(turns for _, turns in rows))
    if len(rows) < 4:
        return Base(share, len(rows), None)
    low, _, high = quantiles((same / turns for same, turns in rows), n=4, method="inclusive")
    return Base(share, len(rows), (low, high))


def ask_for_base(*, now: datetime | None = None) -> int:
    """Has a few players compared whom nobody asked for, `A_DAY` within a day; returns how many. It asks for none while
    that many wait, as where no worker thinks."""
    now = now or timezone.now()
    by_itself = Comparison.objects.filter(asked_by=None)
    lately = by_itself.filter(asked_at__gt=now - timedelta(days=1)).count()
    wanted = A_DAY - max(lately, by_itself.unfinished().count())
    if wanted <= 0 or not (drawn := draw(wanted, now=now)):
        return 0
    rows = [Comparison(person_id=pk, asked_at=now) for pk in drawn]
    Comparison.objects.bulk_create(rows, ignore_conflicts=True)
    waking.wake_reviewer()
    return len(drawn)


def draw(number: int, *, now: datetime) -> list[int]:
    """The ids of so many people who have lately finished a game, and enough of them, by chance; three queries."""
    recent = Game.objects.ended().order_by("-ended_at").values("pk")[:RECENT]
    known = Comparison.objects.filter(person=OuterRef("user"), asked_at__gt=now - LASTS)
    seats = Seat.objects.filter(game__in=recent, user__kind=User.Kind.PERSON, user__is_active=True)
    lately = set(seats.exclude(Exists(known)).values_list("user", flat=True))
    finished = Seat.objects.filter(user__in=lately, game__ended_at__isnull=False)
    finished = finished.exclude(game__termination__in=WITHOUT_RESULT)
    computers = Seat.objects.filter(game=OuterRef("game"), user__kind=User.Kind.COMPUTER)
    counted = finished.exclude(Exists(computers)).values("user").annotate(number=Count("pk")).order_by("user")
    enough = list(counted.filter(number__gte=ENOUGH_GAMES).values_list("user", flat=True))
    return Random(f"{now:%Y-%m-%d %H}").sample(enough, min(number, len(enough)))
