"""Recipients, and the ways that a notice takes to each: every channel that they have not switched off, and another in
place of a broken one.

One query reads everything that is needed for this, for any number of recipients.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import FilteredRelation, OuterRef, Q

from accounts.models import User
from accounts.profile.zones import zone_of
from core.prepared import PreparedQuery
from notifications import registry, timing
from notifications.contract import Channel, PartialChannel
from notifications.kind_names import REMINDER, TURN
from notifications.models import EMAIL, INBOX, ChannelState, ChatAddress, Preferences
from notifications.routing.listing import list_channels, split

PREFERENCES = tuple(field.name for field in Preferences._meta.concrete_fields if field.name not in {"id", "user"})
COLUMNS = (
    *("pk", "time_zone", "last_visit_at", "is_active", "closing_at", "kind"),
    *("switch__kind", "switch__channel", "switch__on", "notice_preferences__pk"),
    *(f"notice_preferences__{name}" for name in PREFERENCES),
)


@dataclass(slots=True)
class Reader:
    """A recipient: zone, last visit, preferences (defaults if none are stored), and which channels work."""

    zone: ZoneInfo
    last_visit_at: datetime | None
    preferences: Preferences
    reached: frozenset[str]
    """The channels that this site can use and that reach this reader, including broken ones."""
    broken: frozenset[str]
    switches: dict[tuple[str, str], bool] = field(default_factory=dict)
    """What the reader has chosen, by kind and channel, for the kinds that were asked for."""

    def wants(self, kind: str, channel: str) -> bool:
        chosen = self.switches.get((kind, channel))
        return registry.is_on_at_first(kind, channel) if chosen is None else chosen

    def foresee_turn(self, *, now: datetime, wait: timedelta) -> datetime | None:
        """Returns when every channel that may remind the reader has told of a turn that starts at `now`, if nothing
        intervenes; None if any channel does not tell. `wait` is how long the notice of a turn waits."""
        preferences = self.preferences.timed_in(self.zone)
        next_digest = self.preferences.find_next_digest(self.zone, now=now)
        told: list[datetime] = []
        for channel in self.choose_ways(REMINDER):
            digest_at = next_digest if channel == EMAIL else None
            at = timing.foresee_turn(preferences, now=now, wait=wait, digest_at=digest_at)
            if at is None or not (digest_at or self.wants(TURN, channel)):
                return None
            told.append(at)
        return max(told, default=None)

    def list_alone(self, kind: str = TURN) -> list[str]:
        """Returns the channels where only a notice of this kind can tell of a turn in time, since reminders are
        switched off."""
        return sorted(way for way in self.choose_ways(kind) if not self.wants(REMINDER, way))

    def choose_ways(self, kind: str) -> dict[str, str | None]:
        """Returns the channels for a kind, each with the broken channel that it replaces, if any."""
        ways = registry.list_ways(kind)
        wanted = {way for way in ways if self.wants(kind, way) and way in self.reached | self.broken}
        chosen: dict[str, str | None] = {way: None for way in ways if way in wanted - self.broken}
        for broken in sorted(wanted & self.broken):
            if instead := self.find_other(broken, kind=kind):
                chosen.setdefault(instead, broken)
        return chosen

    def find_other(self, broken: str, *, kind: str) -> str | None:
        """Returns the first other channel that reaches the reader, works and is not switched off for this kind;
        otherwise the inbox.

        The inbox is used even if it is switched off, since it disturbs no one and no other channel would tell. Returns
        None for a kind that the inbox does not show.
        """
        for other in registry.list_breakable():
            if other != broken and other in self.reached - self.broken and self.wants(kind, other):
                return other
        return INBOX if registry.KINDS.get(kind).stands_in_inbox else None


def read_readers(users: Collection[int], *, kinds: Collection[str]) -> dict[int, Reader]:
    """Reads recipients by the id of their user: one query for any number of users, and no query if there are none."""
    if not users:
        return {}
    found: dict[int, Reader] = {}
    names = (*COLUMNS, *_name_states())
    for columns in _read_rows(users, kinds=tuple(sorted(kinds))):
        row = dict(zip(names, columns, strict=True))
        reader = found.get(row["pk"]) or found.setdefault(row["pk"], _make_reader(row))
        if row["switch__kind"]:
            reader.switches[row["switch__kind"], row["switch__channel"]] = row["switch__on"]
    return found


def _name_states() -> tuple[str, ...]:
    """Returns the columns that tell the state of a reader's channels, for the channels that are read from the
    database."""
    return ("broken", "connected", *(f"{channel.name}_reached" for channel in _list_asked()))


def _list_asked() -> list[PartialChannel]:
    """Returns the channels that have a condition of their own for whom they reach."""
    partial = (channel for channel in registry.CHANNELS.all() if isinstance(channel, PartialChannel))
    return [channel for channel in partial if not channel.is_connected]


def _read_rows(users: Collection[int], *, kinds: tuple[str, ...]) -> Iterable[Any]:
    """Runs prepared queries for one user, as every turn does, and for two users, as every end of a game does."""
    prepare = _PREPARED.get(len(users))
    return prepare(kinds, _name_states())(*users) if prepare else _list_rows(users, kinds=kinds)


@cache
def _prepare_for_one(kinds: tuple[str, ...], states: tuple[str, ...]) -> PreparedQuery:
    return PreparedQuery(lambda user: _list_rows([user], kinds=kinds))


@cache
def _prepare_for_two(kinds: tuple[str, ...], states: tuple[str, ...]) -> PreparedQuery:
    return PreparedQuery(lambda first, second: _list_rows([first, second], kinds=kinds))


_PREPARED: dict[int, Callable[..., PreparedQuery]] = {1: _prepare_for_one, 2: _prepare_for_two}


def _list_rows(users: Collection[int], *, kinds: Collection[str]) -> Any:
    """Returns a row for each user, or for each of their switches if they have any."""
    broken = ChannelState.objects.filter(user=OuterRef("pk"), broken_at__isnull=False)
    connected = ChatAddress.objects.filter(user=OuterRef("pk"))
    states: dict[str, Any] = {"broken": list_channels(broken), "connected": list_channels(connected)}
    states |= {f"{channel.name}_reached": channel.find_reached() for channel in _list_asked()}
    switch = FilteredRelation("notice_switches", condition=Q(notice_switches__kind__in=kinds))
    return User.objects.filter(pk__in=users).annotate(switch=switch, **states).values_list(*COLUMNS, *states)


def _make_reader(row: dict[str, Any]) -> Reader:
    kept = {name: row[f"notice_preferences__{name}"] for name in PREFERENCES}
    stays = row["is_active"] and row["closing_at"] is None  # users who leave get nothing
    stays = stays and row["kind"] != User.Kind.COMPUTER  # and computers read nothing
    channels = [channel for channel in registry.CHANNELS.all() if stays and channel.is_set_up()]
    connected = split(row["connected"])
    return Reader(
        zone=zone_of(row["time_zone"]),
        last_visit_at=row["last_visit_at"],
        preferences=Preferences(user_id=row["pk"], **(kept if row["notice_preferences__pk"] else {})),
        reached=frozenset(each.name for each in channels if _is_reached(each, row=row, connected=connected)),
        broken=split(row["broken"]).intersection(registry.list_breakable()) if stays else frozenset(),
    )


def _is_reached(channel: Channel, *, row: Mapping[str, Any], connected: Collection[str]) -> bool:
    if isinstance(channel, PartialChannel) and channel.is_connected:
        return channel.name in connected
    return bool(row.get(f"{channel.name}_reached", True))
