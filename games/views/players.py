"""The list of players: by the beginning of a name, by a game that they play, or by their last visit."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from django.db.models import Exists, OuterRef
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone

from accounts.models import User
from accounts.models.people import PeopleQuerySet
from accounts.models.user import SHOWN
from accounts.profile.faces import Face
from core import words
from core.numbers import read_number
from engine import registry
from engine.card import list_introduced
from games.models import PlayedRuleset
from games.words.page import TODAY, YESTERDAY

PAGE = 25
MOST_PAGES = 20
"""To find somebody further down, one types another letter. So the last page costs as little as the first, and nobody
can copy the list of all players by turning pages."""
LETTERS = re.compile(r"[A-Za-z0-9_.-]{0,20}")


class Search(NamedTuple):
    """What the address asks for."""

    letters: str
    slug: str
    """The ruleset that they play; empty for any."""
    page: int

    @property
    def is_possible(self) -> bool:
        """Whether any name could start like this."""
        return bool(LETTERS.fullmatch(self.letters))


class Found(NamedTuple):
    """A player as the list shows them."""

    username: str
    face: Face
    plays: str
    """The games that they play, the last one started first: 'Mastery, Masters'."""
    last_seen: str


def players(request: HttpRequest) -> HttpResponse:
    """The list of players; the number of queries is always the same."""
    search, now = read_search(request.GET), timezone.now()
    start = PAGE * (search.page - 1)
    people = list(find_people(search, now=now)[start : start + PAGE + 1]) if search.is_possible else []
    context = {
        "search": search,
        "rulesets": list_introduced(),
        "found": describe(people[:PAGE], today=today_of(now)),
        "has_more": len(people) > PAGE,
        "is_last_shown": search.page == MOST_PAGES,
    }
    return render(request, "games/players.html", context)


def read_search(asked: QueryDict) -> Search:
    """Reads the search; an unknown game counts as any, and an invalid page as the first."""
    slug, page = asked.get("game", ""), read_number(asked.get("page", "")) or 1
    known = {ruleset.slug for ruleset in registry.all_rulesets()}
    return Search(
        letters=asked.get("name", "").strip()[:30],
        slug=slug if slug in known else "",
        page=page if page <= MOST_PAGES else 1,
    )


def find_people(search: Search, *, now: datetime) -> PeopleQuerySet[User]:
    """Each order has an index, so that no more rows are read than a few pages hold."""
    people = User.objects.listed().only(*SHOWN, "last_visit_at")
    plays = PlayedRuleset.objects.filter(user=OuterRef("pk"), ruleset_slug=search.slug)
    if search.letters:
        people = people.beginning(search.letters)
        return people.filter(Exists(plays)) if search.slug else people
    if search.slug:
        of_it = people.filter(rulesets_played__ruleset_slug=search.slug)
        return of_it.order_by("-rulesets_played__last_on", "rulesets_played__user_id")
    return people.lately_here(now)


def describe(people: Iterable[User], *, today: date) -> list[Found]:
    """The rows of these people, with one more query for what they play."""
    plays: dict[int, list[str]] = {person.pk: [] for person in people}
    rows = PlayedRuleset.objects.filter(user__in=plays).order_by("-last_on", "ruleset_slug")
    for user_id, slug in rows.values_list("user_id", "ruleset_slug"):
        plays[user_id].append(registry.get(slug).name)
    return [
        Found(
            person.username,
            person.face,
            words.tell_list(plays[person.pk]),
            tell_day(person.last_seen_on, today=today),
        )
        for person in people
    ]


def today_of(now: datetime) -> date:
    """The day in UTC, in which days of visits are told to everybody alike."""
    return now.astimezone(UTC).date()


def tell_day(day: date | None, *, today: date) -> str:
    """'today', 'yesterday', '3 May 2026'; empty for none."""
    if day is None or day > today - timedelta(days=2):
        return "" if day is None else str(TODAY() if day >= today else YESTERDAY())
    return words.tell_day(day, form=words.LONG_DAY)
