"""For administrators: one of the staff has closed sign-ups and new accounts' challenges for a while."""

from datetime import datetime
from typing import Any

from django.dispatch import receiver
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.words import Sentence
from moderation import events
from moderation.models import LoggedAction
from notifications.contract import Kind, Way
from notifications.faults import Dropped
from notifications.models import EMAIL, INBOX, Notice
from notifications.routing.writing import make, write
from notifications.timing import Urgency
from notifications.wording import links
from notifications.wording.clean import clean_lines


class ClosedToNew(Kind):
    label = _("The site is closed to new accounts")
    urgency = Urgency.EXEMPT
    is_switchable = False
    ways = {INBOX: Way.ON, EMAIL: Way.ON}
    other_ways = Way.NEVER
    sentence = Sentence("closed_to_new", "Sign-ups and challenges of new accounts were closed for a while")
    page = "moderation_site"

    def describe(self, notice: Notice, *, now: datetime) -> dict[str, Any]:
        """Describes it from the row of the log: what this process knows of the safeguards may be seconds old."""
        rows = LoggedAction.objects.select_related("by", "reversed_by").filter(pk=notice.payload["logged"])
        logged = rows.first()
        until = datetime.fromisoformat(logged.after["closed_until"]) if logged else now
        if logged is None or hasattr(logged, "reversed_by") or until <= now:
            raise Dropped("It is open again.")
        return {
            "who": logged.by.username,
            "reason": clean_lines(logged.reason),
            "closed_until": until,
            "link": links.absolute(reverse("moderation_site")),
        }


kind = ClosedToNew()


@receiver(events.closed_to_new)
def on_closed_to_new(*, logged_id: int, **_: Any) -> None:
    """Tells all administrators except the one who did it."""
    by = LoggedAction.objects.values_list("by_id", flat=True).get(pk=logged_id)
    told = User.objects.filter(is_superuser=True, is_active=True).exclude(pk=by).order_by("pk")
    key, payload = f"{kind.name}:{logged_id}", {"logged": logged_id}
    write(*(make(kind.name, key=key, recipient_id=pk, payload=payload) for pk in told.values_list("pk", flat=True)))
