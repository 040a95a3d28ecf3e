"""The guide for moderators. It says how to judge; the other pages say which buttons there are."""

from __future__ import annotations

from datetime import timedelta

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from moderation.appeals import WITHIN_DAYS
from moderation.models.held import HOLD_LASTS
from moderation.suggesting import LADDERS, list_offences
from moderation.views.guard import for_moderators


@require_safe
@for_moderators
def show_guide(request: HttpRequest) -> HttpResponse:
    """Shows the guide. Its table of measures is the one that prefills the forms."""
    context = {
        "offences": list_offences(),
        "uncited": LADDERS[""],
        "minutes": HOLD_LASTS // timedelta(minutes=1),
        "appeal_days": WITHIN_DAYS,
    }
    return render(request, "moderation/guide.html", context)
