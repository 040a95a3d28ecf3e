"""Finds kinds of notice (all files in `kinds/`) and channels (all folders in `channels/`). No other list names them."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from datetime import datetime
from typing import TYPE_CHECKING

from engine.kinds import Kinds
from notifications.contract import Carrier, Channel, Kind, Way

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

KINDS = Kinds("notifications.kinds", Kind)
CHANNELS = Kinds("notifications.channels", Channel, part="channel", called="channel")


def list_passing() -> tuple[str, ...]:
    """Returns the names of the kinds that are of no interest once their turn is over."""
    return tuple(kind.name for kind in KINDS.all() if kind.passes_with_turn)


def list_switchable(*, for_staff: bool = False) -> list[str]:
    """Returns the names of the kinds that a player may switch off, and with `for_staff` also those that only moderators
    get.

    The other kinds were asked for, or go to addresses without an account.
    """
    return [kind.name for kind in KINDS.all() if kind.is_switchable and (for_staff or not kind.is_for_staff)]


def has_many_ways(name: str) -> bool:
    """Whether several channels send a kind. They do not send tests, which try one channel, or emails about accounts,
    which prove an address."""
    kind = KINDS.find(name)
    return kind is not None and kind.has_many_ways


def list_ways(kind: str) -> list[str]:
    """Returns the channels that a reader of this kind may choose from. Raises UnknownKind."""
    known = KINDS.get(kind)
    may_go = [channel.name for channel in CHANNELS.all() if not _is_kept_from(known, channel)]
    return [name for name in may_go if known.way_by(name) is not Way.NEVER]


def is_on_at_first(kind: str, channel: str) -> bool:
    """Whether a reader who has made no choice gets this kind by this channel. Raises UnknownKind."""
    known, way = KINDS.get(kind), CHANNELS.find(channel)
    return known.way_by(channel) is not Way.OFF and not (way and _is_kept_from(known, way))


def _is_kept_from(kind: Kind, channel: Channel) -> bool:
    """Whether a kind is never sent by a channel, not even in place of a broken one."""
    return channel.is_read_by_others and (kind.is_confidential or kind.is_about_account or kind.is_for_staff)


def list_breakable() -> tuple[str, ...]:
    return tuple(channel.name for channel in CHANNELS.all() if channel.may_break)


def list_by_patience() -> list[str]:
    """Returns every channel in the order in which a run delivers: email last, so that a slow mail server only delays
    emails."""
    return [channel.name for channel in reversed(CHANNELS.all())]


def open_carrier(channel: str) -> AbstractContextManager[Carrier]:
    """Opens a carrier for one run. For an unknown channel the carrier sends nothing."""
    known = CHANNELS.find(channel)
    return known.open_carrier() if known else nullcontext(_Waiting(channel))


class _Waiting:
    """Makes each notice wait for a version of the site that knows its channel."""

    def __init__(self, channel: str) -> None:
        self._channel = channel

    def deliver(self, notice: object, *, now: datetime) -> None:
        CHANNELS.get(self._channel)


def label_of(kind: str) -> StrOrPromise:
    """Returns the name by which readers know a kind, or its bare name if this version of the site does not know the
    kind."""
    known = KINDS.find(kind)
    return known.label if known else kind
