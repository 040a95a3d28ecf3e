"""The site has paused standing challenges of the reader, until it resumes them automatically."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.dispatch import receiver
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from competition import events
from competition.models import StandingChallenge
from games import telling
from notifications.contract import Kind, Known, Line
from notifications.faults import Dropped
from notifications.models import Notice
from notifications.routing.writing import make, write
from notifications.wording import links
from notifications.words import competition as words

PAGE = "standing"


class StandingPaused(Kind):
    label = _("A standing challenge of mine is paused")
    order = 24
    sentence = words.PAUSED

    def describe(self, notice: Notice, *, now: datetime) -> dict[str, Any]:
        """Describes those that are still paused for the same reason."""
        standing, why = notice.payload["standing"], notice.payload["why"]
        rows = StandingChallenge.objects.standing().filter(pk__in=standing, paused=why).select_related("challenge")
        found = list(rows.order_by("pk"))
        if not found:
            raise Dropped("None of them is paused any more, or not for this.")
        return {
            "paused": words.PAUSED(n=len(found)),
            "why": words.WHY_PAUSED[why](),
            "until": words.UNTIL[why](n=len(found)),
            "goes_on": words.GAMES_GO_ON(n=len(found)),
            "offers": [name_offer(each) for each in found],
            "link": links.absolute(reverse(PAGE)),
        }

    def tell_inbox(self, notice: Notice, *, user: User, known: Known) -> Line:
        told = notice.payload
        why = words.WHY_PAUSED.get(told.get("why", ""))
        return Line(words.PAUSED(n=len(told.get("standing", ())) or 1), why() if why else "", reverse(PAGE))


kind = StandingPaused()


def name_offer(standing: StandingChallenge) -> list[str]:
    """Names a standing challenge in a few words: the ruleset, its times, whether it is rated."""
    challenge = standing.challenge
    times = [telling.describe_control(each) for each in challenge.controls]
    return [challenge.ruleset.name, *times, telling.tell_rated(challenge)]


@receiver(events.standing_paused)
def on_standing_paused(*, user_id: int, standing_ids: Collection[int], why: str, now: datetime, **_: Any) -> None:
    """Writes one notice for all that are paused at once."""
    key, payload = f"standing_paused:{now.isoformat()}:{why}", {"standing": list(standing_ids), "why": str(why)}
    write(make(kind.name, key=key, recipient_id=user_id, payload=payload))
