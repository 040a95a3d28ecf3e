"""What staff leave to a colleague: a decision that they may not make, or the confirmation of one that staff with ties
made. No other module writes Referral."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.conduct import restrictions, rights
from accounts.models import User
from core.refusal import Refusal
from games.models import Game
from moderation import deciding, events, log
from moderation.models import Appeal, LoggedAction, Referral, Report
from moderation.words import log as words
from moderation.words import refusals

Kind = Referral.Kind
LONGEST = 2000
MOST = 200
"""The most waiting referrals that are read."""
HANDED_OVER, CONFIRMED, CLOSED = "hand_over", "confirm", "close_referral"
"""The names of the actions in the log."""
LABELS = {HANDED_OVER: _("Handed over"), CONFIRMED: _("Confirmed"), CLOSED: _("Left as it is")}


@transaction.atomic
def hand_over(
    *,
    staff: User,
    person: User | None = None,
    game: Game | None = None,
    report: Report | None = None,
    note: str = "",
    now: datetime | None = None,
) -> None:
    """Leaves a person or a game to colleagues, whose queue then shows it with the note. Releases what these staff hold
    about the person. Handing over again changes the note. Raises Refusal: not_yours."""
    now = now or timezone.now()
    rights.require_moderator(staff)
    if person is not None:
        restrictions.lock(person.pk)
        about = Q(restriction__user=person) | Q(by=person)
        for held in (Report.objects.filter(about=person), Appeal.objects.filter(about)):
            held.filter(answered_at=None, held_by=staff).update(held_by=None, held_until=None)
    what: dict[str, Any] = {"person": person} if game is None else {"game": game}
    found, is_new = Referral.objects.get_or_create(
        by=staff, kind=Kind.DECIDE, answered_at=None, **what, defaults={"note": note[:LONGEST], "made_at": now}
    )
    if not is_new and note:
        Referral.objects.filter(pk=found.pk).update(note=note[:LONGEST])
    if is_new:
        events.referral_made.send(sender=Referral, referral_id=found.pk)
        what |= {"what": words.HANDED_OVER(), "reason": note}
        log.write(HANDED_OVER, by=staff, report=report, now=now, **what)


def ask_to_confirm(logged: LoggedAction, *, now: datetime) -> None:
    """Asks the first colleague without ties to confirm or undo what staff with ties decided."""
    made = Referral.objects.create(
        kind=Kind.CONFIRM, by=logged.by, person=logged.person, game=logged.game, logged=logged, made_at=now
    )
    events.referral_made.send(sender=Referral, referral_id=made.pk)


@transaction.atomic
def answer(referral_id: int, *, staff: User, reason: str = "", now: datetime | None = None) -> Referral:
    """Confirms a decision, or closes what needs no decision, and logs that. Raises Refusal: not_yours, answered,
    concerned."""
    now = now or timezone.now()
    rights.require_moderator(staff)
    found = Referral.objects.select_for_update(no_key=True, of=("self",)).get(pk=referral_id)
    if found.answered_at is not None:
        raise Refusal(refusals.REFERRAL_ANSWERED())
    if found not in list_for(staff, now=now):
        raise Refusal(refusals.CONCERNED(), status=403)
    _close(Referral.objects.filter(pk=found.pk), staff=staff, now=now)
    name = CONFIRMED if found.kind == Kind.CONFIRM else CLOSED
    what = words.CONFIRMED() if found.kind == Kind.CONFIRM else words.NOTHING_TO_DECIDE()
    log.write(name, by=staff, person=found.person, game=found.game, what=what, reason=reason, now=now)
    return found


def close_decided(*, staff: User, person: User | None = None, game: Game | None = None, now: datetime) -> None:
    """Closes what was left to colleagues about a person or a game about which staff have now decided."""
    about = Q(person=person) if game is None else Q(game=game)
    _close(Referral.objects.filter(about, kind=Kind.DECIDE).exclude(by=staff), staff=staff, now=now)


def close_undone(logged: LoggedAction, *, staff: User, now: datetime) -> None:
    """Closes the request to confirm a decision that is undone now."""
    _close(Referral.objects.filter(logged=logged), staff=staff, now=now)


def _close(found: QuerySet[Referral], *, staff: User, now: datetime) -> None:
    found.filter(answered_at=None).update(answered_by=staff, answered_at=now)


def list_for(staff: User, *, now: datetime) -> list[Referral]:
    """Returns what waits for this member of staff, oldest first. It was left by others, and is about people with whom
    they have no ties older than the matter. What is about staff is only for administrators. Makes seven queries,
    however much waits, and one if nothing does."""
    open_ones = Referral.objects.filter(answered_at=None)
    if not open_ones.exists():  # the usual case, on every page of staff
        return []
    waiting = open_ones.exclude(by=staff).exclude(person=staff)
    if not rights.administers(staff):
        waiting = waiting.exclude(person__is_staff=True)
    rows = list(
        waiting.select_related("by", "person", "game", "logged__by", "held_by")
        .prefetch_related("game__seats")
        .order_by("made_at", "pk")[:MOST]
    )
    ties = deciding.find_ties(staff, now=now)
    begun = deciding.find_beginnings({pk for row in rows for pk in list_people(row)})
    return [row for row in rows if not any(_concerns(pk, row, ties, begun, staff) for pk in list_people(row))]


def list_people(referral: Referral) -> list[int]:
    """Returns the ids of the people to decide about."""
    if referral.game is not None:
        return [seat.user_id for seat in referral.game.seats.all()]
    return [referral.person_id] if referral.person_id else []


def _concerns(pk: int, row: Referral, ties: deciding.Ties, begun: deciding.Ties, staff: User) -> bool:
    return pk == staff.pk or (pk in ties and ties[pk] < min(row.made_at, begun.get(pk, row.made_at)))
