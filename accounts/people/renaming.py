"""Names that staff remove: a neutral one takes their place until the person has chosen another."""

from __future__ import annotations

import re
import secrets
from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from accounts import events
from accounts.conduct import restrictions
from accounts.models import FormerName, Restriction, User
from accounts.profile.names import look_of, validate_name
from accounts.words import refusals
from core.form_errors import invalid
from core.refusal import Refusal

Kind = Restriction.Kind
Close = Restriction.Close
STAND_IN = re.compile(r"Player-[0-9]{9}")


def take_name(user: User, *, now: datetime | None = None) -> str:
    """Gives a locked person a neutral name; returns the one they had. It is kept for them until they have chosen
    another: they log in by it, and nobody can take it meanwhile."""
    before = user.username
    kept = {"name": before, "look": look_of(before), "taken_at": now or timezone.now()}
    FormerName.objects.update_or_create(user=user, defaults=kept)
    while User.objects.filter(username=(name := f"Player-{secrets.randbelow(10**9):09}")).exists():
        pass
    user.username = name
    _save(user)
    return before


def give_back(user: User, *, name: str) -> None:
    """Restores the name to a locked person, unless they have chosen another since, or somebody has a similar one by
    now. Raises Refusal: changed_since, name_taken."""
    if not is_stand_in(user.username):
        raise chosen_since(user)
    FormerName.objects.filter(user=user).delete()
    try:
        User.objects.refuse_taken(name, but_not=user.pk)
    except ValidationError:
        raise Refusal(refusals.NAME_TAKEN()) from None
    user.username = name
    _save(user)


@transaction.atomic
def choose_name(user: User, *, name: str, now: datetime | None = None) -> None:
    """The name that a person chooses in place of the one that was taken. Raises ValidationError for one not allowed,
    Refusal: not_asked, for a person who keeps theirs."""
    now, person = now or timezone.now(), restrictions.lock(user.pk)
    asked = Restriction.objects.standing(now).filter(user=person, kind=Kind.RENAMED).first()
    if asked is None:
        raise Refusal(refusals.NOT_ASKED(), status=403)
    validate_name(name)
    if FormerName.objects.filter(user=person, look=look_of(name)).exists():
        raise invalid(refusals.NAME_REMOVED())
    User.objects.refuse_taken(name, but_not=person.pk)
    person.username = name
    _save(person)
    FormerName.objects.filter(user=person).delete()
    restrictions.close(asked.pk, how=Close.DONE, now=now)


def _save(person: User) -> None:
    person.save(update_fields=["username"])
    events.naming_changed.send(sender=User, user_id=person.pk)


def chosen_since(user: User) -> Refusal:
    return Refusal(refusals.CHANGED_SINCE(name=user.username))


def is_stand_in(name: str) -> bool:
    """Whether it is a neutral name as `take_name` gives them."""
    return STAND_IN.fullmatch(name) is not None


def find_by_former(name: str) -> User | None:
    """Who had this name until staff removed it, and has not chosen another yet."""
    found = FormerName.objects.filter(look=look_of(name)).select_related("user").first()
    return found.user if found and found.name.lower() == name.lower() else None


def has_to_choose(user: User) -> bool:
    return user.restricted and any(each.kind == Kind.RENAMED for each in restrictions.list_standing(user))
