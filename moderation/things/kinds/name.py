"""A player's name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from accounts.models import User
from moderation.things.contract import Thing, ThingKind
from moderation.things.people import find_person


class Name(ThingKind):
    label = "name"
    is_written = True

    def find(self, reporter: User, pk: int) -> Thing:
        person = find_person(pk)
        return Thing(
            self.name,
            person.pk,
            f"the name {person.username}",
            (person,),
            keep=lambda: {"name": person.username},
            place=person.get_absolute_url(),
        )

    def tell(self, kept: dict[str, Any]) -> Iterable[tuple[str, str]]:
        return [("Name", kept["name"])]


kind = Name()
