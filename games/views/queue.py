"""The queue of a player's games: the next one, and what a player does with a game's place in it."""

from __future__ import annotations

from datetime import timedelta

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts.signing_in.next_page import find_wanted
from core.addresses import address_of
from core.posting import posted_from
from core.refusal import Refusal
from core.words import SHORT_MOMENT_OF_ZONE, tell_moment
from engine.contract import Side
from games import play
from games.pages import game_page
from games.reading.waiting import list_waiting
from games.views.acting import Done, by_player
from games.words import done, refusals

SNOOZES = {"4h": timedelta(hours=4), "1d": timedelta(days=1), "3d": timedelta(days=3), "7d": timedelta(days=7)}
"""How long a game may be snoozed, by the value that the button sends."""
PINS = {"pin": done.PINNED, "unpin": done.UNPINNED}


@login_required
def next_game(request: HttpRequest) -> HttpResponse:
    """Redirects to the next game in the player's queue, or home if none waits."""
    following = list_waiting(request.user.pk or 0).find_next()
    return redirect("game", following) if following else redirect("home")


@posted_from(game_page)
@by_player
def put_in_queue(request: HttpRequest, pk: int, *, side: Side) -> Done:
    """Pins a game, skips it, snoozes it or brings it back, as the button `do` says.

    Leads to the page that `next` names; from the page of a game that was put off, to the next game that waits.
    """
    user_id, asked, wanted = request.user.pk or 0, request.POST.get("do", ""), find_wanted(request)
    if asked in PINS:
        play.pin(pk, user_id=user_id, pinned=asked == "pin")
        return Done(PINS[asked](), address=wanted)
    if asked == "return":
        play.bring_back(pk, user_id=user_id)
        return Done(done.BACK(), address=wanted)
    if asked == "skip":
        play.skip(pk, user_id=user_id)
        said = done.SKIPPED()
    elif asked in SNOOZES:
        until = play.snooze(pk, user_id=user_id, lasts=SNOOZES[asked])
        said = done.SNOOZED(until=tell_moment(until, form=SHORT_MOMENT_OF_ZONE))
    else:
        raise Refusal(refusals.BAD_PLACE(), status=422)
    following = list_waiting(user_id).find_next(but=pk)
    return Done(said, address=wanted or (game_page(following) if following else address_of("home")))
