"""The pages on which staff see how a person plays."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.models import User
from computers import comparison
from core import flash
from core.paging import page_by_key
from core.posting import posted_from
from core.refusal import Refusal
from moderation import dossier
from moderation.evidence import games, likeness, linked, tempo
from moderation.evidence.bars import draw_bars
from moderation.evidence.forms import GamesForm, OtherForm
from moderation.views.back import read_back
from moderation.views.guard import for_moderators
from moderation.views.whom import find_person, refuse_own
from moderation.words import done, refusals


@require_safe
@for_moderators
def list_games(request: HttpRequest, username: str) -> HttpResponse:
    """Lists all games of a person, newest first, filtered by the address's parameters."""
    person = find_person(username)
    refuse_own(request, person)
    form = GamesForm(request.GET)
    page = page_by_key(games.find_seats(person, **form.asked), request, size=games.PAGE)
    context = {"person": person, "form": form, "page": page, "rows": games.describe(page)}
    return render(request, "moderation/games_of_person.html", context)


@posted_from(lambda username: reverse("moderation_person", args=[username]))
@for_moderators
def compare_with_computer(request: HttpRequest, username: str) -> HttpResponse:
    """Asks for a comparison of a person's turns with those of the computer, which runs in the background."""
    person = find_person(username)
    refuse_own(request, person)
    try:
        comparison.ask(person, by=request.user)
        flash.success(request, done.COMPARISON_ASKED())
    except Refusal as refusal:
        flash.warning(request, refusal.said)
    return redirect(read_back(request, reverse("moderation_person", args=[person.username])))


def describe(person: User) -> dict[str, Any]:
    """Describes how a person plays: their newest games, the time of their turns, how often the computer would do the
    same."""
    found = tempo.read_tempo(person)
    hours = [("UTC", found.utc_hours), *([(found.zone, found.own_hours)] if found.own_hours else [])]
    return {
        "newest_games": games.list_newest(person),
        "games_form": GamesForm(),
        "tempo": found,
        "likeness": likeness.read_likeness(person),
        "lengths_drawn": draw_bars(found.lengths),
        "hours": [(zone, bars, draw_bars(bars)) for zone, bars in hours],
    }


def describe_pair(one: User, other: User) -> dict[str, Any]:
    """Describes what suggests that two accounts are one person's: what they share, and their games against each
    other."""
    found = linked.compare(one, other, now=timezone.now())
    return {"compared": found, "between": dossier.describe_pair(one, other)}


def compare(request: HttpRequest, person: User) -> dict[str, Any]:
    """Describes the form that asks for a second account, and the two accounts once it names one."""
    form = OtherForm(request.GET if "second" in request.GET else None, person=person)
    other = form.find()
    if other is not None and other.pk == request.user.pk:
        raise PermissionDenied(str(refusals.COMPARED_WITH_YOURSELF()))
    return {"compare_form": form, **(describe_pair(person, other) if other else {})}
