"""A player's public page: who they are, their games, their record."""

from __future__ import annotations

from django.db.models import Count, F, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from accounts.models import User
from games.engine import registry
from games.models import VOID, Game, Seat
from games.views.lists import list_games


def record_of(user) -> list[dict[str, object]]:
    """Games won, lost and drawn, a row for each ruleset, in one query.

    Private games count, since their results are no secret. Void ones do not.
    """
    ended = Seat.objects.filter(user=user, game__ended_at__isnull=False).exclude(game__termination=VOID)
    rows = ended.values(slug=F("game__ruleset_slug")).annotate(
        won=Count("pk", filter=Q(game__winner=F("side"))),
        drawn=Count("pk", filter=Q(game__winner=None)),
        total=Count("pk"),
        on_time=Count("pk", filter=Q(game__termination="time") & ~Q(game__winner=F("side"))),
    )
    return [
        {**row, "name": registry.get(row["slug"]).name, "lost": row["total"] - row["won"] - row["drawn"]}
        for row in rows.order_by("slug")
    ]


def profile(request: HttpRequest, username: str) -> HttpResponse:
    person = User.objects.named(username).first()
    if person is None:
        raise Http404
    if person.username != username:
        return redirect(person, permanent=True)
    asked, games = request.GET, Game.objects.of(person)
    context = {
        "person": person,
        "record": record_of(person),
        "running": list_games(games.active(), asked=asked, viewer=request.user, player=person),
        "finished": list_games(
            games.ended(), asked=asked, viewer=request.user, player=person, over=True, page="page_over"
        ),
    }
    return render(request, "games/profile.html", context)
