"""The mail about a day of off-time that was taken by itself: which games it saved, and what is left."""

from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse

from accounts import balance
from accounts.models import OffTime
from accounts.off_time import balance_of
from games import words
from games.models import ClockChange
from notifications.faults import Dropped
from notifications.models import Notice
from notifications.wording import links
from notifications.wording.games import show_instant


def used(notice: Notice, *, now: datetime) -> dict[str, Any]:
    """What automatic off-time is, is explained the first time."""
    off_time, user = OffTime.objects.filter(pk=notice.payload["off_time"]).first(), notice.recipient
    changes = ClockChange.objects.filter(off_time=off_time, kind=ClockChange.Kind.AUTOMATIC) if off_time else None
    if user is None or off_time is None or not changes:
        raise Dropped("The day was given back, or saved no game.")
    before = OffTime.objects.filter(user=user, automatic=True, pk__lt=off_time.pk)
    return {
        "games": list_games(changes, user_id=user.pk),
        "first": not before.exists(),
        "left": words.tell_length(balance_of(user, now=now)),
        "automatic": user.off_time_automatic,
        "earned_in": balance.EARNED_IN,
        "link": links.absolute(reverse("off_time")),
    }


def list_games(changes: QuerySet[ClockChange], *, user_id: int) -> list[dict[str, Any]]:
    """Each game that was saved, the nearest deadline first, with the deadlines it had and got."""
    found = changes.select_related("game").prefetch_related("game__seats__user").order_by("after_at", "pk")
    return [
        {
            "title": f"{change.game.ruleset.name} #{change.game_id} against {opponent.user.username}",
            "link": links.absolute(change.game.get_absolute_url()),
            "before": show_instant(change.before_at) if change.before_at else "",
            "after": show_instant(change.after_at) if change.after_at else "",
        }
        for change in found
        for opponent in change.game.seats.all()
        if opponent.user_id != user_id
    ]
