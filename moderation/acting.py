"""Does what staff do, undoes it, and rehearses it: all actions of `moderation/actions/` go through here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from django.db import transaction

from accounts.conduct import restrictions, rights
from accounts.models import User
from core.refusal import Refusal
from engine.contract import Ruleset
from games import play, words
from games.models import Game, StaffAction
from moderation.actions import registry
from moderation.actions.contract import Action, GameAction, Order, PersonAction, Reversible, ReversiblePersonAction
from moderation.models import LoggedAction

INSTANTS = {"deadline_at": "Deadline", "paused_until": "Paused until", "chat_closed_at": "Chat closed"}


def perform(action: Action, thing: User | Game, *, order: Order) -> None:
    """Does it to a person or a game. Raises Refusal: not_yours, not_over, nobodys, no_told, no_reason, and those of
    the action."""
    check_order(action, order)
    if isinstance(action, PersonAction) and isinstance(thing, User):
        with transaction.atomic():
            person = restrictions.lock(thing.pk)
            action.require_to_act(order.staff, person)
            action.act(person, order)
        action.after(person, order)
    elif isinstance(action, GameAction) and isinstance(thing, Game):
        rights.require_moderator(order.staff)
        action.act(thing, order, case=action.make_case(order))


def check_order(action: Action, order: Order) -> None:
    if action.tells and not order.told.strip():
        raise Refusal("Please write what the person reads.", code="no_told", status=422)
    if not action.tells and not order.reason.strip():
        raise Refusal("Please give a reason: it is kept on record.", code="no_reason", status=422)


def foresee(action: Action, thing: User | Game, *, order: Order) -> list[str]:
    """What it would do, in sentences, without changing anything. Raises the same Refusal as doing it."""
    check_order(action, order)
    if isinstance(action, PersonAction) and isinstance(thing, User):
        action.require_to_act(order.staff, thing)
        return action.foresee(thing, order)
    rights.require_moderator(order.staff)
    assert isinstance(action, GameAction)
    assert isinstance(thing, Game)
    try:
        action.act(thing, order, case=action.make_case(order, is_rehearsal=True))
    except play.Rehearsed as rehearsed:
        return describe_change(thing.ruleset, rehearsed.before, rehearsed.after)
    return []


def describe_change(ruleset: Ruleset, before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """What changes in a game: result, turns, clocks, chat."""
    said = []
    was, will_be = tell_result(ruleset, before), tell_result(ruleset, after)
    if was != will_be:
        said.append(f"Result: {was or 'it goes on'} → {will_be or 'it goes on'}")
    if before["ply"] != after["ply"]:
        said.append(f"Turns played: {before['ply']} → {after['ply']}")
    for name, label in INSTANTS.items():
        if before[name] != after[name]:
            said.append(f"{label}: {tell_instant(before[name])} → {tell_instant(after[name])}")
    return said or ["Neither the result nor the clocks change."]


def tell_result(ruleset: Ruleset, state: Mapping[str, Any]) -> str:
    """The result of a game in this state, as a sentence; empty while it goes on."""
    if state["ended_at"] is None:
        return ""
    return words.tell_result(ruleset, winner=state["winner"], termination=state["termination"])


def tell_instant(written: str | None) -> str:
    return f"{written[:10]} {written[11:16]} UTC" if written else "none"


def undo(logged: LoggedAction, *, order: Order) -> None:
    """Undoes what was logged. Raises Refusal: not_yours, not_over, reversed_already, no_reverse."""
    with_reason = order if order.reason.strip() else replace(order, reason="Reversed.")
    action = find_reversible(logged)
    if isinstance(action, ReversiblePersonAction):
        with transaction.atomic():
            undo_within(logged, order=with_reason)
        return
    rights.require_moderator(order.staff)
    assert logged.game is not None
    case = action.make_case(with_reason, reverses=logged)
    action.undo(logged.game, logged, with_reason, case=case)


def undo_within(logged: LoggedAction, *, order: Order) -> None:
    """Undoes what was done to a person, within the caller's transaction."""
    action = find_reversible(logged)
    assert isinstance(action, ReversiblePersonAction)
    assert logged.person_id is not None
    person = restrictions.lock(logged.person_id)
    action.require(order.staff, person)
    action.undo(person, logged, order)


def find_reversible(logged: LoggedAction) -> Reversible:
    """Raises Refusal: no_reverse, reversed_already."""
    action = registry.ACTIONS.find(logged.action)
    if not isinstance(action, Reversible) or logged.is_reversal or is_of_suspension(logged):
        raise Refusal("There is nothing to undo here.", code="no_reverse")
    if LoggedAction.objects.filter(reverses=logged).exists():
        raise Refusal("This has been reversed already.", code="reversed_already")
    return action


def is_of_suspension(logged: LoggedAction) -> bool:
    """Whether it is what a suspension did to one game, which lifting the suspension undoes."""
    return logged.game_id is not None and logged.restriction_id is not None


def mark_undoable(rows: Iterable[LoggedAction]) -> list[LoggedAction]:
    """The rows, each with whether to show the button; `reversed_by` must have been selected with them."""
    marked = list(rows)
    for row in marked:
        row.may_undo = may_undo(row)
    return marked


def may_undo(logged: LoggedAction) -> bool:
    """Whether to show the button. `reversed_by` must have been selected with the row."""
    reversible = isinstance(registry.ACTIONS.find(logged.action), Reversible) and not logged.is_reversal
    return reversible and not is_of_suspension(logged) and not hasattr(logged, "reversed_by")


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
    result = tell_result(record.game.ruleset, before)
    label = record.get_kind_display().capitalize()
    LoggedAction(
        action=details.get("action") or registry.name_of(record.kind),
        by=record.staff,
        game=record.game,
        person_id=details.get("person"),
        report_id=details.get("report"),
        restriction_id=details.get("restriction"),
        reverses_id=details.get("reverses"),
        what=" ".join(filter(None, (f"{label}.", record.what, result and f"Before: {result}"))),
        before=dict(before),
        after={**after, **details.get("kept", {})},
        reason=record.reason,
        rule=details.get("rule", ""),
        done_at=record.done_at,
    ).save(force_insert=True)
