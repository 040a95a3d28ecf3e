"""Notes from where people log in, as keyed hashes, and finds accounts that share a place or a device.

Kept for 90 days. Staff see which accounts share how many, never the hashes; nothing is ever done by them alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Q
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.limiting.origin import hash_origin, read_origin
from accounts.models import Sighting, User

KEPT = timedelta(days=90)
SALT = "accounts.conduct.sightings"
MOST_SHARED = 20
"""Accounts that are shown; a place with more than these is a school or a provider."""
Kind = Sighting.Kind


@dataclass(frozen=True, slots=True)
class Shared:
    """Another account, and how many places and devices it shares."""

    user: User
    places: int
    devices: int


def note(user: User, kind: Kind, *, key: str, now: datetime | None = None) -> None:
    """Notes that the user was there. `key` is hashed again under a key of its own."""
    now = now or timezone.now()
    hashed = salted_hmac(SALT, f"{kind}:{key}", algorithm="sha256").hexdigest()[:32]
    seen, made = Sighting.objects.get_or_create(
        user=user, kind=kind, key=hashed, defaults={"first_at": now, "last_at": now}
    )
    if not made:
        Sighting.objects.filter(pk=seen.pk).update(last_at=now)


def on_user_logged_in(*, request: HttpRequest, user: User, **_: object) -> None:
    if read_origin(request):  # else all who come by no known address would seem to share one
        note(user, Kind.PLACE, key=hash_origin(request))


def list_shared(user: User) -> list[Shared]:
    """The accounts that share a place or a device with this one, those that share a device first; two queries."""
    mine = Sighting.objects.filter(user=user)
    theirs = Sighting.objects.filter(kind__in=Kind.values, key__in=mine.values("key")).exclude(user=user)
    rows = list(
        theirs.values("user")
        .annotate(
            places=Count("pk", filter=Q(kind=Kind.PLACE)),
            devices=Count("pk", filter=Q(kind=Kind.DEVICE)),
        )
        .order_by("-devices", "-places", "user")[:MOST_SHARED]
    )
    people = User.objects.in_bulk([row["user"] for row in rows])
    return [Shared(people[row["user"]], row["places"], row["devices"]) for row in rows]
