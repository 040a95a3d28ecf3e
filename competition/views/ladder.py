"""The pages of ladders, and what players do there: join, leave, challenge."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from accounts.models import User
from accounts.posted.sent_forms import once
from competition import ladder
from competition.views.ladder_rows import describe_ladder, describe_ladders
from competition.words import ladder as words
from core import flash
from core.addresses import address_of
from core.posting import posted_from
from core.refusal import Refusal, note_refusal
from engine.card import list_introduced
from games.lines import find_ruleset


def ladders(request: HttpRequest) -> HttpResponse:
    """Shows the ladder of each game with its first players, and the reader's own place."""
    context = {"ladders": describe_ladders(request.user), "rulesets": list_introduced()}
    return render(request, "competition/ladders.html", context)


def ladder_page(request: HttpRequest, slug: str, *, refusal: Refusal | None = None) -> HttpResponse:
    """Shows a ladder, with a refusal at its top if there was one. The number of queries is always the same."""
    ruleset = find_ruleset(slug)
    context = describe_ladder(ruleset, request.user, asked=request.GET, now=timezone.now())
    response = render(request, "competition/ladder.html", {**context, "refusal": refusal})
    return note_refusal(response, refusal)


def page_of(slug: str, **_: object) -> str:
    return address_of("ladder", slug)


@posted_from(page_of)
def join(request: HttpRequest, slug: str) -> HttpResponse:
    find_ruleset(slug)
    try:
        place = ladder.join(request.user, slug)
    except Refusal as refusal:
        return ladder_page(request, slug, refusal=refusal)
    flash.success(request, words.JOINED(place=place))
    return redirect("ladder", slug)


@posted_from(page_of)
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    find_ruleset(slug)
    is_off = ladder.leave(request.user, slug)
    flash.success(request, words.LEFT() if is_off else words.LEAVING())
    return redirect("ladder", slug)


@posted_from(page_of)
@once()
def challenge(request: HttpRequest, slug: str) -> HttpResponse:
    """Starts a ladder game with the player named `other`, and redirects to it."""
    find_ruleset(slug)
    name = request.POST.get("other", "").replace("\0", "")[:20]
    try:
        other = User.objects.named(name).first()
        if other is None:
            raise Refusal(words.GONE(name=name))
        game = ladder.challenge(slug, challenger=request.user, other=other)
    except Refusal as refusal:
        return ladder_page(request, slug, refusal=refusal)
    flash.success(request, words.STARTED(name=other.username))
    return redirect(game)
