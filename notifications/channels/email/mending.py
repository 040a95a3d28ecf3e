"""Once email works again, undoes what was blamed on readers although the fault was the site's own."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Q

from games.models import Heartbeat, Outage
from notifications import registry
from notifications.channels.email.blame import WITHIN
from notifications.channels.email.receivers import SAID_SPAM
from notifications.contract import Kind
from notifications.models import EMAIL, LEASE, WAITS_FOR_SITE, ChannelState, Notice
from notifications.wake import delivery


@dataclass(frozen=True, slots=True)
class Mended:
    readers: int
    """Readers whose email is used again."""
    sent_again: int
    """Emails that had been given up and are sent again."""
    waiting: int
    """Emails that had been put off and are due again."""
    lost: int
    """Emails about accounts that had been given up. Their content is not kept."""


def find_beginning() -> datetime | None:
    """Returns when the present fault of email began, or otherwise the last outage of email; None if none is known."""
    began = Heartbeat.objects.filter(part=Heartbeat.Part.NO_MAIL).values_list("at", flat=True).first()
    outages = Outage.objects.filter(kind=Outage.Kind.MAIL).order_by("-from_at")
    for from_at, until_at in outages.values_list("from_at", "until_at"):
        if began and until_at < began:  # an outage that continues is recorded in pieces
            break
        began = from_at
    return began - WITHIN if began else None


@transaction.atomic
def mend(since: datetime, *, now: datetime) -> Mended:
    """Undoes failures since then, and makes what waits due at once. Complaints about spam remain."""
    blamed = Q(broken_at__gte=since) | Q(broken_at=None, failures__gt=0)
    states = ChannelState.objects.filter(blamed, channel=EMAIL).exclude(reason=SAID_SPAM)
    mails = Notice.objects.filter(channel=EMAIL)
    failed = mails.filter(closed_at__gte=since, state=Notice.State.FAILED)
    not_kept = Q(kind__in=[kind.name for kind in registry.KINDS.all() if type(kind).keep_payload != Kind.keep_payload])
    again = {"due_at": now, "attempts": 0, "refused_at": None, **LEASE.given_back}
    free = mails.filter(LEASE.free(now))  # what a worker holds would arrive twice if another worker took it
    waiting = free.filter(closed_at=None, attempts__gt=0).update(**again)
    young = failed.filter(created_at__gt=now - WAITS_FOR_SITE).exclude(not_kept)
    mended = Mended(
        lost=failed.filter(not_kept).count(),
        readers=states.update(failures=0, broken_at=None, reason="", address=""),
        sent_again=young.update(state=Notice.State.WAITING, closed_at=None, **again),
        waiting=waiting,
    )
    delivery.wake_on_commit()
    return mended
