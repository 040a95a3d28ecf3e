"""Which channels, apart from the site itself, have told a reader of a turn by now."""

from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime

from notifications import registry
from notifications.kind_names import ANSWER, CLAIM, DIGEST, FOUND, REMINDER, TURN
from notifications.models import Notice


def find_told(started: Mapping[int, tuple[int, datetime]]) -> set[tuple[int, str]]:
    """Returns which channels have told of these games, as pairs of game and channel, with one query.

    `started` has, for each game, the reader and since when. What is only shown on the site does not count, since it
    tells nothing to a reader who is away.
    """
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
    """Whether the notice tells of a turn that began at `at`.

    An answer is composed when it is sent, whatever it was written for. It was written after the turn began that it
    tells of.
    """
    told_at = notice.created_at if notice.kind == ANSWER else notice.closed_at
    return told_at is not None and told_at >= at
