"""How many notifications a user has not seen, and which channels are broken: one query for the frame of a page."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from django.db.models import BigIntegerField, Count, Expression, Q, QuerySet, Subquery, TextField, Value
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, Concat
from django.utils import timezone

from accounts.models import User
from core.prepared import PreparedQuery, Unforeseen
from games.models import Game
from notifications import registry
from notifications.contract import Channel
from notifications.models import INBOX, ChannelState, Notice, NoticeQuerySet
from notifications.routing.listing import list_channels, split

MOST = 99
"""Larger numbers are shown as “99+”."""


@dataclass(frozen=True, slots=True)
class UnreadSummary:
    """What the frame of every page shows about a user's notifications."""

    unseen: int = 0
    broken: tuple[Channel, ...] = ()

    @property
    def told(self) -> str:
        """The number as text; empty if it is zero."""
        return f"{MOST}+" if self.unseen > MOST else str(self.unseen or "")


NO_GAME = 0
"""No game has this id."""


def list_told(user: User | int | Expression) -> NoticeQuerySet:
    """Returns all notices that were sent to the user's inbox, including those about turns that are over."""
    return Notice.objects.filter(recipient=user, channel=INBOX, state=Notice.State.SENT)


def list_inbox(user: User | int | Expression) -> NoticeQuerySet:
    """Returns what the user's inbox shows: notices about a turn only while it has not been played.

    Ids are compared as text, so that a payload without any cannot break the frame of a page.
    """
    waiting = Game.objects.waiting_for(user).order_by().annotate(turn=join("pk", "ply")).values("turn")
    turn = join(KT("payload__game"), KT("payload__ply"))
    return list_told(user).alias(turn=turn).filter(~Q(kind__in=registry.list_passing()) | Q(turn__in=waiting))


def join(first: str | Expression, second: str | Expression) -> Concat:
    """Writes two numbers as one text, such as those of a game and of its turn."""
    return Concat(
        Cast(first, TextField()), Value(":", TextField()), Cast(second, TextField()), output_field=TextField()
    )


def list_unseen(user: User | int | Expression) -> NoticeQuerySet:
    return list_inbox(user).filter(seen_at=None).order_by()


def unread_summary(user: User, *, game_id: int | None = None) -> UnreadSummary:
    """Reads the summary in one query. It marks notices about a game that the user has just opened as seen, with one
    more query if there are any."""
    for told, faults in _prepare()(user.pk, str(game_id or NO_GAME)):
        unseen, here = map(int, (told or "0:0").split(":"))
        seen = list_unseen(user.pk).filter(payload__game=game_id).update(seen_at=timezone.now()) if here else 0
        broken = [channel for channel in registry.CHANNELS.all() if channel.may_break and channel.name in split(faults)]
        return UnreadSummary(unseen - seen, tuple(broken))
    return UnreadSummary()


@cache
def _prepare() -> PreparedQuery:
    return PreparedQuery(find_unread)


def find_unread(user_id: int, game_id: str) -> QuerySet[User, tuple[Any, ...]]:
    """Reads two numbers as one text, of the notices that are unseen and of those among them that are about that game,
    and which channels are broken.

    The query is prepared, since every page of a logged-in user makes it. It also compares the game as text.
    """
    user = Unforeseen(user_id, output_field=BigIntegerField())
    unseen = list_unseen(user).annotate(game=Cast(KT("payload__game"), TextField())).values("recipient")
    broken = ChannelState.objects.filter(user=user, broken_at__isnull=False)
    numbers = join(Count("pk"), Count("pk", filter=Q(game=game_id)))
    told = User.objects.filter(pk=user_id).annotate(
        told=Subquery(unseen.annotate(numbers=numbers).values("numbers")), faults=list_channels(broken)
    )
    return told.values_list("told", "faults")


def mark_seen(notices: Iterable[Notice], *, now: datetime) -> None:
    """Marks those of these notices as seen that were not seen before."""
    Notice.objects.filter(pk__in=[notice.pk for notice in notices if notice.seen_at is None]).update(seen_at=now)


def mark_all_seen(user: User, *, now: datetime) -> int:
    return list_told(user).filter(seen_at=None).update(seen_at=now)
