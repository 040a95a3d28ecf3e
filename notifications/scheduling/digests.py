"""Writes the digests that are due: one for each user, local date and slot, however often it runs.

A date belongs to the zone in which the user lived it. Across the date line a date may repeat or be missing. So a reader
who moves gets the next digest of a slot no sooner than some hours after the last, and not much more than a day later.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, timedelta
from functools import partial
from typing import Any

from django.db.models import CharField, Exists, F, Max, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Cast, Concat

from accounts.models import User
from accounts.profile.zones import zone_of
from core.each import do_many
from core.prepared import PreparedQuery
from notifications import timing
from notifications.kind_names import DIGEST
from notifications.models import Mode, Notice, Preferences
from notifications.routing.writing import make, write

CHUNK = 1000
SLOTS = (("1", "digest_hour", (Mode.DAILY, Mode.TWICE)), ("2", "second_digest_hour", (Mode.TWICE,)))
"""The name of each slot in keys, the field that holds its hour, and the modes that have it."""
SKIPPED = "Its hour had started when it was chosen."
WITH_DIGESTS = (Mode.DAILY, Mode.TWICE)


def write_digests(*, now: datetime) -> int:
    """Writes a notice for each user whose hour has come, and returns how many. Their games are looked up when it is
    sent."""
    written = 0
    chosen = [set(each) for each in zip(*find_chosen_hours(), strict=True)] or [set()] * len(SLOTS)
    for day, started in find_hours(now=now).items():
        for (slot, field, modes), wanted in zip(SLOTS, chosen, strict=True):
            hours = {hour: zones for hour, zones in started.items() if hour in wanted}
            if not hours:
                continue
            users = find_users(day, hours, slot=slot, field=field, modes=modes, now=now)
            for some in read_pages(users, size=CHUNK):
                write_some = partial(_write, day=day, slot=slot, now=now)
                written += do_many(some, write_some, fault="The digest of reader %s could not be written").done
    return written


def _write(users: Sequence[int], *, day: date, slot: str, now: datetime) -> None:
    zones = dict(User.objects.filter(pk__in=users).values_list("pk", "time_zone"))
    keys = {user: key_of(user, zones[user], day, slot) for user in users}
    write(*(make(DIGEST, key=key, recipient_id=user, created_at=now) for user, key in keys.items()))


def read_pages(users: QuerySet[Preferences, int], *, size: int) -> Iterator[list[int]]:
    """Yields all users in order of their ids, page by page. Users whom no channel reaches get no row, but are still
    visited only once."""
    some = list(users[:size])
    while some:
        yield some
        some = list(users.filter(user__gt=some[-1])[:size])


def find_hours(*, now: datetime) -> dict[date, dict[int, list[str]]]:
    """Returns the local dates and hours that started lately, each with the zones of digest readers where they started.

    At one instant there are up to three dates around the globe.
    """
    found: dict[date, dict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
    for (name,) in find_zones():
        for day, hour in timing.find_slots(zone_of(name), now=now):
            found[day][hour].append(name)
    return found


# Prepared, since they are asked each minute, and mostly nobody's hour has come.
@PreparedQuery
def find_zones() -> QuerySet[Preferences, Any]:
    """Where readers of digests live."""
    return Preferences.objects.filter(mode__in=WITH_DIGESTS).order_by().values_list("user__time_zone").distinct()


@PreparedQuery
def find_chosen_hours() -> QuerySet[Preferences, Any]:
    """The pairs of hours, one for each slot, that readers of digests have chosen."""
    fields = [field for _, field, _ in SLOTS]
    return Preferences.objects.filter(mode__in=WITH_DIGESTS).order_by().values_list(*fields).distinct()


def find_users(
    day: date, hours: dict[int, list[str]], *, slot: str, field: str, modes: Iterable[str], now: datetime
) -> QuerySet[Preferences, int]:
    """Returns the users whose hour it is and who have no recent notice of this slot, not even from another zone."""
    theirs = Q()
    for hour, zones in hours.items():
        theirs |= Q(**{field: hour, "user__time_zone__in": zones})
    parts = (Value("digest:"), Cast("user_id", CharField()), Value(":"), F("user__time_zone"), Value(f":{day}:{slot}"))
    key = Concat(*parts, output_field=CharField())
    of_slot = Q(dedupe_key__endswith=f":{slot}", created_at__gt=now - timing.APART, kind=DIGEST)
    written = Notice.objects.filter(Q(dedupe_key=OuterRef("key")) | of_slot, recipient=OuterRef("user"))
    wanted = Preferences.objects.filter(theirs, mode__in=modes, user__is_active=True)
    return wanted.annotate(key=key).exclude(Exists(written)).order_by("user").values_list("user", flat=True)


def key_of(user_id: int, zone: str, day: date | str, slot: str) -> str:
    return f"digest:{user_id}:{zone}:{day}:{slot}"


def find_next(chosen: Preferences, *, now: datetime) -> datetime | None:
    """Returns when the next digest comes; None if the mode has none. A slot that had its digest today waits for
    tomorrow, even if a later hour is chosen for it."""
    slots = zip(SLOTS, chosen.list_digest_hours(), strict=False)
    coming = (_find_next_of(chosen.user, slot=slot, hour=hour, now=now) for (slot, _, _), hour in slots)
    return min(coming, default=None)


def _find_next_of(user: User, *, slot: str, hour: int, now: datetime) -> datetime:
    today = now.astimezone(user.zone).date()
    keys = {key_of(user.pk, user.time_zone, day, slot): day for day in (today, today + timedelta(days=1))}
    written = Notice.objects.filter(recipient=user, dedupe_key__in=keys).values_list("dedupe_key", flat=True)
    done = {timing.Slot(keys[key], hour) for key in written}
    return timing.next_digest([hour], zone=user.zone, now=now, done=done, last=find_last(user, slot=slot))


def find_last(user: User, *, slot: str) -> datetime | None:
    """Returns when the last digest of a slot was made for a user."""
    mine = Notice.objects.filter(recipient=user, kind=DIGEST, dedupe_key__endswith=f":{slot}")
    at: datetime | None = mine.exclude(last_error=SKIPPED).aggregate(at=Max("created_at"))["at"]
    return at


def catch_up(user: User, *, now: datetime) -> None:
    """Writes digests for a user who has moved and would otherwise have none for much longer than a day."""
    for (slot, _, _), hour in zip(SLOTS, Preferences.of(user).list_digest_hours(), strict=False):
        coming = _find_next_of(user, slot=slot, hour=hour, now=now)
        if timing.is_overdue(find_last(user, slot=slot), coming=coming, now=now):
            key = key_of(user.pk, user.time_zone, f"{now:%Y-%m-%dT%H:%M}", slot)
            write(make(DIGEST, key=key, recipient_id=user.pk, created_at=now))


def skip_started(chosen: Preferences, *, now: datetime) -> None:
    """Marks the slots of new preferences as done whose hour has started, so that no digest comes at once."""
    slots = timing.find_slots(chosen.user.zone, now=now)
    hours = chosen.list_digest_hours()
    Notice.objects.bulk_create(
        [
            make(
                DIGEST,
                key=key_of(chosen.user_id, chosen.user.time_zone, day, name),
                recipient_id=chosen.user_id,
                state=Notice.State.DROPPED,
                closed_at=now,
                last_error=SKIPPED,
            )
            for day, hour in slots
            for (name, _, _), chosen_hour in zip(SLOTS, hours, strict=False)
            if hour == chosen_hour
        ],
        ignore_conflicts=True,
    )
