"""A game with which one of its players asks for help. No one is accused."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.words import Sentence
from games import access
from moderation.things.contract import Thing, ThingKind
from moderation.things.kinds import game

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

HEADING = Sentence("heading", "Ask for help with game {game}, {ruleset}")


class HelpWithGame(ThingKind):
    label = _("help with a game")
    reasons = ("assist",)

    def find(self, reporter: User, pk: int) -> Thing:
        found = access.get_game(reporter, pk)
        if access.seat_of(reporter, found) is None:
            raise Http404
        heading = HEADING(game=found.pk, ruleset=found.ruleset.name)
        return replace(game.kind.find(reporter, pk), kind=self.name, heading=heading, people=(reporter,), accuses=False)

    def tell(self, kept: dict[str, Any]) -> Iterable[tuple[StrOrPromise, str]]:
        return game.kind.tell(kept)


kind = HelpWithGame()
