"""Names that staff remove: a neutral one takes their place until the person has chosen another."""

from __future__ import annotations

import secrets
from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from accounts.conduct import restrictions
from accounts.models import Restriction, User
from accounts.profile.names import validate_name
from core.refusal import Refusal

Kind = Restriction.Kind
Close = Restriction.Close


def take_name(user: User) -> str:
    """Gives a locked person a neutral name; returns the one they had, which nobody else can take meanwhile."""
    before = user.username
    while User.objects.filter(username=(name := f"Player-{secrets.randbelow(10**9):09}")).exists():
        pass
    user.username = name
    user.save(update_fields=["username"])
    return before


def give_back(user: User, *, name: str) -> None:
    """Restores the name, unless somebody has a similar one by now. Raises Refusal: name_taken."""
    try:
        User.objects.refuse_taken(name, but_not=user.pk)
    except ValidationError as refusal:
        raise Refusal(refusal.messages[0], code="name_taken") from None
    user.username = name
    user.save(update_fields=["username"])


@transaction.atomic
def choose_name(user: User, *, name: str, now: datetime | None = None) -> None:
    """The name that a person chooses in place of the one that was taken. Raises ValidationError for one not allowed,
    Refusal: not_asked, for a person who keeps theirs."""
    now, person = now or timezone.now(), restrictions.lock(user.pk)
    asked = Restriction.objects.standing(now).filter(user=person, kind=Kind.RENAMED).first()
    if asked is None:
        raise Refusal("You can keep your name: nobody asked you to choose another.", code="not_asked", status=403)
    validate_name(name)
    User.objects.refuse_taken(name, but_not=person.pk)
    person.username = name
    person.save(update_fields=["username"])
    restrictions.close(asked.pk, how=Close.DONE, now=now)


def has_to_choose(user: User) -> bool:
    return user.restricted and any(each.kind == Kind.RENAMED for each in restrictions.list_standing(user))
