"""Hears what the mail provider reports later: that an email bounced, or that its reader called it spam."""

from typing import Any

from allauth.account.signals import email_changed, email_confirmed
from anymail.signals import EventType, tracking
from django.db import transaction
from django.dispatch import receiver
from django.utils import timezone

from accounts.models import User
from notifications.models import EMAIL, BlockedAddress
from notifications.preferences import saving
from notifications.routing import channel_health
from notifications.wording.clean import clean_line

BOUNCED = {EventType.BOUNCED, EventType.REJECTED}
COMPLAINED = {EventType.COMPLAINED}
SAID_SPAM = "One of our emails was marked as spam, so we’ve stopped all emails about games."


@receiver(tracking, dispatch_uid="notifications.channels.email.receivers")
def on_tracking(*, event: Any, **_: Any) -> None:
    """Takes bounces and complaints. All other events (delivered, opened, delayed) need nothing done."""
    if event.event_type not in BOUNCED | COMPLAINED or not event.recipient or not isinstance(event.recipient, str):
        return
    complained = event.event_type in COMPLAINED
    said = next((text for text in (event.description, event.mta_response, event.reject_reason) if text), "")
    reason = (
        SAID_SPAM if complained else clean_line(f"The email came back: {said or 'no reason was given'}", longest=500)
    )
    take(event.recipient, reason=reason, complained=complained)


@transaction.atomic
def take(address: str, *, reason: str, complained: bool) -> None:
    """Marks email as broken for whoever has the address now; a complaint also switches it off.

    An address that belongs to nobody here, such as that of an invitation, is never written to again.
    """
    now = timezone.now()
    user = User.objects.filter(email=address.lower()).first()
    if user is None:
        BlockedAddress.objects.get_or_create(address=address.lower()[:254], defaults={"created_at": now})
        return
    channel_health.break_channel(user.pk, channel=EMAIL, reason=reason, address=user.email, now=now)
    if complained:
        saving.stop_mails(user)


@receiver(email_changed, dispatch_uid="notifications.address_changed")
def on_email_changed(*, user: User, **_: Any) -> None:
    """Marks email as working again: the faults were those of the old address."""
    channel_health.mend(user.pk, channel=EMAIL)


@receiver(email_confirmed, dispatch_uid="notifications.address_confirmed")
def on_email_confirmed(*, email_address: Any, **_: Any) -> None:
    """Marks email as working again: whoever confirms an address has just received an email there."""
    if email_address.email.lower() == email_address.user.email.lower():
        channel_health.mend(email_address.user_id, channel=EMAIL)
