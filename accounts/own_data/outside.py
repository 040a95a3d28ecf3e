"""One's own data for somebody whom staff keep from logging in: from the signed page of that decision.

For everybody else the link is good for nothing here: they log in.
"""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from accounts.conduct import restrictions
from accounts.conduct.restrictions import Activity
from accounts.limiting.origin import hash_networks
from accounts.limiting.spending import spend
from accounts.models import FormerName, Restriction, User
from accounts.words import refusals
from core.refusal import Refusal


def is_locked_out(restriction: Restriction, *, now: datetime) -> bool:
    """Whether this decision keeps its person from logging in now, and there is an account."""
    person = restriction.user
    if restriction.is_closed or not (person.is_active and person.is_person):
        return False
    is_over = restriction.until_at is not None and restriction.until_at <= now
    return not is_over and Activity.SIGN_IN in restrictions.list_forbidden(restriction)


def enter(restriction: Restriction, *, request: HttpRequest, now: datetime | None = None) -> User:
    """The person, for one thing that they do from outside, which is counted whether or not it is refused then.

    Raises Refusal: not_locked_out, too_often.
    """
    now = now or timezone.now()
    if not is_locked_out(restriction, now=now):
        raise Refusal(refusals.NOT_LOCKED_OUT(), status=403)
    with transaction.atomic():
        spend("own_data_outside", now=now, sender=restriction.user_id, origin=hash_networks(request))
    return restriction.user


def refuse_wrong_name(person: User, typed: str) -> None:
    """Raises Refusal unless that is the name of the account, or the one that staff have removed: wrong_name."""
    former = FormerName.objects.filter(user=person).values_list("name", flat=True).first()
    names = {name.lower() for name in (person.username, former) if name}
    if typed.strip().lower() not in names:
        raise Refusal(refusals.WRONG_NAME(), status=422)


def find_place(user: User, *, now: datetime) -> str:
    """The address of the page of the decision that keeps this person from logging in; empty where none does."""
    standing = restrictions.find(user.pk, Activity.SIGN_IN, now=now) if user.restricted else None
    return f"{settings.SITE_URL}{standing.appeal_path}" if standing else ""
