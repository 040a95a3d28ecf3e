"""Staff have set a place on a ladder by hand: the reader’s, or that of a player whom they put where the reader
stood."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.dispatch import receiver
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from competition import events
from core.words import Said
from engine import registry
from notifications.contract import Kind, Known, Line
from notifications.models import Notice
from notifications.routing.writing import make, write
from notifications.wording import links
from notifications.words import competition as words


class LadderPlaced(Kind):
    label = _("Our staff set a place on a ladder of mine")
    order = 144
    sentence = words.LADDER_PLACED

    def describe(self, notice: Notice, *, now: datetime) -> dict[str, Any]:
        return {
            "placed": tell(notice.payload),
            "link": links.absolute(reverse("ladder", args=[notice.payload["ruleset"]])),
            "contact": links.absolute(reverse("contact")),
        }

    def tell_inbox(self, notice: Notice, *, user: User, known: Known) -> Line:
        if "ruleset" not in notice.payload:
            return Line(self.label)
        return Line(tell(notice.payload), "", reverse("ladder", args=[notice.payload["ruleset"]]))


kind = LadderPlaced()


def tell(told: dict[str, Any]) -> Said:
    ruleset = registry.get(told["ruleset"]).name
    if "other" in told:
        name = User.objects.filter(pk=told["other"]).values_list("username", flat=True).first() or "?"
        return words.PLACE_OF_OTHER(name=name, ruleset=ruleset, place=told["place"], mine=told["mine"])
    if told["place"] is None:
        return words.PLACE_TAKEN(ruleset=ruleset, before=told["before"])
    if told["before"] is None:
        return words.PLACE_GIVEN(ruleset=ruleset, place=told["place"])
    return words.PLACE_SET(ruleset=ruleset, before=told["before"], place=told["place"])


@receiver(events.place_set)
def on_place_set(*, user_id: int, ruleset_slug: str, before: int | None, place: int | None, **told: Any) -> None:
    """Tells the player whose place was set, and the player who stood there before."""
    key, about = f"ladder_placed:{ruleset_slug}:{told['now'].isoformat()}", {"ruleset": ruleset_slug, "place": place}
    notices = make(kind.name, key=key, recipient_id=user_id, payload={**about, "before": before})
    if told["other_id"] is not None and place is not None:
        payload = {**about, "other": user_id, "mine": told["other_place"]}
        write(notices, make(kind.name, key=key, recipient_id=told["other_id"], payload=payload))
    else:
        write(notices)
