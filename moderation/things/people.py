"""What kinds of thing about a person alone have in common."""

from __future__ import annotations

from django.http import Http404

from accounts.models import User


def find_person(pk: int) -> User:
    """A person whose profile can be seen. Raises Http404."""
    person = User.objects.filter(pk=pk, is_active=True).first()
    if person is None:
        raise Http404
    return person
