"""Writes and reads the log of moderation. Except for `heard`, no other module makes rows of LoggedAction, and none
changes them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models import Restriction, User
from core.refusal import Refusal
from core.said import keep
from core.words import Said
from games.models import Game, Seat
from moderation.models import LoggedAction, Report
from moderation.models.log import SWITCHED_COMPUTER
from moderation.words import log as words
from moderation.words import refusals


def write(
    action: str,
    *,
    by: User,
    what: Said,
    person: User | None = None,
    game: Game | None = None,
    report: Report | None = None,
    restriction: Restriction | None = None,
    reverses: LoggedAction | None = None,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    reason: str = "",
    told: str = "",
    rule: str = "",
    now: datetime | None = None,
) -> LoggedAction:
    """Adds a row, in the transaction of the action. Raises Refusal: reversed_already, if it is undone twice."""
    try:
        with transaction.atomic():
            return LoggedAction.objects.create(
                action=action,
                by=by,
                **tell(what),
                person=person,
                game=game,
                report=report,
                restriction=restriction,
                reverses=reverses,
                before=dict(before or {}),
                after=dict(after or {}),
                reason=reason.strip(),
                told=told.strip(),
                rule=rule,
                done_at=now or timezone.now(),
            )
    except IntegrityError:
        if reverses is None:
            raise
        raise Refusal(refusals.REVERSED_ALREADY()) from None


def tell(what: Said) -> dict[str, Any]:
    """Returns the columns that say what was done: as code and arguments, and in words with times in UTC, which staff
    search."""
    with timezone.override(UTC):
        return {"said": keep(what), "what": str(what)}


def list_visible(staff: User) -> QuerySet[LoggedAction]:
    """Returns all rows except those about the reader or a game of theirs, and those that would reveal who reported
    them."""
    seat = Seat.objects.filter(user=staff)
    own_game = Exists(seat.filter(game=OuterRef("game_id")))
    own_report = Q(report__reporter=staff) | Q(report__about=staff) | Q(report__second=staff)
    own_report |= Q(Exists(seat.filter(game=OuterRef("report__game"))))
    return LoggedAction.objects.exclude(person=staff).exclude(own_report, report__isnull=False).exclude(own_game)


def on_computer_switched(*, user_id: int, staff_id: int, on: bool, **_: Any) -> None:
    """Logs that staff switched a computer on or off."""
    LoggedAction(
        action=SWITCHED_COMPUTER,
        by_id=staff_id,
        person_id=user_id,
        **tell(words.COMPUTER_ON() if on else words.COMPUTER_OFF()),
        before={"on": not on},
        after={"on": on},
        done_at=timezone.now(),
    ).save(force_insert=True)
