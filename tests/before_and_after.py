"""All that an act of staff may change and its undoing has to put back: ratings, ladder, clocks, absences, reports."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db.models import Q
from django.utils import timezone

from competition.models import LadderGame, LadderMember, StandingChallenge
from games.clock import DAY
from games.models import Game, PlayerRating, RatingEntry
from games.play.clocks import find_left
from moderation.models import Report

MINUTE = timedelta(minutes=1)


def read_all(game: Game) -> dict[str, Any]:
    """All of it about a game and its players, as they or the site can tell. Who has less than a day for a turn has one
    when a game goes on again, which counts as the same."""
    game = Game.objects.get(pk=game.pk)
    players = list(game.seats.values_list("user_id", flat=True))
    left = find_left(game, now=timezone.now())
    return {
        "result": (game.termination, game.winner, game.ended_at),
        "left": None if left is None else round(max(left, DAY) / MINUTE),
        "banks": list(game.seats.order_by("side").values_list("bank", "vacation_used")),
        "ratings": list(PlayerRating.objects.filter(user__in=players).order_by("pk").values()),
        "entries": list(RatingEntry.objects.filter(game=game, why="").order_by("pk").values_list("user", "score")),
        "ladder": list(LadderMember.objects.on(game.ruleset_slug).values_list("user", "leaving_at", "played_at")),
        "ladder game": list(LadderGame.objects.filter(pk=game.pk).values()),
        "absent": list(
            StandingChallenge.objects.filter(owner__in=players).order_by("pk").values_list("pk", "absent_since")
        ),
        "reports": read_reports(players),
    }


def read_reports(people: list[int]) -> list[tuple[Any, ...]]:
    rows = Report.objects.filter(Q(about__in=people) | Q(second__in=people)).order_by("pk")
    return list(rows.values_list("pk", "outcome", "answer", "answered_by", "answered_at"))
