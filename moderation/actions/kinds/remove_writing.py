"""Hides one thing that a person wrote from others. It works for all kinds of `moderation/things/` that allow
removal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import Restriction, User
from core.refusal import Refusal
from core.said import AS_TOLD
from core.words import say_all
from moderation.actions.contract import Order
from moderation.actions.restricting import Restricting
from moderation.models import LoggedAction, Report
from moderation.things import registry
from moderation.things.contract import Removable, RemovableKind
from moderation.words import acting as words
from moderation.words import refusals

SHOWN = 80
"""The most characters of a text that the list shows."""


class RemoveWriting(Restricting):
    kind_of = Restriction.Kind.WARNED
    label = _("Remove something they wrote")
    explanation = _("Nobody else sees it any more, and the person is warned. A line of chat is removed at its game.")
    reverse = _("Put it back")
    reverse_hint = _("Others see it again if the person still has it, and the warning is withdrawn.")
    order = 66
    gives_first_aid = True

    def is_first_aid(self, order: Order) -> bool:
        return True

    def offers(self, person: User) -> bool:
        return any(list_all(person))

    def list_fields(self, thing: User) -> dict[str, forms.Field]:
        choices = [(f"{kind.name}-{each.pk}", tell(each)) for kind, each in list_all(thing)]
        return {"thing": forms.ChoiceField(label=_("What"), choices=choices)}

    def fit_to(self, report: Report, fields: dict[str, forms.Field]) -> dict[str, forms.Field]:
        reported = [f"{kind.name}-{report.thing_id}" for kind in registry.list_removable_of(report.thing)]
        offered: Any = fields["thing"]
        fields["thing"].initial = next((value for value, _ in offered.choices if value in reported), None)
        return fields

    def act(self, person: User, order: Order) -> None:
        asked = order.answers["thing"]
        for kind, each in list_all(person):
            if f"{kind.name}-{each.pk}" == asked and kind.remove([each.pk], now=order.now):
                break
        else:
            raise Refusal(refusals.REMOVED_ALREADY())
        told = replace(order, told=str(say_all(words.REMOVED(what=each.what), AS_TOLD(text=order.told))))
        kept = {"thing": kind.name, "number": each.pk, "what": str(each.what), "text": each.text}
        self.impose(person, told, until=None, before=kept)

    def undo(self, person: User, logged: LoggedAction, order: Order) -> None:
        """Shows the writing again and withdraws the warning. If the person has deleted the writing meanwhile, this only
        withdraws the warning."""
        kind = registry.THINGS.find(logged.before["thing"])
        if isinstance(kind, RemovableKind):
            kind.restore([logged.before["number"]])
        super().undo(person, logged, order)


def list_all(person: User) -> Iterator[tuple[RemovableKind, Removable]]:
    return ((kind, each) for kind in registry.list_removable() for each in kind.list_removable(person))


def tell(each: Removable) -> str:
    return str(words.LINE(what=each.what, text=each.text[:SHOWN]) if each.text else each.what)


kind = RemoveWriting()
