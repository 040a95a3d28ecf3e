"""For administrators, in the inbox: replies by email are not read because of a fault of the site's own."""

from datetime import datetime
from typing import Any

from django.dispatch import receiver
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.words import Sentence
from games import events
from notifications.contract import Kind, Known, Line, Way
from notifications.models import INBOX, Notice
from notifications.routing.failing import write_to_administrators
from notifications.timing import Urgency

NAME = "replies_failing"


class RepliesFailing(Kind):
    label = _("The site can’t read replies")
    urgency = Urgency.EXEMPT
    is_switchable = False
    ways = {INBOX: Way.ON}
    other_ways = Way.NEVER
    sentence = Sentence("replies_failing", "The site can’t read replies to its emails")

    def tell_inbox(self, notice: Notice, *, user: User, known: Known) -> Line:
        return Line(self.sentence(), link=reverse("status"))


kind = RepliesFailing()


@receiver(events.replies_failing)
def on_replies_failing(*, since: datetime, **_: Any) -> None:
    """Writes once for each fault, and again for each half day that it lasts."""
    write_to_administrators(NAME, key=f"{NAME}:{since:%Y%m%dT%H%M%S}", payload={})
