"""Writes the log of moderation, and reads it. Nothing else makes rows of LoggedAction, and nothing changes them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models import Restriction, User
from core.refusal import Refusal
from games.models import Game, Seat, StaffAction
from moderation.models import LoggedAction, Report
from moderation.models.log import SWITCHED_COMPUTER

NAMES = {
    StaffAction.Kind.ADJUDICATED: "adjudicate",
    StaffAction.Kind.VOIDED: "void",
    StaffAction.Kind.DEADLINE_MOVED: "move_deadline",
    StaffAction.Kind.PAUSED: "pause",
    StaffAction.Kind.RESUMED: "resume",
    StaffAction.Kind.TAKEN_BACK: "take_back",
    StaffAction.Kind.REOPENED: "reopen",
    StaffAction.Kind.CHAT_CLOSED: "close_chat",
    StaffAction.Kind.LINE_REMOVED: "remove_line",
    StaffAction.Kind.SUSPENDED: "suspend",
}
"""The names under which actions on games are logged that were done elsewhere, as by a suspension."""


def write(
    action: str,
    *,
    by: User,
    what: str,
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
    """Adds a row, in the transaction of what was done. Raises Refusal: reversed_already, where it is reversed twice."""
    try:
        with transaction.atomic():
            return LoggedAction.objects.create(
                action=action,
                by=by,
                what=what,
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
        raise Refusal("This has been reversed already.", code="reversed_already") from None


def list_visible(staff: User) -> QuerySet[LoggedAction]:
    """All rows except those about the reader or a game of theirs, and those that would tell them who reported them."""
    seat = Seat.objects.filter(user=staff)
    own_game = Exists(seat.filter(game=OuterRef("game_id")))
    own_report = Q(report__reporter=staff) | Q(report__about=staff) | Exists(seat.filter(game=OuterRef("report__game")))
    return LoggedAction.objects.exclude(person=staff).exclude(own_report, report__isnull=False).exclude(own_game)


def on_staff_acted(
    *,
    staff_action_id: int,
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    details: Mapping[str, Any],
    **_: Any,
) -> None:
    """Logs what staff did to a game. `details` may name the action, and the ids of what it belongs to."""
    record = StaffAction.objects.select_related("game", "staff").get(pk=staff_action_id)
    LoggedAction(
        action=details.get("action") or NAMES.get(StaffAction.Kind(record.kind), record.kind),
        by=record.staff,
        game=record.game,
        person_id=details.get("person"),
        report_id=details.get("report"),
        restriction_id=details.get("restriction"),
        reverses_id=details.get("reverses"),
        what=f"{record.get_kind_display().capitalize()}. {record.what}".strip(),
        before=dict(before),
        after={**after, **details.get("kept", {})},
        reason=record.reason,
        rule=details.get("rule", ""),
        done_at=record.done_at,
    ).save(force_insert=True)


def on_computer_switched(*, user_id: int, staff_id: int, on: bool, **_: Any) -> None:
    """Logs that staff switched a computer on or off."""
    LoggedAction(
        action=SWITCHED_COMPUTER,
        by_id=staff_id,
        person_id=user_id,
        what=f"Computer switched {'on' if on else 'off'}.",
        before={"on": not on},
        after={"on": on},
        done_at=timezone.now(),
    ).save(force_insert=True)
