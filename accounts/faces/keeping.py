"""Keeps the faces that people choose, and shows their pictures as long as nothing speaks against it.

Nothing else writes Picture, `User.figure` and `User.picture`, but for closing an account.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256

from django.db import transaction

from accounts.conduct.restrictions import lock
from accounts.conduct.writing import refuse_sharing
from accounts.faces.squaring import make_square
from accounts.limiting.spending import spend
from accounts.models import Picture, Restriction, User
from accounts.profile.figures import FIGURES
from accounts.words import faces as words
from core.refusal import Refusal

MARK = 22
"""Hexadecimal digits."""


def upload(user: User, file: bytes, *, now: datetime) -> None:
    """Shows the picture in this file beside the person's name, in place of the one before. What is refused counts
    against the limit, too.

    Raises Refusal: muted, suspended, too_often, and what `make_square` raises.
    """
    refuse_sharing(user, now=now)
    with transaction.atomic():
        spend("face", now=now, sender=user.pk)
    content = make_square(file)  # in no transaction, since it takes a while
    with transaction.atomic():
        person = lock(user.pk)
        refuse_sharing(person, now=now)
        Picture.objects.filter(user=person).delete()
        mark = sha256(b"%d:" % person.pk + content).hexdigest()[:MARK]
        Picture.objects.create(user=person, mark=mark, content=base64.b64encode(content).decode(), made_at=now)
        show_again(person.pk, now=now)


@transaction.atomic
def choose(user: User, figure: int, *, now: datetime) -> None:
    """Shows that figure; a picture is forgotten. Raises Refusal: no_figure."""
    if not 0 <= figure < FIGURES:
        raise Refusal(words.NO_FIGURE(), status=422)
    person = lock(user.pk)
    Picture.objects.filter(user=person).delete()
    User.objects.filter(pk=person.pk).update(figure=figure)
    show_again(person.pk, now=now)


@transaction.atomic
def remove(numbers: Sequence[int], *, now: datetime) -> list[int]:
    """Removes pictures from everybody's sight; returns the numbers of those that were there. The person is locked."""
    shown = Picture.objects.filter(pk__in=numbers, removed_at=None)
    removed = dict(shown.values_list("pk", "user"))
    shown.update(removed_at=now)
    for user_id in removed.values():
        show_again(user_id, now=now)
    return list(removed)


@transaction.atomic
def restore(numbers: Sequence[int], *, now: datetime) -> None:
    """Shows pictures again that were removed, unless their owner has another one or chose a figure since."""
    hidden = Picture.objects.filter(pk__in=numbers)
    hidden.update(removed_at=None)
    for user_id in hidden.values_list("user", flat=True):
        show_again(user_id, now=now)


def show_again(user_id: int, *, now: datetime) -> None:
    """Notes in the person's row which picture is shown: none that was removed, and none of who is suspended."""
    mark = Picture.objects.filter(user=user_id, removed_at=None).values_list("mark", flat=True).first() or ""
    if mark:
        suspended = Restriction.objects.standing(now).filter(user=user_id, kind=Restriction.Kind.SUSPENDED)
        mark = "" if suspended.exists() else mark
    User.objects.filter(pk=user_id).update(picture=mark)


def on_restriction(*, restriction_id: int, now: datetime, **_: object) -> None:
    """Hides or shows the picture of who is suspended, or no longer is."""
    suspended = Restriction.objects.filter(pk=restriction_id, kind=Restriction.Kind.SUSPENDED)
    for user_id in suspended.values_list("user", flat=True):
        show_again(user_id, now=now)


def find_content(mark: str) -> bytes | None:
    """The picture with that mark, if it is shown to others now."""
    content = Picture.objects.filter(mark=mark, user__picture=mark).values_list("content", flat=True).first()
    return base64.b64decode(content) if content else None
