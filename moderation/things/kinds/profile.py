"""A player's profile, or their conduct as a whole."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from accounts.models import User
from moderation.things.contract import Thing, ThingKind
from moderation.things.people import find_person


class Profile(ThingKind):
    label = "profile"
    is_written = is_played = True

    def find(self, reporter: User, pk: int) -> Thing:
        return self.of(find_person(pk))

    def of(self, person: User) -> Thing:
        return Thing(
            self.name,
            person.pk,
            person.username,
            (person,),
            keep=lambda: {"name": person.username, "about": person.about},
            place=person.get_absolute_url(),
        )

    def tell(self, kept: dict[str, Any]) -> Iterable[tuple[str, str]]:
        return [("Name", kept["name"]), ("About", kept["about"])]


kind = Profile()
