"""Finds people for staff by the beginning of their name, or of a name that was taken from them. Administrators also
find them by an email address."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q

from accounts.conduct import rights
from accounts.models import User
from core.words import LONG_DAY, tell_day
from moderation import log
from moderation.words import decisions as words

MOST = 50
"""The most people that each kind of search lists."""
FEWEST = 2
"""The fewest letters that a search needs."""


@dataclass(frozen=True, slots=True)
class Found:
    """A person, and what they were found by, unless that is their name."""

    person: User
    by: str = ""


def find_people(letters: str, *, reader: User) -> list[Found]:
    """Returns those whose name begins with the letters, in alphabetical order and including closed accounts, and then
    the others. Makes three queries at most. Too few letters find no one."""
    letters = letters.strip()
    if len(letters) < FEWEST:
        return []
    found = [Found(person) for person in User.objects.exclude(pk=reader.pk).beginning(letters)[:MOST]]
    taken = log.list_visible(reader).filter(action="rename", before__username__istartswith=letters)
    for row in taken.exclude(person=None).select_related("person").order_by("-pk")[:MOST]:
        assert row.person is not None
        found.append(
            Found(
                row.person,
                str(words.NAMED_UNTIL(name=row.before["username"], day=tell_day(row.done_at, form=LONG_DAY))),
            )
        )
    if rights.administers(reader) and "@" in letters:
        by_email = User.objects.exclude(pk=reader.pk).filter(Q(email__istartswith=letters.lower()))
        found += [Found(person, person.email) for person in by_email.order_by("email")[:MOST]]
    return found
