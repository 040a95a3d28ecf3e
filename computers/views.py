"""Play the computer: one click, and the game's page is there."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from computers import starting
from core.addresses import address_of
from core.numbers import read_number
from core.posting import posted_from, refuse_too_often
from core.refusal import Refusal
from games.engine import registry


def rules_page(slug: str) -> str:
    return address_of("rules", slug)


@posted_from(rules_page)
def play_computer(request: HttpRequest, slug: str) -> HttpResponse:
    """Starts a game against the level that was chosen. Raises Http404 for an unknown game."""
    try:
        registry.get(slug)
    except registry.UnknownRuleset:
        raise Http404 from None
    try:
        game = starting.start(request.user, slug=slug, level=read_number(request.POST.get("level", "")) or 0)
    except Refusal as refusal:
        if refusal.status == 429:
            return refuse_too_often(request, refusal)
        messages.error(request, refusal.sentence)
        return redirect(rules_page(slug))
    return redirect(game)
