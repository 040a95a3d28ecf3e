"""The page on which staff find a person."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from moderation.finding import FEWEST, find_people
from moderation.views.guard import for_moderators

LONGEST = 254
"""The most characters of an email address."""


@require_safe
@for_moderators
def people(request: HttpRequest) -> HttpResponse:
    letters = request.GET.get("q", "").strip()[:LONGEST]
    found = find_people(letters, reader=request.user)
    context = {"letters": letters, "found": found, "is_short": 0 < len(letters) < FEWEST, "fewest": FEWEST}
    return render(request, "moderation/people.html", context)
