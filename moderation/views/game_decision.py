"""The page on which a player reads what staff did to their game: what, why, by which rule, and the appeal.

Its address has a signed secret, so that a suspended person can read it and appeal without logging in.
"""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.posted.sent_forms import once
from core import flash
from core.refusal import Refusal, note_refusal
from games.models import Game
from games.reading.ratings import may_see_ratings
from games.reading.seats import read_seats
from moderation import acting, appeals, changes
from moderation.actions import registry
from moderation.actions.contract import ConcerningOthers
from moderation.models import LoggedAction
from moderation.words import acting as words
from moderation.words import done

SHOWN = 200
"""The most games that are named."""


@require_http_methods(["GET", "HEAD", "POST"])
@once()
def game_decision(request: HttpRequest, token: str) -> HttpResponse:
    """Shows what was done to one or several of the reader's games, or takes an appeal. A refusal loses nothing that was
    typed."""
    found = appeals.find_by_token(token)
    if found is None:
        raise Http404
    decision, player = found
    with timezone.override(player.zone):
        if request.method != "POST":
            return show(request, decision, player)
        try:
            appeals.make_of_game(decision, by=player, text=request.POST.get("text", ""))
        except Refusal as refusal:
            page = show(request, decision, player, refused=refusal.sentence, typed=request.POST.get("text", ""))
            return note_refusal(page, refusal)
    flash.success(request, done.APPEALED())
    return redirect(appeals.path_of_game(decision, user_id=player.pk))


def show(request: HttpRequest, decision: LoggedAction, player: User, **more: Any) -> HttpResponse:
    now, action = timezone.now(), registry.ACTIONS.find(decision.action)
    appeal = appeals.find_of_game(decision, by=player)
    concerning = appeals.find_concerning(decision)
    if concerning is not None:
        context, _ = describe_several(concerning, decision, player)
    else:
        context, _ = describe_one(action, decision, player)
    context |= {
        "decision": decision,
        "is_undone": hasattr(decision, "reversed_by"),
        "appeal": appeal,
        "may_appeal": appeal is None and appeals.may_appeal_of_game(decision, now=now),
        "answered_by_another": appeals.would_have_others(decision=decision, by=player),
        "longest": appeals.LONGEST,
        **more,
    }
    return render(request, "moderation/game_decision.html", context)


def describe_one(action: Any, decision: LoggedAction, player: User) -> tuple[dict[str, Any], list[User]]:
    """Describes what was done to a game, and says whom it concerns."""
    assert decision.game is not None
    names = read_seats(decision.game).usernames if may_see_ratings(player) else ()
    private = bool(decision.restriction_id)  # staff wrote it to the other player
    context = {
        "games": [decision.game],
        "sentence": getattr(action, "undone" if decision.is_reversal else "done", words.STAFF_ACTED()),
        "changes": changes.describe_change(decision.game.ruleset, decision.before, decision.after, names=names),
        "told": "" if private else decision.told,
        "rule": "" if private else decision.cited,
    }
    return context, acting.list_players(decision.game)


def describe_several(
    action: ConcerningOthers, decision: LoggedAction, player: User
) -> tuple[dict[str, Any], list[User]]:
    """Describes to an opponent what was done to a person. It shows only the games between these two."""
    assert decision.person is not None
    games = Game.objects.filter(pk__in=action.list_games_of(player.pk, decision)).order_by("-pk")
    shown = list(games.prefetch_related("seats__user")[:SHOWN])
    context = {"games": shown, "sentence": action.done_to_others, "changes": [], "told": action.read_reason(decision)}
    return context, [decision.person, player]
