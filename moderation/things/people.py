"""What the kinds of thing share that are about a person only."""

from __future__ import annotations

from django.http import Http404

from accounts.models import User


def find_person(pk: int) -> User:
    """Returns a person whose profile can be seen. Raises Http404."""
    person = User.objects.filter(pk=pk, is_active=True).first()
    if person is None:
        raise Http404
    return person
