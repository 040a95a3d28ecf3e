"""The page of what staff did to a game, for one of its players: what, why, by which rule, and the appeal.

Its address has a signed secret, so that somebody who is suspended can read it and appeal without logging in.
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
from games.reading.ratings import may_see_ratings
from games.reading.seats import read_seats
from moderation import acting, appeals, changes, deciding
from moderation.actions import registry
from moderation.models import LoggedAction
from moderation.words import acting as words
from moderation.words import done


@require_http_methods(["GET", "HEAD", "POST"])
@once()
def game_decision(request: HttpRequest, token: str) -> HttpResponse:
    """Shows it, or appeals. A refusal loses nothing typed."""
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
    assert decision.game is not None
    players = acting.list_players(decision.game)
    names = read_seats(decision.game).usernames if may_see_ratings(player) else ()
    others = {"over": False, "since": deciding.find_beginning_of(decision)}
    context = {
        "decision": decision,
        "game": decision.game,
        "sentence": getattr(action, "undone" if decision.is_reversal else "done", words.STAFF_ACTED()),
        "changes": changes.describe_change(decision.game.ruleset, decision.before, decision.after, names=names),
        "is_undone": hasattr(decision, "reversed_by"),
        "appeal": appeal,
        "may_appeal": appeal is None and appeals.may_appeal_of_game(decision, now=now),
        "answered_by_another": deciding.has_others_than(decision.by, players, **others),
        "longest": appeals.LONGEST,
        **more,
    }
    return render(request, "moderation/game_decision.html", context)
