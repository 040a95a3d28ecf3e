"""What moderation does after staff did something to a game: it logs the action, and does what follows from a
decision."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from competition import ladder
from core.said import AS_TOLD, recall
from core.words import say_all
from games.models import StaffAction
from moderation import corrected_reports, events, log, orders, referrals
from moderation.actions import registry
from moderation.actions.contract import Order
from moderation.changes import tell_result
from moderation.models import LoggedAction
from moderation.models.log import ANSWERED
from moderation.words import log as log_words


def on_staff_acting(*, game_id: int, details: Mapping[str, Any], **_: Any) -> None:
    """Gives back the places on a ladder that a decision had moved which is undone now, by hand or by the end of a
    suspension."""
    rows = LoggedAction.objects.filter(game=game_id, reverses=None).order_by("pk")
    if details.get("reverses"):
        undone = rows.filter(pk=details["reverses"]).first()
    elif details.get("restriction"):
        undone = rows.filter(restriction=details["restriction"]).first()
    else:
        return
    if undone is not None and "ladder" in undone.before:
        ladder.give_back(game_id, before=undone.before["ladder"], after=undone.after["ladder"])


def on_staff_acted(
    *,
    staff_action_id: int,
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    details: Mapping[str, Any],
    **_: Any,
) -> None:
    """Logs what staff did to a game. `details` may name the action and the ids of the rows to which it belongs."""
    record = StaffAction.objects.select_related("game", "staff").get(pk=staff_action_id)
    order, name = details.get("order"), details.get("action") or registry.name_of(record.kind)
    answered = settle_reports(name, order) if order is not None and not details.get("reverses") else []
    result = tell_result(record.game.ruleset, before)
    what = say_all(
        log_words.STAFF_ACTED(label=record.get_kind_display().capitalize()),
        recall(record.said) if record.said else AS_TOLD(text=record.what) if record.what else None,
        log_words.BEFORE(result=result) if result else None,
        log_words.REPORTS_ANSWERED(n=len(answered)) if answered else None,
        log_words.TOGETHER(measures=list(order.together)) if order is not None and order.together else None,
    )
    row = LoggedAction(
        action=name,
        by=record.staff,
        game=record.game,
        person_id=details.get("person"),
        report_id=details.get("report"),
        restriction_id=details.get("restriction"),
        reverses_id=details.get("reverses"),
        **log.tell(what),
        before=dict(before),
        after={**after, **details.get("kept", {}), **({ANSWERED: answered} if answered else {})},
        reason=order.reason if order else record.reason,
        told=record.reason,
        rule=order.rule if order else details.get("rule", ""),
        done_at=record.done_at,
    )
    row.save(force_insert=True)
    if order is not None:
        follow_on_game(row, order)
    events.game_decided.send(sender=LoggedAction, logged_id=row.pk)


def settle_reports(name: str, order: Order) -> list[int]:
    """Answers the reports that a decision about a game settles. Returns their numbers."""
    settle = orders.with_settling(registry.ACTIONS.get(name), order).settling
    return settle() if settle is not None else []


def follow_on_game(row: LoggedAction, order: Order) -> None:
    """Does what follows from a decision about a game, in the transaction of the decision."""
    action = registry.ACTIONS.get(row.action)
    if order.is_concerned:
        referrals.ask_to_confirm(row, now=order.now)
    if row.reverses is not None:
        referrals.close_undone(row.reverses, staff=order.staff, now=order.now)
        corrected_reports.follow_undone(row.reverses, staff=order.staff, is_appeal=order.is_appeal, now=order.now)
    orders.follow(action, order, game=row.game)
    if order.beside is not None:
        order.beside(row)
