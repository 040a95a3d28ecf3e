"""Composes the email of a notice from three templates in `notifications/<kind>/` and from what its kind provides."""

from datetime import datetime
from email.utils import parsedate_to_datetime

from django.core.mail import EmailMessage
from django.utils import timezone

from notifications import registry
from notifications.channels.email.envelope import Envelope
from notifications.faults import Dropped
from notifications.models import Notice
from notifications.wording.describing import describe, zone_of


def compose(notice: Notice, *, now: datetime) -> EmailMessage:
    """Returns the email of a notice as of `now`. Raises Dropped if the notice is no longer true or wanted."""
    kind = registry.KINDS.get(notice.kind)
    if restored := kind.restore_email(notice):
        require_unexpired(restored, now=now)
        return restored
    with timezone.override(zone_of(notice)):
        return Envelope(notice).fill(describe(notice, now=now))


def require_unexpired(message: EmailMessage, *, now: datetime) -> None:
    """Raises Dropped for an email whose header `Expires` (RFC 4021) names a time before `now`."""
    until = message.extra_headers.get("Expires")
    if until and parsedate_to_datetime(until) <= now:
        raise Dropped("Its link has ended. Whoever asked for it may ask again.")
