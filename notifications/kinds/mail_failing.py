"""For administrators: no email can be sent, for a fault of the site's own. The inbox tells it, since email cannot."""

from datetime import datetime
from typing import Any

from django.dispatch import receiver

from accounts.models import User
from games import events
from notifications.contract import Kind, Urgency, Way
from notifications.models import INBOX
from notifications.routing.writing import make, write


class MailFailing(Kind):
    label = "the site can’t send email"
    urgency = Urgency.EXEMPT
    is_switchable = False
    ways = {INBOX: Way.ON}
    other_ways = Way.NEVER
    sentence = "The site can’t send email. See the log or /healthz; the README says what to do"
    page = "status"


kind = MailFailing()


@receiver(events.mail_failing)
def on_mail_failing(*, since: datetime, **_: Any) -> None:
    """Once for each fault, and again for each half day of it: whoever hears of it again has a row already."""
    administrators = User.objects.filter(is_superuser=True, is_active=True).order_by("pk")
    key = f"mail_failing:{since:%Y%m%dT%H%M%S}"
    write(*(make(kind.name, key=key, recipient_id=pk) for pk in administrators.values_list("pk", flat=True)))
