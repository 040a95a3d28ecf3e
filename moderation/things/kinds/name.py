"""A player's name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.words import Sentence
from moderation.things.contract import Thing, ThingKind
from moderation.things.people import find_person

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

HEADING = Sentence("heading", "Report the name {name}")


class Name(ThingKind):
    label = _("name")
    is_written = True

    def find(self, reporter: User, pk: int) -> Thing:
        person = find_person(pk)
        return Thing(
            self.name,
            person.pk,
            HEADING(name=person.username),
            (person,),
            keep=lambda: {"name": person.username},
            place=person.get_absolute_url(),
        )

    def tell(self, kept: dict[str, Any]) -> Iterable[tuple[StrOrPromise, str]]:
        return [(_("Name"), kept["name"])]


kind = Name()
