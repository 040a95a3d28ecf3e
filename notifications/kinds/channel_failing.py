"""For administrators, in the inbox: a channel sends nothing because of a fault of the site's own."""

from datetime import datetime
from typing import Any

from django.dispatch import receiver
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.words import Sentence
from games import events
from notifications import registry
from notifications.contract import Kind, Known, Line, Way
from notifications.models import EMAIL, INBOX, Notice
from notifications.routing.failing import tell_administrators
from notifications.timing import Urgency


class ChannelFailing(Kind):
    label = _("The site can’t send")
    urgency = Urgency.EXEMPT
    is_switchable = False
    ways = {INBOX: Way.ON}
    other_ways = Way.NEVER
    sentence = Sentence("channel_failing", "The site can’t send notifications")

    def tell_inbox(self, notice: Notice, *, user: User, known: Known) -> Line:
        channel = registry.CHANNELS.find(notice.payload.get("channel", ""))
        told = channel.fails if channel else self.sentence()
        return Line(told, link=reverse("status"))


kind = ChannelFailing()


@receiver(events.mail_failing)
def on_mail_failing(*, since: datetime, **_: Any) -> None:
    """Writes once for each fault, and again for each half day that it lasts."""
    tell_administrators(EMAIL, fault=f"{since:%Y%m%dT%H%M%S}")
