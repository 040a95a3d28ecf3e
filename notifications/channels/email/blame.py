"""Whether a refusal is the recipient's affair, or everybody is refused and the site itself is at fault.

A server that answers after a recipient was named may speak of that one alone, and a player may own it. So everybody
counts as refused only if within ten minutes recipients of three domains were, who had accepted email in the last 30
days, and nobody's email was accepted since. That lasts until one is.
"""

from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Coalesce, Lower, NullIf

from games.models import Heartbeat
from notifications.models import EMAIL, Notice

WITHIN = timedelta(minutes=10)
HELD_FOR = timedelta(minutes=10)
"""How long a refusal waits to be believed."""
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
    """The addresses that were refused of late, and had accepted email before.

    A notice that was refused already when another's was accepted, is its own recipient's affair.
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
    """The last two labels of its domain: the person who owns those can make any number of domains below."""
    return ".".join(address.rpartition("@")[2].lower().rstrip(".").split(".")[-2:])
