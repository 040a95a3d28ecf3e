"""A day of off-time was taken by itself: which games it saved, and what is left."""

from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.dispatch import receiver
from django.urls import reverse

from accounts import balance
from accounts.models import OffTime
from accounts.off_time import balance_of
from games import events, words
from games.models import ClockChange
from notifications.contract import Kind
from notifications.faults import Dropped
from notifications.models import Notice
from notifications.routing.writing import make, write
from notifications.scheduling import Urgency
from notifications.wording import links
from notifications.wording.games import show_instant


class OffTimeUsed(Kind):
    label = "off-time was taken by itself"
    order = 110
    urgency = Urgency.LAPSING
    sentence = "A day of off-time was taken by itself"
    page = "off_time"

    def describe(self, notice: Notice, *, now: datetime) -> dict[str, Any]:
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


kind = OffTimeUsed()


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


@receiver(events.off_time_used)
def on_off_time_used(*, user_id: int, off_time_id: int, **_: Any) -> None:
    """One notice for all games that the day saved at once, and one more for each that it saves later."""
    saved = ClockChange.objects.filter(off_time=off_time_id, kind=ClockChange.Kind.AUTOMATIC).count()
    key, payload = f"off_time:{off_time_id}:{saved}", {"off_time": off_time_id}
    write(make(kind.name, key=key, recipient_id=user_id, payload=payload))
