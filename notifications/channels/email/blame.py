"""Decides whether a refusal concerns the recipient, or whether everybody is refused and the site itself is at fault.

A server that answers after a recipient was named may mean only that recipient, and a player may own the server. So
everybody counts as refused only if three conditions hold. Within ten minutes, recipients in three domains were refused.
They had accepted email in the last 30 days. And no email has been accepted since. This lasts until one is accepted.
"""

from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Coalesce, Lower, NullIf

from games.models import Heartbeat
from notifications.models import EMAIL, Notice

WITHIN = timedelta(minutes=10)
HELD_FOR = timedelta(minutes=10)
"""How long a refusal must last before the site believes it."""
KNOWN_FOR = timedelta(days=30)
DOMAINS = 3

Part = Heartbeat.Part


def is_everybody_refused(now: datetime) -> bool:
    heard = dict(Heartbeat.objects.filter(part__in=[Part.MAIL, Part.REFUSED]).values_list("part", "at"))
    if Part.REFUSED in heard:
        return True
    domains: set[str] = set()
    for address in list_refused(now, accepted_at=heard.get(Part.MAIL)).iterator():
        domains.add(find_owner(address))
        if len(domains) >= DOMAINS:
            return True
    return False


def list_refused(now: datetime, *, accepted_at: datetime | None) -> QuerySet[Notice, str]:
    """Returns the addresses that were refused lately and had accepted email before.

    A notice that was already refused when another one was accepted only concerns its own recipient.
    """
    refused = Notice.objects.filter(channel=EMAIL, refused_at__isnull=False, last_error_at__gt=now - WITHIN)
    if accepted_at is not None:
        refused = refused.filter(refused_at__gt=accepted_at)
    sent = Notice.objects.filter(channel=EMAIL, state=Notice.State.SENT, closed_at__gt=now - KNOWN_FOR)
    to_them = sent.filter(recipient=OuterRef("recipient")).filter(Q(address="") | Q(address__iexact=OuterRef("to")))
    to_address = sent.filter(recipient=None, address=OuterRef("address"))
    own = Coalesce(NullIf("address", Value("")), "recipient__email")
    known = refused.annotate(to=Lower(own)).filter(Exists(to_them) | Exists(to_address))
    return known.order_by().values_list("to", flat=True).distinct()


def find_owner(address: str) -> str:
    """Returns the last two labels of the address's domain. Their owner can create any number of domains below them."""
    return ".".join(address.rpartition("@")[2].lower().rstrip(".").split(".")[-2:])
