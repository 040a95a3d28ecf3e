"""Searches for people: by their names, and by their last visit."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, TypeVar

from django.contrib.auth.models import AbstractUser
from django.db import models

from core.indexed import UtcDay, find_by_first_letters, find_by_letters

P = TypeVar("P", bound=AbstractUser)

LATELY = timedelta(days=90)
"""Who was here within this time counts as active."""


class PeopleQuerySet(models.QuerySet[P]):
    def named(self, name: Any) -> PeopleQuerySet[P]:
        """The person of this name, ignoring case, who has not closed their account."""
        return find_by_letters(self.filter(is_active=True), "username", name)

    def listed(self) -> PeopleQuerySet[P]:
        """People whom others may find: without those who have closed their account or never confirmed it."""
        return self.filter(is_active=True, last_visit_at__isnull=False)

    def beginning(self, letters: str) -> PeopleQuerySet[P]:
        """Those whose names start like this, in alphabetical order."""
        return find_by_first_letters(self, "username", letters).order_by("letters")

    def lately_here(self, now: datetime) -> PeopleQuerySet[P]:
        """Those who have been here lately, by the day alone: the order must not tell at what hour somebody came.

        Within a day the oldest accounts come first, so that no new account is at the top of everybody's list.
        """
        here: Any = self.alias(day=UtcDay("last_visit_at")).filter(day__gte=(now - LATELY).date())
        return here.order_by("-day", "pk")
