"""A player's ratings: what their profile shows of them, and the page of all their rated games of a ruleset."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from accounts.models import User
from accounts.profile.names import CLOSED
from core.numbers import read_number
from engine import glicko, registry
from games.access import Visitor
from games.lines import find_ruleset
from games.models import PlayerRating, RatingEntry
from games.reading.rating_history import PastGame, Player, Summary, read_history, read_points, read_summaries
from games.reading.ratings import Shown, may_see_ratings, show
from games.telling.rating_drawing import Line, draw_line
from games.telling.ratings import tell_points, tell_why_not_of
from games.telling.results import OUTCOMES, tell_outcome


class Drawn(NamedTuple):
    """A rating on a profile."""

    name: str
    """The name of the game."""
    summary: Summary
    line: Line | None


class Listed(NamedTuple):
    """A rated game as a history shows it."""

    entry: RatingEntry
    outcome: str
    told: str
    """The outcome in a word."""
    opponent: Player
    against: Shown
    """The opponent's rating when the game ended."""
    why: str
    """Why it does not count; empty where it does, and then there is a change."""
    before: int
    after: int
    change: str


def describe_ratings(person: User, *, reader: Visitor, now: datetime) -> list[Drawn]:
    """What a profile shows; nothing to readers who hide ratings."""
    if not may_see_ratings(reader):
        return []
    return [
        Drawn(registry.get(each.slug).name, each, draw_line(each.points) if each.points else None)
        for each in read_summaries(person, now=now)
    ]


def rating_history(request: HttpRequest, username: str, slug: str) -> HttpResponse:
    """Each rated game of a player that has ended, with all that its numbers are computed from."""
    ruleset, person = find_ruleset(slug), User.objects.named(username).first()
    if person is None:
        if username.startswith(CLOSED):
            return render(request, "games/profile_closed.html", status=410)
        raise Http404
    if person.username != username:
        return redirect("rating_history", person.username, slug, permanent=True)
    if not may_see_ratings(request.user):
        return render(request, "games/ratings_hidden.html", {"ruleset": ruleset})
    page = read_history(person, slug, below=read_number(request.GET.get("below", "")))
    points = read_points(person, slug) if page.is_first else ()
    rating = PlayerRating.objects.filter(user=person, ruleset_slug=slug).first()
    context = {
        "person": person,
        "ruleset": ruleset,
        "page": page,
        "rows": [describe(row) for row in page],
        "shown": show(rating, now=timezone.now()) if rating else None,
        "line": draw_line(points) if points else None,
    }
    return render(request, "games/rating_history.html", context)


def describe(row: PastGame) -> Listed:
    entry = row.entry
    outcome = tell_outcome(row.own.side, winner=row.winner, termination=row.termination)
    names = row.players[0].name, row.players[1].name
    points, deviation = glicko.show(entry.opponent_rating), glicko.show(entry.opponent_deviation)
    return Listed(
        entry,
        outcome,
        str(OUTCOMES[outcome]()),
        row.opponent,
        Shown(points, deviation, entry.opponent_deviation > glicko.ESTABLISHED, games=1),
        tell_why_not_of(entry.why, names=names, to_move=row.side_to_move, winner=row.winner),
        glicko.show(entry.before_rating or 0),
        glicko.show(entry.rating or 0),
        tell_points(entry.change or 0),
    )
