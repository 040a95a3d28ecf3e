"""Appeals: make one, answer one. Nothing else writes Appeal.

An appeal is answered by another moderator or administrator than the one who decided. Only where nobody else may act on
the person does the one who decided answer, and the person's page says so.
"""

from __future__ import annotations

from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.conduct import restrictions, rights
from accounts.models import Restriction, User
from core.refusal import Refusal
from moderation import acting, events, log
from moderation.actions.contract import Order
from moderation.models import Appeal, LoggedAction
from moderation.models.held import HOLD_LASTS

LONGEST = 2000
WITHIN_DAYS = 90
"""How long after a decision a person may appeal against it; while it is in force they always may."""


def make(restriction: Restriction, *, text: str, now: datetime | None = None) -> Appeal:
    """Asks staff to look again. Raises Refusal: no_text, appealed_already, not_standing."""
    text, now = text.strip(), now or timezone.now()
    if not text:
        raise Refusal("Please say why the decision is wrong.", code="no_text", status=422)
    if not may_appeal(restriction, now=now):
        raise Refusal("This decision can no longer be appealed.", code="not_standing")
    try:
        with transaction.atomic():
            return Appeal.objects.create(restriction=restriction, text=text[:LONGEST], made_at=now)
    except IntegrityError:
        raise Refusal("You have already appealed. Each decision has one appeal.", code="appealed_already") from None


def may_appeal(restriction: Restriction, *, now: datetime) -> bool:
    if restriction.close == Restriction.Close.LIFTED:
        return False
    ended = restriction.closed_at or now
    return (now - ended).days < WITHIN_DAYS


def find(restriction: Restriction) -> Appeal | None:
    return Appeal.objects.filter(restriction=restriction).first()


def answer(appeal_id: int, *, outcome: str, answer: str, staff: User, now: datetime | None = None) -> Appeal:
    """Upholds the decision, or lifts it; the person is told. Raises Refusal: those of `take`, and no_text."""
    now = now or timezone.now()
    with transaction.atomic():
        appeal = lock_for(appeal_id, staff=staff, now=now)
        restriction = appeal.restriction
        if not answer.strip():
            raise Refusal("Please write what the person reads.", code="no_text", status=422)
        appeal.outcome, appeal.answer = Appeal.Outcome(outcome), answer.strip()[:1000]
        appeal.answered_by, appeal.answered_at = staff, now
        appeal.save()
        if appeal.outcome == Appeal.Outcome.REVERSED:
            reverse(appeal, staff=staff, now=now)
        what = f"Appeal answered: {appeal.get_outcome_display()}."
        person, told = restriction.user, appeal.answer
        log.write("answer_appeal", by=staff, person=person, restriction=restriction, what=what, told=told, now=now)
        events.appeal_answered.send(sender=Appeal, appeal_id=appeal.pk)
    return appeal


def take(appeal_id: int, *, staff: User, now: datetime | None = None) -> None:
    """Assigns it to a member of staff for a while. Raises Refusal: answered, claimed, not_yours, not_over, own."""
    now = now or timezone.now()
    with transaction.atomic():
        appeal = lock_for(appeal_id, staff=staff, now=now)
        appeal.held_by, appeal.held_until = staff, now + HOLD_LASTS
        appeal.save(update_fields=["held_by", "held_until"])


def release(appeal_id: int, *, staff: User) -> None:
    """Makes it available to other staff again."""
    Appeal.objects.filter(pk=appeal_id, held_by=staff).update(held_by=None, held_until=None)


def lock_for(appeal_id: int, *, staff: User, now: datetime) -> Appeal:
    """The appeal, locked after its person, for staff who may answer it now. Raises Refusal for others."""
    user_id = Restriction.objects.values_list("user_id", flat=True).get(appeal=appeal_id)
    restrictions.lock(user_id)
    appeal = Appeal.objects.select_for_update(no_key=True).get(pk=appeal_id)
    refuse_others(appeal, staff=staff, now=now)
    return appeal


def refuse_others(appeal: Appeal, *, staff: User, now: datetime) -> None:
    """Raises Refusal unless they may answer the appeal now: not_yours, not_over, own, answered, claimed."""
    rights.require_over(staff, appeal.restriction.user)
    if appeal.restriction.by_id == staff.pk and has_others(appeal.restriction):
        sentence = "You decided this, so another moderator or an administrator has to answer the appeal."
        raise Refusal(sentence, code="own", status=403)
    if not appeal.is_open:
        raise Refusal("This appeal has been answered.", code="answered")
    if appeal.is_held_from(staff, now=now):
        raise Refusal(f"{appeal.held_by} is working on this.", code="claimed")


def find_obstacle(appeal: Appeal, *, staff: User, now: datetime) -> str:
    """Why this member of staff may not answer it now, in a sentence for them; empty if they may."""
    try:
        refuse_others(appeal, staff=staff, now=now)
    except Refusal as refusal:
        return refusal.sentence
    return ""


def reverse(appeal: Appeal, *, staff: User, now: datetime) -> None:
    """Undoes the decision that the appeal is against, as the page of moderators does."""
    restriction = appeal.restriction
    if restriction.close == Restriction.Close.LIFTED:
        return  # undone by somebody since the appeal
    logged = LoggedAction.objects.filter(restriction=restriction, game=None, reverses=None).order_by("pk").first()
    if logged is None or logged.action == "answer_appeal":
        restrictions.close(restriction.pk, how=Restriction.Close.LIFTED, now=now)
        return
    acting.undo_within(logged, order=Order(staff=staff, now=now, reason="The appeal was right."))


def has_others(restriction: Restriction) -> bool:
    """Whether anybody but the one who decided can answer an appeal against this."""
    return list_with_others().filter(pk=restriction.pk).exists()


def list_with_others() -> QuerySet[Restriction]:
    """Restrictions for which somebody else than the one who decided can answer an appeal.

    That is another moderator or administrator with rights over the person.
    """
    concerned = Q(pk=OuterRef("by")) | Q(pk=OuterRef("user"))
    others = User.objects.filter(is_staff=True, is_active=True).exclude(concerned)
    app, _, name = rights.MODERATES.partition(".")
    of_group = Q(groups__permissions__content_type__app_label=app, groups__permissions__codename=name)
    of_person = Q(user_permissions__content_type__app_label=app, user_permissions__codename=name)
    administrators, moderators = others.filter(is_superuser=True), others.filter(of_group | of_person)
    return Restriction.objects.filter(Exists(administrators) | Q(Exists(moderators), user__is_staff=False))
