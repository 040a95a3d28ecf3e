"""Checks that nobody did what staff had forbidden them, and that the log agrees with the restrictions in force."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime

from django.db.models import F, Model

from accounts.conduct.restrictions import Activity, list_forbidden
from accounts.models import Restriction, User
from analysis.models import SealedRemark
from games.models import Challenge, Game, Message, Turn
from moderation.models import LoggedAction, Report

Span = tuple[datetime, datetime]


def find_defied(laid: Iterable[tuple[int, datetime]], *, kept: Mapping[int, datetime], now: datetime) -> Iterator[str]:
    """Of restrictions by their numbers, and since when each has stood, what is wrong, in sentences.

    `kept` says of games that somebody has from a guest since when: what was played before then is not of their doing.
    """
    for pk, since in laid:
        one = Restriction.objects.select_related("user").get(pk=pk)
        ends = min(at for at in (one.closed_at, one.until_at, now) if at is not None)
        for deed in list_forbidden(one):
            found = DONE[deed](one.user, (since, ends)) if deed in DONE else ()
            if any(not is_of_guest(each, kept) for each in found):
                yield f"{one.user} did what {one.kind} forbids ({deed}) between {since} and {ends}"
        logged = LoggedAction.objects.filter(restriction=one, game=None)
        if not logged.filter(reverses=None).exists():
            yield f"nothing in the log says that {one.user} was {one.kind}"
        lifted = logged.exclude(reverses=None).count()
        if lifted != (one.close == Restriction.Close.LIFTED):
            yield f"the log says {lifted} times that what stood on {one.user} was lifted, and it is {one.close!r}"


def is_of_guest(done: Model, kept: Mapping[int, datetime]) -> bool:
    return isinstance(done, Turn) and done.game_id in kept and done.played_at <= kept[done.game_id]


def list_written(user: User, span: Span) -> Iterator[Model]:
    """What somebody wrote in chats and remarks."""
    yield from Message.objects.filter(user=user, sent_at__gt=span[0], sent_at__lt=span[1])
    yield from SealedRemark.objects.filter(user=user, written_at__gt=span[0], written_at__lt=span[1])


def list_sent(user: User, span: Span) -> Iterator[Model]:
    """The challenges with which somebody sent words, and those that they declined with words."""
    noted, declined = Challenge.objects.exclude(note=""), Challenge.objects.exclude(reason="")
    yield from noted.filter(challenger=user, created_at__gt=span[0], created_at__lt=span[1])
    yield from declined.filter(opponent=user, status="declined", closed_at__gt=span[0], closed_at__lt=span[1])


DONE: dict[Activity, Callable[[User, Span], Iterable[Model]]] = {
    Activity.CHAT: list_written,
    Activity.WRITE: list_sent,
    Activity.CHALLENGE: lambda user, span: Challenge.objects.filter(
        challenger=user, created_at__gt=span[0], created_at__lt=span[1]
    ),
    Activity.RATED: lambda user, span: Game.objects.of(user).filter(
        rated=True, started_at__gt=span[0], started_at__lt=span[1]
    ),
    Activity.REPORT: lambda user, span: Report.objects.filter(reporter=user, made_at__gt=span[0], made_at__lt=span[1]),
    Activity.PLAY: lambda user, span: Turn.objects.filter(
        game__seats__user=user, game__seats__side=F("side"), played_at__gt=span[0], played_at__lt=span[1]
    ),
}
"""What there is of each, between two instants; at these very ones it may have come before."""
