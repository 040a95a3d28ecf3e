"""The page that lists to whom a player always offers a rematch, and ends that."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from core import flash
from games import play
from games.words import done


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def wished_rematches(request: HttpRequest) -> HttpResponse:
    """A post ends the wish about the player named `other`, if there is one."""
    user_id = request.user.pk or 0
    if request.method == "POST":
        name = request.POST.get("other", "").replace("\0", "")
        if other := User.objects.filter(username=name).first():
            play.wish_rematches(user_id, other_id=other.pk, wished=False)
            flash.success(request, done.NO_REMATCHES_WITH(name=other.username))
        return redirect("wished_rematches")
    return render(request, "games/wished_rematches.html", {"names": play.list_wished(user_id)})
