"""Help that a moderator asks for: it waits 72 hours, in which the person can stop it. Nothing else writes Rescue.

While the site cannot send the email that tells of it, the 72 hours begin again.

Correcting an address or taking away second factors could be used to take over an account. So the old address is told at
once, every page says it to a person who is logged in, and only an administrator's help is given without waiting.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core import signing
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from accounts import events
from accounts.limiting.spending import spend
from accounts.locked_out import rescue
from accounts.models import AccountEvent, Rescue, User
from accounts.people import activity
from accounts.words import rescue as words
from core.each import do_each
from core.form_errors import invalid
from core.refusal import Refusal
from core.words import DAY_AND_TIME, DAY_OF_YEAR, Sentence, tell_moment, tell_utc

WAIT = timedelta(hours=72)
STOPPED_FOR = timedelta(days=30)
"""How long after it was stopped no moderator may ask for the same."""
KEPT = timedelta(days=180)
"""How long requests are kept. After that the link to stop one leads nowhere."""

WAITS = Sentence("waits", "This has been asked for already, and waits until {due} UTC.")
STOPPED = Sentence("stopped", "This person stopped it on {day}. For 30 days only an administrator can do it.")
NOTHING_WAITS = Sentence("nothing_waits", "Nothing waits for this person.")
NOT_ALLOWED = "Whoever asked for it may no longer do so, or the account is closed, a computer’s or a member of staff’s."
CHANGED = "The person has changed it meanwhile."
Kind = Rescue.Kind
Outcome = Rescue.Outcome


@transaction.atomic
def begin(
    user: User, kind: Kind, *, staff: User, reason: str, email: str = "", now: datetime | None = None
) -> Rescue | None:
    """For an administrator acts at once, in place of what waits; for a moderator makes a request that waits, and
    returns it.

    Raises ValidationError with a sentence for staff, and PermissionDenied for a moderator and somebody they may not
    help.
    """
    now, user = now or timezone.now(), _lock(user.pk)
    rescue.refuse_nobodys(user)
    waiting = Rescue.objects.waiting().filter(user=user, kind=kind).first()
    if staff.is_superuser:
        _act(user, kind, staff=staff, reason=reason, email=email)
        if waiting:
            _close(waiting, Outcome.OVERTAKEN, now=now)
        return None
    if not _may_help(staff, user=user):
        raise PermissionDenied
    if waiting and find_obstacle(waiting):
        _close(waiting, Outcome.VOID, now=now)
    elif waiting:
        raise invalid(WAITS(due=tell_moment(waiting.due_at, form=DAY_AND_TIME, zone=UTC)))
    stopped = Rescue.objects.filter(user=user, kind=kind, outcome=Outcome.STOPPED, closed_at__gt=now - STOPPED_FOR)
    if (last := stopped.order_by("closed_at").last()) and last.closed_at:
        raise invalid(STOPPED(day=tell_moment(last.closed_at, form=DAY_OF_YEAR, zone=UTC)))
    return _ask(user, kind, staff=staff, reason=reason, email=email, now=now)


def _ask(user: User, kind: Kind, *, staff: User, reason: str, email: str, now: datetime) -> Rescue:
    if kind == Kind.ADDRESS:
        email = rescue.check_address(user, email=email)
    else:
        rescue.find_factors(user)
    try:
        spend("rescue", now=now, sender=staff.pk, recipient=user.pk)
    except Refusal as refusal:
        raise invalid(refusal.said) from None
    terms = {"email": email, "before": _describe(user, kind), "staff": staff, "reason": reason}
    asked = Rescue.objects.create(user=user, kind=kind, asked_at=now, due_at=now + WAIT, **terms)
    User.objects.filter(pk=user.pk).update(rescue_waits=True)
    activity.note(user, AccountEvent.Kind.RESCUE_ASKED, detail=asked.get_kind_display())
    rescue.tell(user, f"{kind}_asked", rescue=asked, stop_url=f"{settings.SITE_URL}{asked.stop_path}")
    rescue.log(user, words.ASKED_FOR(what=_in_words(asked), due=tell_utc(asked.due_at)), by=staff, why=reason)
    return asked


def find(token: str) -> Rescue | None:
    """The request of a link, whatever became of it."""
    try:
        return Rescue.objects.select_related("user", "staff").filter(pk=Rescue.read_token(token)).first()
    except (signing.BadSignature, ValueError):
        return None


def list_waiting(user: User | AnonymousUser) -> list[Rescue]:
    """The requests that the user may still stop. Makes no query for people for whom nothing waits."""
    if not (isinstance(user, User) and user.rescue_waits):
        return []
    waiting = Rescue.objects.waiting().filter(user=user).select_related("user", "staff").order_by("due_at")
    return [each for each in waiting if not find_obstacle(each)]


@transaction.atomic
def stop(pk: int, *, request: HttpRequest, now: datetime | None = None) -> None:
    """Stops a request, for anyone who has its link; does nothing if it no longer waits."""
    asked = _lock_one(pk)
    if asked.closed_at or find_obstacle(asked):
        return
    _close(asked, Outcome.STOPPED, now=now or timezone.now())
    activity.note(asked.user, AccountEvent.Kind.RESCUE_STOPPED, request=request, detail=asked.get_kind_display())
    rescue.log(asked.user, words.STOPPED_BY_LINK(what=_in_words(asked)), by=asked.user, why="none is asked for")


@transaction.atomic
def withdraw(user: User, *, staff: User, reason: str, now: datetime | None = None) -> int:
    """Calls off all that waits for this person, and returns how many. Raises ValidationError where nothing does."""
    user = _lock(user.pk)
    waiting = list(Rescue.objects.waiting().filter(user=user))
    if not waiting:
        raise invalid(NOTHING_WAITS())
    for asked in waiting:
        _close(asked, Outcome.WITHDRAWN, now=now or timezone.now())
        rescue.log(user, words.CALLED_OFF(what=_in_words(asked)), by=staff, why=reason)
    return len(waiting)


def carry_out_due(*, now: datetime | None = None) -> int:
    """Does what has waited long enough and closes what can no longer be done; returns how many were done."""
    now = now or timezone.now()

    def carry_out(pk: int) -> bool:
        waits = User.objects.filter(pk__in=Rescue.objects.filter(pk=pk).values("user_id"))
        waits.filter(rescue_waits=False).update(rescue_waits=True)  # a copy of before may have been saved since
        return _settle(pk, now=now)

    waiting = list(Rescue.objects.waiting().order_by("due_at").values_list("pk", flat=True))
    return do_each(waiting, carry_out, fault="Help that waits, number %s, could not be carried out").done


@transaction.atomic
def _settle(pk: int, *, now: datetime) -> bool:
    asked = _lock_one(pk)
    if asked.closed_at:  # by another worker, or stopped
        return False
    obstacle = find_obstacle(asked)
    if not obstacle and asked.due_at > now:
        return False
    if not obstacle and _is_untold(asked):
        Rescue.objects.filter(pk=asked.pk).update(due_at=now + WAIT)
        return False
    if not obstacle:
        try:
            with transaction.atomic():
                _act(asked.user, Kind(asked.kind), staff=asked.staff, reason=asked.reason, email=asked.email)
        except ValidationError as refusal:
            obstacle = refusal.messages[0]
    _close(asked, Outcome.VOID if obstacle else Outcome.DONE, now=now)
    if obstacle:
        rescue.log(asked.user, words.NOT_DONE(what=_in_words(asked), why=obstacle), by=asked.staff, why=asked.reason)
    return not obstacle


def _is_untold(asked: Rescue) -> bool:
    answers = events.told_of.send(sender=Rescue, user_id=asked.user_id, at=asked.asked_at)
    return any(waits for _, waits in answers)


def find_obstacle(asked: Rescue) -> str:
    """Why the request can no longer be carried out, in a sentence for staff; empty if it can."""
    if not _may_help(asked.staff, user=asked.user):
        return NOT_ALLOWED
    return CHANGED if _describe(asked.user, Kind(asked.kind)) != asked.before else ""


def _may_help(staff: User, *, user: User) -> bool:
    may = staff.is_active and staff.is_staff and staff.has_perm("accounts.help_user")
    return may and user.is_active and user.is_person and not (user.is_staff or user.is_superuser)


def _act(user: User, kind: Kind, *, staff: User, reason: str, email: str) -> None:
    if kind == Kind.ADDRESS:
        rescue.correct_address(user, email=email, staff=staff, reason=reason)
    else:
        rescue.reset_second_factors(user, staff=staff, reason=reason)


def _describe(user: User, kind: Kind) -> str:
    """What is to be changed, as it is now."""
    if kind == Kind.ADDRESS:
        return user.email
    factors = Authenticator.objects.filter(user=user).order_by("pk").values_list("pk", flat=True)
    return " ".join(map(str, factors))


def _in_words(asked: Rescue) -> str:
    return f"{asked.get_kind_display()} {asked.email}".strip()


def _close(asked: Rescue, outcome: Outcome, *, now: datetime) -> None:
    asked.outcome, asked.closed_at = outcome, now
    asked.save(update_fields=["outcome", "closed_at"])
    User.objects.filter(pk=asked.user_id).update(rescue_waits=Rescue.objects.waiting().filter(user=asked.user).exists())


def _lock_one(pk: int) -> Rescue:
    """The request, locked; its user is locked before it, as everywhere."""
    _lock(Rescue.objects.values_list("user_id", flat=True).get(pk=pk))
    return Rescue.objects.select_for_update(no_key=True, of=("self",)).select_related("user", "staff").get(pk=pk)


def _lock(user_id: int) -> User:
    return User.objects.select_for_update(no_key=True).get(pk=user_id)
