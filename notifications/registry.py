"""Finds kinds of notice and channels: every file of `kinds/`, every folder of `channels/`; nothing else knows them."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from datetime import datetime
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from core.kinds import list_modules, load_kinds
from notifications import channels, kinds
from notifications.contract import Carrier, Channel, Kind, Way


class UnknownKind(LookupError):
    """This version of the site knows no such kind of notice; another version may."""


class UnknownChannel(LookupError):
    """This version of the site knows no such channel; another version may."""


@cache
def _kinds() -> dict[str, Kind]:
    found = load_kinds(list_modules(kinds), Kind)
    return {kind.name: kind for kind in sorted(found, key=lambda kind: (kind.order, kind.name))}


@cache
def _channels() -> dict[str, Channel]:
    found = load_kinds(_list_parts("channel"), Channel, name="channel")
    return {channel.name: channel for channel in sorted(found, key=lambda channel: (channel.order, channel.name))}


def _list_parts(part: str) -> list[str]:
    """The modules of this name in the folders of channels that have one."""
    return [name for folder in list_modules(channels) if find_spec(name := f"{folder}.{part}")]


def get_kind(name: str) -> Kind:
    """Raises UnknownKind, a LookupError."""
    try:
        return _kinds()[name]
    except KeyError:
        raise UnknownKind(f"This version of the site knows no kind {name!r}.") from None


def find_kind(name: str) -> Kind | None:
    return _kinds().get(name)


def list_passing() -> tuple[str, ...]:
    """Names of the kinds that are of no interest once their turn is over."""
    return tuple(kind.name for kind in all_kinds() if kind.passes_with_turn)


def all_kinds() -> tuple[Kind, ...]:
    """In the order of the page of switches."""
    return tuple(_kinds().values())


def list_switchable() -> list[str]:
    """The names of the kinds that a reader may switch off. The others were asked for, or go to addresses without an
    account."""
    return [kind.name for kind in all_kinds() if kind.is_switchable]


def has_many_ways(name: str) -> bool:
    """Whether a kind is sent by several channels. Tests and account emails are not: they try a channel or prove an
    address."""
    kind = find_kind(name)
    return kind is not None and kind.has_many_ways


def list_ways(kind: str) -> list[str]:
    """The channels that a reader of this kind may choose among. Raises UnknownKind."""
    known = get_kind(kind)
    return [channel.name for channel in all_channels() if known.way_by(channel.name) is not Way.NEVER]


def is_on_at_first(kind: str, channel: str) -> bool:
    """Whether a reader who has chosen nothing is told of this kind by this channel. Raises UnknownKind."""
    return get_kind(kind).way_by(channel) is not Way.OFF


def get_channel(name: str) -> Channel:
    """Raises UnknownChannel, a LookupError."""
    try:
        return _channels()[name]
    except KeyError:
        raise UnknownChannel(f"This version of the site knows no channel {name!r}.") from None


def find_channel(name: str) -> Channel | None:
    return _channels().get(name)


def all_channels() -> tuple[Channel, ...]:
    """In the order of pages."""
    return tuple(_channels().values())


def list_breakable() -> tuple[str, ...]:
    return tuple(channel.name for channel in all_channels() if channel.may_break)


def list_by_patience() -> list[str]:
    """Every channel, in the order in which a run delivers: email last, so that a slow mail server delays nothing but
    emails."""
    return [channel.name for channel in reversed(all_channels())]


def open_carrier(channel: str) -> AbstractContextManager[Carrier]:
    """A carrier for one run; of a channel that is not known, one that carries nothing."""
    known = find_channel(channel)
    return known.open_carrier() if known else nullcontext(_Waiting(channel))


class _Waiting:
    """Has each notice wait for a version of the site that knows its channel."""

    def __init__(self, channel: str) -> None:
        self._channel = channel

    def deliver(self, notice: object, *, now: datetime) -> None:
        get_channel(self._channel)


def list_urls() -> list[str]:
    """The modules with the addresses of channels."""
    return _list_parts("urls")


def load() -> None:
    """Imports every kind and channel, which connects their receivers."""
    _kinds()
    _channels()
    for name in _list_parts("receivers"):
        import_module(name)


def refresh() -> None:
    """Forgets what was found, so that files added since are found; tests drop one in."""
    _kinds.cache_clear()
    _channels.cache_clear()
    load()
