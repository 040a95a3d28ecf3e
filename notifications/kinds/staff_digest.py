"""What waits for a moderator, once a day in the morning, if anything does."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.dispatch import receiver
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.conduct import rights
from accounts.models import User
from core.words import Sentence
from moderation import events
from moderation.queue import Desk
from notifications.contract import Kind, Way
from notifications.faults import Dropped
from notifications.models import INBOX, Notice
from notifications.routing.writing import make, write
from notifications.wording import links

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

MORNING = 8
"""The hour at which it is sent, in the reader's zone."""


class StaffDigest(Kind):
    """Written when something begins to wait, for the next morning. Its content is read when it is sent. It never
    appears in the inbox, since the head of each page shows how much waits."""

    label = _("What waits for moderators, each morning")
    order = 151
    ways = {INBOX: Way.NEVER}
    stands_in_inbox = False
    sentence = Sentence("staff_digest", "Something waits for moderators")
    page = "moderation"
    is_for_staff = True
    is_confidential = True  # a row shows that something came just then

    def describe(self, notice: Notice, *, now: datetime) -> dict[str, Any]:
        if notice.recipient is None or not rights.moderates(notice.recipient):
            raise Dropped("They are no moderator.")
        desk = Desk(notice.recipient, now=now)
        counts = [(label, number) for label, number in list_counts(desk) if number]
        if not counts:
            raise Dropped("Nothing waits for them.")
        return {"counts": counts, "link": links.absolute(reverse("moderation"))}


kind = StaffDigest()


def list_counts(desk: Desk) -> list[tuple[StrOrPromise, str]]:
    """Lists what waits, each with its number as text."""
    of_reports = desk.count_by_gravity()
    return [
        (_("Grave reports"), of_reports[1]),
        (_("Serious reports"), of_reports[2]),
        (_("Other reports"), of_reports[3]),
        (_("Appeals"), str(len(desk.appeals) or "")),
        (_("Left by colleagues"), str(len(desk.referrals) or "")),
    ]


def find_morning(reader: User, *, now: datetime) -> datetime:
    """Returns the next morning where the reader lives."""
    local = timezone.localtime(now, reader.zone)
    morning = local.replace(hour=MORNING, minute=0, second=0, microsecond=0)
    return morning if morning > local else morning + timedelta(days=1)


@receiver((events.report_made, events.appeal_made, events.referral_made))
def on_anything_made(**_: Any) -> None:
    """Writes to every moderator, whatever it is about, so that the email itself reveals nothing."""
    now, notices = timezone.now(), []
    for reader in rights.list_moderators():
        morning = find_morning(reader, now=now)
        key = f"staff_digest:{morning:%Y-%m-%d}"
        notices.append(make(kind.name, key=key, recipient_id=reader.pk, due_at=morning))
    write(*notices)
