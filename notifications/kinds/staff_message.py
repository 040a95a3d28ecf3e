"""Staff have written to the reader. This is no sanction."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.dispatch import receiver
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.words import Sentence
from moderation import events
from moderation.models import LoggedAction
from notifications.contract import Kind, Known, Line
from notifications.faults import Dropped
from notifications.models import Notice
from notifications.routing.writing import make, write
from notifications.timing import Urgency
from notifications.wording import links
from notifications.wording.clean import clean_lines


class StaffMessage(Kind):
    label = _("Our staff write to me")
    order = 133
    urgency = Urgency.EXEMPT
    is_switchable = False
    is_about_account = True
    sentence = Sentence("staff_message", "Our staff have written to you")

    def describe(self, notice: Notice, *, now: datetime) -> dict[str, Any]:
        row = LoggedAction.objects.filter(pk=notice.payload["logged"]).first()
        if row is None:
            raise Dropped("It is no longer in the log.")
        return {"told": clean_lines(row.told), "link": links.absolute(reverse("contact"))}

    def tell_inbox(self, notice: Notice, *, user: User, known: Known) -> Line:
        """Tells it with the message itself, since no other page shows that."""
        return Line(self.sentence(), notice.payload.get("told", ""), reverse("contact"))


kind = StaffMessage()


@receiver(events.person_written_to)
def on_person_written_to(*, logged_id: int, **_: Any) -> None:
    reader, told = LoggedAction.objects.values_list("person_id", "told").get(pk=logged_id)
    payload = {"logged": logged_id, "told": told}
    write(make(kind.name, key=f"staff_message:{logged_id}", recipient_id=reader, payload=payload))
