"""What must be known of the recipients of news to choose ways and times for it: all of them, in one query."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import Exists, FilteredRelation, OuterRef, Q

from accounts.models import User
from accounts.zones import zone_of
from core.prepared import PreparedQuery
from notifications.models import Channel, ChannelState, Device, Preferences

PREFERENCES = tuple(field.name for field in Preferences._meta.concrete_fields if field.name not in {"id", "user"})
COLUMNS = (
    *("pk", "time_zone", "last_visit_at", "has_device", "mail_broken", "push_broken"),
    *("switch__kind", "switch__channel", "notice_preferences__pk"),
    *(f"notice_preferences__{name}" for name in PREFERENCES),
)


@dataclass(slots=True)
class Reader:
    """A recipient: zone, last visit, preferences (the usual ones where none are kept), and which channels work."""

    zone: ZoneInfo
    last_visit_at: datetime | None
    preferences: Preferences
    has_device: bool
    broken: frozenset[Channel]
    off: set[tuple[str, str]] = field(default_factory=set)
    """Kind and channel of what is switched off, of the kinds that were asked for."""


def read_readers(users: Collection[int], *, kinds: Collection[str]) -> dict[int, Reader]:
    """By the user's number. A query, whatever the number of users; none for nobody."""
    if not users:
        return {}
    found: dict[int, Reader] = {}
    for columns in _read_rows(users, kinds=tuple(sorted(kinds))):
        row = dict(zip(COLUMNS, columns, strict=True))
        reader = found.get(row["pk"]) or found.setdefault(row["pk"], _make_reader(row))
        if row["switch__kind"]:
            reader.off.add((row["switch__kind"], row["switch__channel"]))
    return found


def _read_rows(users: Collection[int], *, kinds: tuple[str, ...]) -> Iterable[Any]:
    """One user's is read at every turn, and those of two at every end of a game: their queries are prepared."""
    prepare = _PREPARED.get(len(users))
    return prepare(kinds)(*users) if prepare else _list_rows(users, kinds=kinds)


@cache
def _prepare_for_one(kinds: tuple[str, ...]) -> PreparedQuery:
    return PreparedQuery(lambda user: _list_rows([user], kinds=kinds))


@cache
def _prepare_for_two(kinds: tuple[str, ...]) -> PreparedQuery:
    return PreparedQuery(lambda first, second: _list_rows([first, second], kinds=kinds))


_PREPARED = {1: _prepare_for_one, 2: _prepare_for_two}


def _list_rows(users: Collection[int], *, kinds: Collection[str]) -> Any:
    """A row for each user; a row for each switch that is off, where there are some."""
    switched_off = Q(notice_switches__on=False, notice_switches__kind__in=kinds)
    broken = ChannelState.objects.filter(user=OuterRef("pk"), broken_at__isnull=False)
    return (
        User.objects.filter(pk__in=users)
        .annotate(
            switch=FilteredRelation("notice_switches", condition=switched_off),
            has_device=Exists(Device.objects.filter(user=OuterRef("pk"))),
            mail_broken=Exists(broken.filter(channel=Channel.MAIL)),
            push_broken=Exists(broken.filter(channel=Channel.PUSH)),
        )
        .values_list(*COLUMNS)
    )


def _make_reader(row: dict[str, Any]) -> Reader:
    kept = {name: row[f"notice_preferences__{name}"] for name in PREFERENCES}
    return Reader(
        zone=zone_of(row["time_zone"]),
        last_visit_at=row["last_visit_at"],
        preferences=Preferences(user_id=row["pk"], **(kept if row["notice_preferences__pk"] else {})),
        has_device=row["has_device"] and bool(settings.VAPID_PRIVATE_KEY),
        broken=frozenset(channel for channel in (Channel.MAIL, Channel.PUSH) if row[f"{channel}_broken"]),
    )
