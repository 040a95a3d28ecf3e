"""Finds the person that a page of staff is about."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest

from accounts.models import User
from moderation.words import refusals


def find_person(username: str) -> User:
    """Returns the person, even if their account is closed. Raises Http404."""
    person = User.objects.filter(username__iexact=username).first()
    if person is None:
        raise Http404
    return person


def refuse_own(request: HttpRequest, person: User) -> None:
    """Raises PermissionDenied if staff open a page about themselves."""
    if person.pk == request.user.pk:
        raise PermissionDenied(str(refusals.ABOUT_YOURSELF()))
