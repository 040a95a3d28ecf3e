"""A player's profile, or their conduct as a whole."""

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

HEADING = Sentence("heading", "Report {name}")


class Profile(ThingKind):
    label = _("profile")
    is_written = is_played = True

    def find(self, reporter: User, pk: int) -> Thing:
        return self.of(find_person(pk))

    def of(self, person: User) -> Thing:
        return Thing(
            self.name,
            person.pk,
            HEADING(name=person.username),
            (person,),
            keep=lambda: {"name": person.username, "about": person.about},
            place=person.get_absolute_url(),
        )

    def tell(self, kept: dict[str, Any]) -> Iterable[tuple[StrOrPromise, str]]:
        return [(_("Name"), kept["name"]), (_("About"), kept["about"])]


kind = Profile()
