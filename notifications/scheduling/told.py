"""What has told a reader of a turn by now, besides the site itself."""

from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime

from notifications import registry
from notifications.models import Notice
from notifications.routing.readers import ANSWER, FOUND, REMINDER, TURN

DIGEST, CLAIM = "digest", "win_claimed"


def find_told(started: Mapping[int, tuple[int, datetime]]) -> set[tuple[int, str]]:
    """Which channels have told of these games, given by reader and since when; each as game and channel. What stands on
    the site alone tells nobody who is away. One query."""
    readers, since = {reader for reader, _ in started.values()}, min(at for _, at in started.values())
    sent = Notice.objects.filter(recipient__in=readers, state=Notice.State.SENT, closed_at__gte=since)
    sent = sent.filter(kind__in=(TURN, FOUND, REMINDER, DIGEST, CLAIM, ANSWER))
    on_site = {channel.name for channel in registry.CHANNELS.all() if channel.is_on_site}
    mine: dict[int | None, list[tuple[int, datetime]]] = defaultdict(list)
    for game_id, (reader, at) in started.items():
        mine[reader].append((game_id, at))
    return {
        (game_id, notice.channel)
        for notice in sent.exclude(channel__in=on_site)
        for game_id, at in mine[notice.recipient_id]
        if is_since(notice, at) and (notice.kind == DIGEST or notice.id_of("game") == game_id)
    }


def is_since(notice: Notice, at: datetime) -> bool:
    """Whether it tells of what began then. An answer is put into words as it leaves, whatever it was written for: it
    was written after the turn began that it tells of."""
    told_at = notice.created_at if notice.kind == ANSWER else notice.closed_at
    return told_at is not None and told_at >= at
