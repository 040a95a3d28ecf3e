"""A player's public page: their profile, their games, their record."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from accounts.models import User
from accounts.profile.names import CLOSED
from core import flash
from core.prepared import PreparedQuery
from core.refusal import Refusal, note_refusal
from core.words import DAYS, HOURS, tell_count
from engine import registry
from games import clock
from games.access import Visitor
from games.reading.on_time import count_on_time_of
from games.results import COMPUTER, add_up, count_against, count_results, find_habits
from games.views.lists import list_games_of
from games.views.players import tell_day, today_of
from games.views.rating_history import describe_ratings
from games.words.page import LESS_THAN_AN_HOUR, PROFILE_PREVIEW


def profile(request: HttpRequest, username: str) -> HttpResponse:
    person = next(iter(_find_named(username.lower())), None)
    if person is None:
        if username.startswith(CLOSED):
            return render(request, "games/profile_closed.html", status=410)
        raise Http404
    if person.username != username:
        return redirect(person, permanent=True)
    now, lists = timezone.now(), partial(list_games_of, person, asked=request.GET, viewer=request.user)
    context = {
        "person": person,
        **describe_record(person, reader=request.user),
        "ratings": describe_ratings(person, reader=request.user, now=now),
        "on_time": count_on_time_of(person.pk),
        "last_seen": tell_day(person.last_seen_on, today=today_of(now)),
        "running": lists(over=False),
        "finished": lists(over=True, page="page_over"),
    }
    public = [row.entry.pk for row in (*context["running"], *context["finished"]) if not row.entry.private]
    context["pictured"] = public[0] if public else None
    context["preview"] = PROFILE_PREVIEW(site=settings.SITE_NAME, n=context["in_all"].finished)
    return render(request, "games/profile.html", context)


@PreparedQuery
def _find_named(letters: str) -> QuerySet[User]:
    """Prepared, since every profile asks it. The name is in lower case."""
    return User.objects.named(letters)


def show_profile(request: HttpRequest, person: User, *, refusal: Refusal) -> HttpResponse:
    """The page of a player, with the refusal at its top."""
    flash.error(request, refusal.said)
    return note_refusal(profile(request, username=person.username), refusal)


def describe_record(person: User, *, reader: Visitor) -> dict[str, Any]:
    """What the page tells of the person's games: results by ruleset and in all, habits, results against the reader."""
    results = count_results(person, reader=reader)
    computer = results.pop(COMPUTER, None)
    habits = find_habits(person, reader=reader)
    against = count_against(person, reader=reader) if isinstance(reader, User) and reader != person else None
    return {
        "results": [(registry.get(slug).name, counts) for slug, counts in results.items()],
        "in_all": add_up(list(results.values())),
        "against": against,
        "computer": computer,
        "turn": tell_usual(habits.turn),
        "likes": registry.get(habits.slug).name if habits.slug else "",
        "terms": habits.terms,
    }


def tell_usual(length: timedelta | None) -> str:
    """A usual time in words, only as exact as it is known: '9 hours', '3 days', 'less than an hour'."""
    if length is None:
        return ""
    if length < timedelta(hours=1):
        return str(LESS_THAN_AN_HOUR())
    unit, told = (clock.DAY, DAYS) if length >= 2 * clock.DAY else (timedelta(hours=1), HOURS)
    return tell_count(told, round(length / unit))
