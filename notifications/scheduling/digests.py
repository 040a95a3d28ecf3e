"""Writes the digests that are due: one for each user, local date and slot, however often it runs."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, timedelta
from functools import partial

from django.db.models import CharField, Exists, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Cast, Concat

from accounts.zones import zone_of
from core.each import do_many
from notifications import timing
from notifications.models import Mode, Notice, Preferences
from notifications.routing.writing import make, write

CHUNK = 1000
KIND = "digest"
SLOTS = (("1", "digest_hour", (Mode.DAILY, Mode.TWICE)), ("2", "second_digest_hour", (Mode.TWICE,)))
"""The name of each slot in keys, the field that holds its hour, and the modes that have it."""
WITH_DIGESTS = (Mode.DAILY, Mode.TWICE)


def write_digests(*, now: datetime) -> int:
    """Writes a notice for everybody whose hour has come, and returns how many. Their games are looked up on sending."""
    written = 0
    for day, hours in find_hours(now=now).items():
        for slot, field, modes in SLOTS:
            users = find_users(day, hours, slot=slot, field=field, modes=modes)
            for some in read_pages(users, size=CHUNK):
                write_some = partial(_write, day=day, slot=slot)
                written += do_many(some, write_some, fault="The digest of reader %s could not be written").done
    return written


def _write(users: Sequence[int], *, day: date, slot: str) -> None:
    write(*(make(KIND, key=key_of(user, day, slot), recipient_id=user) for user in users))


def read_pages(users: QuerySet[Preferences, int], *, size: int) -> Iterator[list[int]]:
    """All of them in order of their ids, page by page. Users whom no channel reaches, and who thus get no row, are met
    once."""
    some = list(users[:size])
    while some:
        yield some
        some = list(users.filter(user__gt=some[-1])[:size])


def find_hours(*, now: datetime) -> dict[date, dict[int, list[str]]]:
    """The local dates and hours that started lately, each with the zones of digest readers where they did.

    At one instant there are up to three dates around the globe.
    """
    found: dict[date, dict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
    readers = Preferences.objects.filter(mode__in=WITH_DIGESTS)
    for name in readers.order_by().values_list("user__time_zone", flat=True).distinct():
        for day, hour in timing.find_slots(zone_of(name), now=now):
            found[day][hour].append(name)
    return found


def find_users(
    day: date, hours: dict[int, list[str]], *, slot: str, field: str, modes: Iterable[str]
) -> QuerySet[Preferences, int]:
    """The users whose hour it is and who have no notice of this slot yet."""
    theirs = Q()
    for hour, zones in hours.items():
        theirs |= Q(**{field: hour, "user__time_zone__in": zones})
    key = Concat(Value("digest:"), Cast("user_id", CharField()), Value(f":{day}:{slot}"), output_field=CharField())
    written = Notice.objects.filter(recipient=OuterRef("user"), dedupe_key=OuterRef("key"))
    wanted = Preferences.objects.filter(theirs, mode__in=modes, user__is_active=True)
    return wanted.annotate(key=key).exclude(Exists(written)).order_by("user").values_list("user", flat=True)


def key_of(user_id: int, day: date, slot: str) -> str:
    return f"digest:{user_id}:{day}:{slot}"


def find_next(chosen: Preferences, *, now: datetime) -> datetime | None:
    """When the next digest comes; None where the mode has none. A slot that has been served today waits for tomorrow,
    also if a later hour is chosen for it."""
    if not (hours := chosen.list_digest_hours()):
        return None
    today = now.astimezone(chosen.user.zone).date()
    slots = {
        key_of(chosen.user_id, day, name): timing.Slot(day, hour)
        for day in (today, today + timedelta(days=1))
        for (name, _, _), hour in zip(SLOTS, hours, strict=False)
    }
    written = Notice.objects.filter(recipient=chosen.user_id, dedupe_key__in=slots).values_list("dedupe_key", flat=True)
    return timing.next_digest(hours, zone=chosen.user.zone, now=now, done={slots[key] for key in written})


def skip_started(chosen: Preferences, *, now: datetime) -> None:
    """Marks as done the slots of new preferences whose hour has started, so that none comes at once."""
    slots = timing.find_slots(chosen.user.zone, now=now)
    hours = chosen.list_digest_hours()
    Notice.objects.bulk_create(
        [
            make(
                KIND,
                key=key_of(chosen.user_id, day, name),
                recipient_id=chosen.user_id,
                state=Notice.State.DROPPED,
                closed_at=now,
                last_error="Its hour had started when it was chosen.",
            )
            for day, hour in slots
            for (name, _, _), chosen_hour in zip(SLOTS, hours, strict=False)
            if hour == chosen_hour
        ],
        ignore_conflicts=True,
    )
