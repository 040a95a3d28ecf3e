"""Answers appeals, and says who may. `moderation/appealing.py` makes them. No other module writes Appeal.

Another member of staff than the one who decided answers an appeal. If an administrator decided, it is another
administrator, or a moderator if no other administrator can. Only if no one else can does the one who decided answer,
and the page of the decision says so.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.conduct import restrictions, rights
from accounts.models import Restriction, User
from core.refusal import Refusal
from core.words import Said, say_all
from moderation import acting, corrected_reports, deciding, events, log
from moderation.actions.contract import Order
from moderation.appealed import find_beginning, find_decision_on_game, find_logged, find_report
from moderation.appealing import (
    LONGEST,
    WITHIN_DAYS,
    concerns_another,
    find,
    find_by_token,
    find_concerning,
    find_of_game,
    list_games_of,
    make,
    make_of_game,
    may_appeal,
    may_appeal_of_game,
    path_of_game,
    read_reason,
    tell_put_back,
)
from moderation.models import Appeal, LoggedAction
from moderation.models.held import HOLD_LASTS
from moderation.words import log as log_words
from moderation.words import refusals

__all__ = [
    "LONGEST",
    "WITHIN_DAYS",
    "concerns_another",
    "find",
    "find_by_token",
    "find_concerning",
    "find_of_game",
    "list_games_of",
    "make",
    "make_of_game",
    "may_appeal",
    "may_appeal_of_game",
    "path_of_game",
    "read_reason",
]
REVERSED = "The appeal was right."
NEWER_STANDS = ("changed_since", "name_taken")
"""Refusals to put something back, such as a name, because the person has a newer one. Then only the decision is
lifted."""


def answer(
    appeal_id: int,
    *,
    outcome: str,
    answer: str,
    staff: User,
    has_shown_factor: bool = False,
    now: datetime | None = None,
) -> None:
    """Upholds the decision or undoes it, in one transaction, and tells the person who appealed. Raises Refusal: those
    of `take`, factor, no_text, and those of undoing."""
    now = now or timezone.now()
    if not answer.strip():
        raise Refusal(refusals.NO_ANSWER_TEXT(), status=422)
    said: dict[str, Any] = {
        "outcome": Appeal.Outcome(outcome),
        "answer": answer.strip()[:1000],
        "staff": staff,
        "now": now,
    }
    if said["outcome"] == Appeal.Outcome.REVERSED and (decision := find_decision_on_game(appeal_id)) is not None:
        _refuse_unlocked(appeal_id, staff=staff, now=now, has_shown_factor=has_shown_factor)
        order = Order(
            staff, now, reason=REVERSED, told=said["answer"], has_shown_factor=has_shown_factor, is_appeal=True
        )
        acting.undo(decision, order=_with_answer(order, appeal_id, said))
        return
    with transaction.atomic():
        if said["outcome"] == Appeal.Outcome.REVERSED:
            acting.lock_to_undo(find_logged(_read(appeal_id)))
        appeal = lock_for(appeal_id, staff=staff, now=now, has_shown_factor=has_shown_factor)
        _close(appeal, **said)
        if appeal.outcome == Appeal.Outcome.REVERSED:
            reverse(appeal, staff=staff, has_shown_factor=has_shown_factor, now=now)


def _with_answer(order: Order, appeal_id: int, said: dict[str, Any]) -> Order:
    """Returns the order that also answers the appeal, in the transaction of the game."""

    def also() -> None:
        appeal = Appeal.objects.select_for_update(no_key=True, of=("self",)).get(pk=appeal_id)
        if not appeal.is_open:
            raise Refusal(refusals.APPEAL_ANSWERED())
        _close(appeal, **said)

    return replace(order, also=also)


def foresee_reversal(appeal: Appeal, *, staff: User, now: datetime) -> list[Said]:
    """Says in sentences what granting the appeal would undo, without changing anything. Raises Refusal as `answer`
    does, except for ties of which staff cannot know."""
    refuse_others(appeal, staff=staff, now=now, has_shown_factor=True, openly=True)
    logged = find_logged(appeal)
    if logged is None or logged.action == "answer_appeal" or hasattr(logged, "reversed_by"):
        return []
    if (action := find_concerning(logged)) is not None and appeal.by_id is not None:
        with transaction.atomic():
            acting.lock_to_undo(logged)
            return action.foresee_undo_for(appeal.by_id, logged)
    return acting.foresee_undo(logged, order=Order(staff, now, reason=REVERSED, is_appeal=True))


def _close(appeal: Appeal, *, outcome: Appeal.Outcome, answer: str, staff: User, now: datetime) -> None:
    appeal.outcome, appeal.answer = outcome, answer
    appeal.answered_by, appeal.answered_at = staff, now
    appeal.save()
    what = say_all(log_words.APPEAL_ANSWERED(outcome=appeal.get_outcome_display()), tell_put_back(appeal))
    log.write(
        "answer_appeal",
        by=staff,
        what=what,
        told=appeal.answer,
        now=now,
        person=appeal.person,
        restriction=appeal.restriction,
    )
    events.appeal_answered.send(sender=Appeal, appeal_id=appeal.pk)


def take(appeal_id: int, *, staff: User, now: datetime | None = None) -> None:
    """Assigns the appeal to a member of staff for a while. Raises Refusal: answered, claimed, not_yours, not_over, own,
    higher, concerned."""
    now = now or timezone.now()
    with transaction.atomic():
        appeal = lock_for(appeal_id, staff=staff, now=now, has_shown_factor=True)
        appeal.held_by, appeal.held_until = staff, now + HOLD_LASTS
        appeal.save(update_fields=["held_by", "held_until"])


def release(appeal_id: int, *, staff: User) -> None:
    """Makes the appeal available to other staff again."""
    Appeal.objects.filter(pk=appeal_id, held_by=staff).update(held_by=None, held_until=None)


def lock_for(appeal_id: int, *, staff: User, now: datetime, has_shown_factor: bool) -> Appeal:
    """Locks the person and then the appeal, and returns it if these staff may answer it now. Otherwise raises
    Refusal."""
    restrictions.lock(_read(appeal_id).person.pk)
    appeal = Appeal.objects.select_for_update(no_key=True).get(pk=appeal_id)
    refuse_others(appeal, staff=staff, now=now, has_shown_factor=has_shown_factor)
    return appeal


def _refuse_unlocked(appeal_id: int, *, staff: User, now: datetime, has_shown_factor: bool) -> None:
    refuse_others(_read(appeal_id), staff=staff, now=now, has_shown_factor=has_shown_factor)


def _read(appeal_id: int) -> Appeal:
    people = ("restriction__user", "restriction__by", "decision__by", "decision__person", "by")
    return Appeal.objects.select_related(*people).get(pk=appeal_id)


def refuse_others(
    appeal: Appeal, *, staff: User, now: datetime, has_shown_factor: bool = False, openly: bool = False
) -> None:
    """Raises Refusal unless these staff may answer the appeal now: not_yours, not_over, own, higher, concerned, factor,
    answered, claimed."""
    require_rank(staff, appeal)
    if appeal.decided_by == staff and has_others(appeal):
        raise Refusal(refusals.OWN_DECISION(), status=403)
    deciding.require_decider(
        staff,
        list_concerned(appeal),
        has_shown_factor=has_shown_factor,
        over=appeal.restriction is not None,
        since=find_beginning(appeal),
        reporters=deciding.list_reporters(find_report(appeal)),
        now=now,
        openly=openly,
    )
    if not appeal.is_open:
        raise Refusal(refusals.APPEAL_ANSWERED())
    if appeal.is_held_from(staff, now=now):
        raise Refusal(refusals.APPEAL_CLAIMED(name=appeal.held_by))


def require_rank(staff: User, appeal: Appeal) -> None:
    """Raises Refusal unless the rights of these staff suffice: not_yours, not_over, higher."""
    rights.require_moderator(staff)
    if appeal.restriction is not None:
        rights.require_over(staff, appeal.person)
    if appeal.decided_by.is_superuser and not rights.administers(staff) and any(map(rights.administers, _list(appeal))):
        raise Refusal(refusals.HIGHER_ANSWERS(), status=403)


def list_concerned(appeal: Appeal) -> list[User]:
    """Returns the people the answer is about: the person and an opponent who appeals, or both players of the game."""
    if appeal.decision is None:
        return [appeal.person]
    if appeal.decision.game is not None:
        return acting.list_players(appeal.decision.game)
    assert appeal.decision.person is not None
    return [appeal.decision.person, appeal.person]


def find_obstacle(appeal: Appeal, *, staff: User, now: datetime) -> str:
    """Says why these staff may not answer the appeal now, as far as they may know. Empty if they may."""
    try:
        refuse_others(appeal, staff=staff, now=now, has_shown_factor=True, openly=True)
    except Refusal as refusal:
        return refusal.sentence
    return ""


def reverse(appeal: Appeal, *, staff: User, has_shown_factor: bool, now: datetime) -> None:
    """Undoes the decision about a person that the appeal is against, or only what concerns the opponent who appeals."""
    if appeal.decision is not None:
        action = find_concerning(appeal.decision)
        if action and appeal.by_id and not LoggedAction.objects.filter(reverses=appeal.decision).exists():
            action.undo_for(appeal.by_id, appeal.decision)
        return
    restriction = appeal.restriction
    if restriction is None or restriction.close == Restriction.Close.LIFTED:
        return  # it was undone after the appeal was made
    logged = find_logged(appeal)
    if logged is None or logged.action == "answer_appeal":
        restrictions.close(restriction.pk, how=Restriction.Close.LIFTED, now=now)
        return
    order = Order(staff=staff, now=now, reason=REVERSED, has_shown_factor=has_shown_factor, is_appeal=True)
    try:
        acting.undo_within(logged, order=order)
    except Refusal as refusal:
        if refusal.code not in NEWER_STANDS:
            raise
        restrictions.close(restriction.pk, how=Restriction.Close.LIFTED, now=now)
        corrected_reports.follow_undone(logged, staff=staff, is_appeal=True, now=now)


def has_others(appeal: Appeal) -> bool:
    """Whether anyone except the one who decided can answer the appeal."""
    return bool(_list(appeal))


def would_have_others(**against: Any) -> bool:
    """The same for an appeal that is not made yet, given its fields."""
    return has_others(Appeal(**against))


def _list(appeal: Appeal) -> list[User]:
    """Returns those who can answer the appeal, without the one who decided."""
    return deciding.list_others_than(
        appeal.decided_by,
        list_concerned(appeal),
        over=appeal.restriction is not None,
        since=find_beginning(appeal),
        reporters=deciding.list_reporters(find_report(appeal)),
    )
