"""Hides from others everything that a person has written since a day. It is one row of the log, and is undone as a
whole."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.conduct import restrictions
from accounts.models import Restriction, User
from core.refusal import Refusal
from core.said import AS_TOLD
from core.words import LONG_DAY, Said, say_all, tell_day
from games import challenges
from moderation.actions.contract import Order
from moderation.actions.restricting import Restricting
from moderation.actions.since import ask_since, read_since
from moderation.models import LoggedAction
from moderation.things import registry
from moderation.things.contract import Removable, RemovableKind
from moderation.words import acting as words
from moderation.words import refusals

SHOWN = 100
"""The most texts that the rehearsal shows, and the most characters of each."""
KEPT = 500
"""The most texts that the log keeps. All texts stay where they were written, hidden."""
Found = list[tuple[RemovableKind, list[Removable]]]


class RemoveSince(Restricting):
    kind_of = Restriction.Kind.WARNED
    label = _("Remove everything since a day")
    explanation = _(
        "Nobody else sees any more what the person has written since then: chat in all games, sealed remarks, shared"
        " analyses, messages with challenges, reasons for declining, their picture. Challenges that wait with a message"
        " are withdrawn,"
        " and the person is warned."
    )
    reverse = _("Put everything back")
    reverse_hint = _(
        "Others see it again if the person still has it, and the warning is withdrawn. Challenges stay withdrawn."
    )
    order = 67
    gives_first_aid = True

    def is_first_aid(self, order: Order) -> bool:
        return True

    def list_fields(self, thing: User) -> dict[str, forms.Field]:
        profile = forms.BooleanField(
            label=_("Also the profile text"), required=False, help_text=_("When it was written isn’t known.")
        )
        return {"since": ask_since(), "profile": profile}

    def foresee(self, person: User, order: Order) -> list[Said]:
        found, about = self.find(person, order)
        planned = Restriction(kind=self.kind_of, reason=self.tell_person(found, about, order), rule=order.rule)
        texts = [words.TEXT_REMOVED(text=text) for text in list_texts(found, about)]
        more = [words.MORE_REMOVED(n=len(texts) - SHOWN)] if len(texts) > SHOWN else []
        withdrawn = challenges.list_pending_by(person.pk, only_open=False, now=order.now)
        lost = [words.WITHDRAWN_CHALLENGE(number=each.pk) for each in withdrawn.filter(pk__in=list_noted(found))]
        return [words.PERSON_READS(text=restrictions.tell(planned)), *texts[:SHOWN], *more, *lost]

    def act(self, person: User, order: Order) -> None:
        found, about = self.find(person, order)
        before: dict[str, Any] = {
            "things": {kind.name: kind.remove([each.pk for each in those], now=order.now) for kind, those in found},
            "withdrawn": challenges.withdraw_all(list_noted(found), now=order.now),
            "texts": list_texts(found, about, characters=None)[:KEPT],
        }
        if about:
            before["about"], person.about = about, ""
            person.save(update_fields=["about"])
        self.impose(person, replace(order, told=self.tell_person(found, about, order)), until=None, before=before)

    def undo(self, person: User, logged: LoggedAction, order: Order) -> None:
        """Puts back what this action has hidden. A profile text that the person has written since stays."""
        for name, numbers in logged.before["things"].items():
            kind = registry.THINGS.find(name)
            if isinstance(kind, RemovableKind):
                kind.restore(numbers)
        if (about := logged.before.get("about")) and not person.about:
            person.about = about
            person.save(update_fields=["about"])
        super().undo(person, logged, order)

    def find(self, person: User, order: Order) -> tuple[Found, str]:
        """Returns the removable writings of each kind, and the profile text if it is asked for. Raises Refusal:
        not_begun, nothing."""
        since = read_since(order)
        listed = ((kind, list(kind.list_removable(person, since=since))) for kind in registry.list_removable())
        found = [(kind, those) for kind, those in listed if those]
        about = person.about if order.answers.get("profile") else ""
        if not found and not about:
            raise Refusal(refusals.NOTHING_SINCE(), status=422)
        return found, about

    def tell_person(self, found: Found, about: str, order: Order) -> str:
        """Writes the message to the person: how much of each kind is removed, and then what staff wrote."""
        things: list[Said] = [kind.counted(n=len(those)) for kind, those in found]
        things += [words.YOUR_PROFILE_TEXT()] if about else []
        removed = words.REMOVED_SINCE(day=tell_day(order.answers["since"], form=LONG_DAY), things=things)
        return str(say_all(removed, AS_TOLD(text=order.told)))


def list_noted(found: Found) -> list[int]:
    """Returns the numbers of the challenges whose messages were found."""
    return [each.pk for kind, those in found if kind.name == "challenge" for each in those]


def list_texts(found: Found, about: str, *, characters: int | None = SHOWN) -> list[str]:
    def tell_all() -> Iterator[str]:
        for _kind, those in found:
            for each in those:
                yield str(words.LINE(what=each.what, text=each.text[:characters]) if each.text else each.what)
        if about:
            yield str(words.LINE(what=words.PROFILE_TEXT(), text=about[:characters]))

    return list(tell_all())


kind = RemoveSince()
