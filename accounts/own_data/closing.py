"""Closing one's own account: asked for, undone by logging in, done after a week. Nothing else sets `closing_at`.

The row stays without anything that tells who it was, so that the games of others keep their players. Nobody can take
the name.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from accounts import events
from accounts.emails.unreachable import write_unreachable
from accounts.models import AccountEvent, Block, Export, FormerName, KeptName, Picture, Rescue, User
from accounts.own_data.outside import find_place
from accounts.people import activity
from accounts.profile.names import CLOSED
from accounts.signing_in.sessions import end_all
from accounts.words import done, refusals
from core import flash
from core.each import do_each
from core.refusal import Refusal

WAIT = timedelta(days=7)
DIGITS = "34679abcdefghjkmnpqtuwxy"
"""No digit looks like another, since no two names may: `accounts.profile.names.look_of`."""


def ask(user: User, *, request: HttpRequest | None = None, now: datetime | None = None) -> datetime:
    """Closes the account in a week unless its owner logs in before; returns when.

    From now on nothing is sent but one email that says so, and every session ends. Raises Refusal: staff, closed.
    """
    now = now or timezone.now()
    with transaction.atomic():
        user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if user.is_staff:
            raise Refusal(refusals.STAFF(), status=403)
        if not user.is_active:
            raise Refusal(refusals.CLOSED(), status=403)
        if user.closing_at is not None:
            return user.closing_at
        due = now + WAIT
        User.objects.filter(pk=user.pk).update(closing_at=due)
        activity.note(user, AccountEvent.Kind.CLOSING_ASKED, request=request)
        events.account_closing.send(sender=User, user_id=user.pk, now=now)
        told = {"person": user, "due": due, "place": find_place(user, now=now)}
        get_adapter().send_mail("accounts/mail/closing_asked", user.email, told)
        end_all(user)
    return due


@transaction.atomic
def stop(user: User, *, request: HttpRequest | None = None) -> bool:
    """Keeps the account; returns whether it was to be closed."""
    if not User.objects.filter(pk=user.pk, closing_at__isnull=False, is_active=True).update(closing_at=None):
        return False
    user.closing_at = None
    activity.note(user, AccountEvent.Kind.CLOSING_STOPPED, request=request)
    return True


def on_user_logged_in(*, request: HttpRequest, user: User, **_: Any) -> None:
    """Keeps an account whose owner logs in."""
    if stop(user, request=request):
        flash.success(request, done.KEPT())


def close_due(*, now: datetime | None = None) -> int:
    """Closes the accounts whose week is over; returns how many."""
    now = now or timezone.now()
    due = list(User.objects.filter(closing_at__lte=now, is_active=True).values_list("pk", flat=True))
    return do_each(due, lambda pk: _close(pk, now=now), fault="Account %s could not be closed").done


@transaction.atomic
def _close(pk: int, *, now: datetime) -> bool:
    """Whether it was closed: its owner may have logged in a moment ago. Running games end soon after, by a task."""
    user = User.objects.select_for_update(no_key=True).get(pk=pk)
    if user.closing_at is None or user.closing_at > now or not user.is_active:
        return False
    for name in (user.username, *FormerName.objects.filter(user=user).values_list("name", flat=True)):
        KeptName.keep(name)
    events.account_closed.send(sender=User, user_id=pk, now=now)
    _forget(user)
    user.username, user.email = name_closed(pk), write_unreachable(f"closed-{pk}", kind="closed")
    user.about, user.figure, user.time_zone, user.weekend = "", 0, "UTC", ""
    user.is_active, user.last_login, user.last_visit_at = False, None, None
    user.set_unusable_password()
    user.save()
    User.objects.filter(pk=pk).update(closing_at=None, closed_at=now, picture="")
    return True


def _forget(user: User) -> None:
    """Deletes what belongs to the person alone."""
    end_all(user)
    own: list[Any] = [EmailAddress, Authenticator, AccountEvent, Rescue, Export, FormerName, Picture]
    for model in own:
        model.objects.filter(user=user).delete()
    Block.objects.filter(user=user).delete()
    Block.objects.filter(other=user).delete()


def name_closed(pk: int) -> str:
    """The name that the account of this number has once it is closed."""
    return CLOSED + _write_short(pk)


def _write_short(number: int) -> str:
    """A number in base 24: five digits are enough for eight million accounts."""
    number, last = divmod(number, len(DIGITS))
    return (_write_short(number) if number else "") + DIGITS[last]
