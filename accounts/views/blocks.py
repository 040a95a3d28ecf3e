"""The page on which a player blocks or mutes another, and the list of everybody they have blocked or muted."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.conduct import blocks
from accounts.models import User
from accounts.words import done
from core import flash
from core.refusal import Refusal, note_refusal

DONE = {
    "block": done.BLOCKED,
    "mute": done.MUTED,
    "end": done.BLOCK_ENDED,
}


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def block(request: HttpRequest, username: str) -> HttpResponse:
    """What a block and a mute do, a button for each, and one to end them: `do` is block, mute or end."""
    other = User.objects.filter(username__iexact=username, is_active=True).first()
    if other is None:
        raise Http404
    refusal, do = None, request.POST.get("do", "")
    if request.method == "POST" and do in DONE:
        try:
            act(request.user, other, do=do)
        except Refusal as refused:
            refusal = refused
        else:
            flash.success(request, DONE[do](name=other.username))
            return redirect("blocked_players")
    tie = blocks.find_tie(request.user.pk, other.pk)
    context = {"other": other, "tie": tie, "refusal": refusal, "is_me": other == request.user}
    return note_refusal(render(request, "accounts/block.html", context), refusal)


def act(user: User, other: User, *, do: str) -> None:
    """Raises Refusal."""
    if do == "end":
        blocks.end(user, other)
    else:
        blocks.make(user, other, mute=do == "mute")


@never_cache
@login_required
@require_safe
def blocked_players(request: HttpRequest) -> HttpResponse:
    made = list(blocks.list_made(request.user))
    return render(request, "accounts/blocked_players.html", {"made": made})
