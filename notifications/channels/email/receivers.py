"""Receives what the mail provider reports later: that an email bounced, or that its reader marked it as spam."""

from datetime import datetime, timedelta
from typing import Any

from allauth.account.signals import email_changed, email_confirmed
from anymail.signals import EventType, RejectReason, tracking
from django.db import transaction
from django.dispatch import receiver
from django.utils import timezone

from accounts import events
from accounts.models import User
from core.words import Sentence
from notifications.channels.email import blame
from notifications.models import EMAIL, BlockedAddress, ChannelState, Notice
from notifications.preferences import saving
from notifications.routing import channel_health
from notifications.routing.failing import tell_administrators
from notifications.wording.clean import clean_line

BOUNCED = {EventType.BOUNCED, EventType.REJECTED}
COMPLAINED = {EventType.COMPLAINED}
PERHAPS_OURS = {RejectReason.BLOCKED, RejectReason.SPAM, RejectReason.TIMED_OUT, RejectReason.OTHER}
"""Reports that may be about the sender, because the sender is on a spam list or the provider has suspended it. All
other reports are about the recipient's address."""
TOGETHER = timedelta(minutes=1)
"""Instants written in one transaction are at most this far apart."""
WAS_REFUSED = Sentence("was_refused", "The email was refused: {said}")
CAME_BACK = Sentence("came_back", "The email came back: {said}")
NO_REASON = Sentence("no_reason", "no reason was given")
REFUSED = "The email was refused: "
"""How the reason of a channel begins that a refusal has broken; rows hold it in English."""
SAID_SPAM = "One of our emails was marked as spam, so we’ve stopped all emails about games."


@receiver(tracking, dispatch_uid="notifications.channels.email.receivers")
def on_tracking(*, event: Any, **_: Any) -> None:
    """Handles bounces and complaints. All other events (delivered, opened, delayed) need no action."""
    if event.event_type not in BOUNCED | COMPLAINED or not event.recipient or not isinstance(event.recipient, str):
        return
    complained = event.event_type in COMPLAINED
    perhaps_ours = not complained and event.reject_reason in PERHAPS_OURS
    said = next((text for text in (event.description, event.mta_response, event.reject_reason) if text), "")
    told = str((WAS_REFUSED if perhaps_ours else CAME_BACK)(said=said or NO_REASON()))
    reason = SAID_SPAM if complained else clean_line(told, longest=500)
    take(event.recipient, reason=reason, complained=complained, perhaps_ours=perhaps_ours)


@transaction.atomic
def take(address: str, *, reason: str, complained: bool, perhaps_ours: bool = False) -> None:
    """Marks email as broken for the user who has the address now. A complaint also switches it off.

    An address that belongs to no user, for example that of an invitation, never gets an email again. If reports name
    three domains within ten minutes and may be about the site, they count as about the site. Then no user is blamed,
    and administrators are told.
    """
    now = timezone.now()
    user = User.objects.filter(email=address.lower()).first()
    if perhaps_ours and (user is None or are_others_refused(address, now=now)):
        return
    if user is None:
        BlockedAddress.objects.get_or_create(address=address.lower()[:254], defaults={"created_at": now})
        return
    channel_health.break_channel(user.pk, channel=EMAIL, reason=reason, address=user.email, now=now)
    if complained:
        saving.stop_mails(user)


def are_others_refused(address: str, *, now: datetime) -> bool:
    """Whether recipients in three domains, including this one, were refused lately. Then those count as reachable
    again."""
    recent = {"channel": EMAIL, "broken_at__gt": now - blame.WITHIN, "reason__startswith": REFUSED}
    blamed = dict(ChannelState.objects.filter(**recent).values_list("user", "address"))
    if len({blame.find_owner(each) for each in (address, *blamed.values())}) < blame.DOMAINS:
        return False
    for user_id in blamed:
        channel_health.mend(user_id, channel=EMAIL)
    tell_administrators(EMAIL, fault=f"{now:%Y%m%d%p}")
    return True


@receiver(events.told_of, dispatch_uid="notifications.told_of")
def waits(*, user_id: int, at: datetime, **_: Any) -> bool:
    """Whether an email about the user's account that was written at `at` has not been sent yet."""
    written = Notice.objects.open().filter(recipient=user_id, channel=EMAIL, kind="account")
    return written.filter(created_at__range=(at - TOGETHER, at + TOGETHER)).exists()


@receiver(email_changed, dispatch_uid="notifications.address_changed")
def on_email_changed(*, user: User, **_: Any) -> None:
    """Marks email as working again, since the faults belonged to the old address."""
    channel_health.mend(user.pk, channel=EMAIL)


@receiver(email_confirmed, dispatch_uid="notifications.address_confirmed")
def on_email_confirmed(*, email_address: Any, **_: Any) -> None:
    """Marks email as working again, since a user who confirms an address has just received an email there."""
    if email_address.email.lower() == email_address.user.email.lower():
        channel_health.mend(email_address.user_id, channel=EMAIL)
