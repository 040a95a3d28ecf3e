"""The bell: how much a user has not seen yet, and which channels are broken, in one query for the frame of a page."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Exists, OuterRef, Subquery
from django.utils import timezone

from accounts.models import User
from notifications.models import Channel, ChannelState, Notice, NoticeQuerySet

MOST = 99
"""What is more is told as “99+”."""


@dataclass(frozen=True, slots=True)
class Glance:
    """What the frame of every page shows of a user's news."""

    unseen: int = 0
    broken: tuple[Channel, ...] = ()

    @property
    def told(self) -> str:
        """Empty for none."""
        return f"{MOST}+" if self.unseen > MOST else str(self.unseen or "")


def list_rung(user: User) -> NoticeQuerySet:
    """What stands at the user's bell."""
    return Notice.objects.filter(recipient=user, channel=Channel.BELL, state=Notice.State.SENT)


def glance(user: User, *, game_id: int | None = None) -> Glance:
    """One query. With a game that the user has just opened, its news counts as seen: one more where there is some."""
    unseen = list_rung(user).filter(seen_at=None).order_by()
    of_game = unseen.filter(payload__game=game_id) if game_id else unseen.none()
    broken = ChannelState.objects.filter(user=OuterRef("pk"), broken_at__isnull=False)
    row = (
        User.objects.filter(pk=user.pk)
        .annotate(
            unseen=Subquery(unseen.values("recipient").annotate(count=Count("pk")).values("count")),
            here=Exists(of_game),
            mail=Exists(broken.filter(channel=Channel.MAIL)),
            push=Exists(broken.filter(channel=Channel.PUSH)),
        )
        .values("unseen", "here", "mail", "push")
        .first()
    )
    if row is None:
        return Glance()
    seen = of_game.update(seen_at=timezone.now()) if row["here"] else 0
    broken_ones = [channel for channel, fault in ((Channel.MAIL, row["mail"]), (Channel.PUSH, row["push"])) if fault]
    return Glance((row["unseen"] or 0) - seen, tuple(broken_ones))


def mark_seen(notices: Iterable[Notice], *, now: datetime) -> None:
    """These, as far as they are new."""
    Notice.objects.filter(pk__in=[notice.pk for notice in notices if notice.seen_at is None]).update(seen_at=now)


def mark_all_seen(user: User, *, now: datetime) -> int:
    return list_rung(user).filter(seen_at=None).update(seen_at=now)
