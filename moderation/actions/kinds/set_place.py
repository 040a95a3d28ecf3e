"""Sets somebody’s place on a ladder by hand, or puts somebody on it: after a game whose result was corrected, say."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from competition.ladder import by_staff
from competition.ladder.order import count_members, lock_ladder
from core.refusal import Refusal
from core.words import Said, Sentence
from engine import registry
from engine.card import list_introduced
from moderation.actions.contract import Order, ReversiblePersonAction
from moderation.models import LoggedAction

SET = Sentence("place_set", "Ladder of {ruleset}: place {before} → {after}.")
PUT_ON = Sentence("put_on_ladder", "Put on the ladder of {ruleset}, at place {after}.")
TAKEN_OFF = Sentence("taken_off_ladder", "Taken off the ladder of {ruleset}.")
NOT_THERE = Sentence("not_there", "The person isn’t on that ladder any more.")


class SetPlace(ReversiblePersonAction):
    label = _("Set a place on a ladder")
    explanation = _(
        "The person stands at that place from then on, also if they were not on the ladder, and whoever is below moves"
        " down. Nobody is told."
    )
    reverse = _("Give the former place back")
    reverse_hint = _("The number that the place had, or none, whatever others have done since.")
    order = 72

    def offers(self, person: User) -> bool:
        return person.is_active and person.is_person

    def list_fields(self, thing: User) -> dict[str, forms.Field]:
        rulesets = [(each.slug, each.name) for each in list_introduced()]
        return {
            "ladder": forms.ChoiceField(label=_("Ladder"), choices=rulesets),
            "place": forms.IntegerField(label=_("Place"), min_value=1, max_value=1_000_000, initial=1),
        }

    def foresee(self, person: User, order: Order) -> list[Said]:
        slug, place = order.answers["ladder"], order.answers["place"]
        before = by_staff.read_place(person.pk, slug)
        by_staff.check_place(place, last=count_members(slug) + (before is None))
        return [tell(slug, before=before, after=place)]

    def act(self, person: User, order: Order) -> None:
        slug, place = order.answers["ladder"], order.answers["place"]
        before = by_staff.set_place(person, slug, place=place, now=order.now)
        kept: dict[str, Any] = {"before": {"ladder": slug, "place": before}, "after": {"ladder": slug, "place": place}}
        self.log(person, order, what=tell(slug, before=before, after=place), **kept)

    def undo(self, person: User, logged: LoggedAction, order: Order) -> None:
        slug, place = logged.before["ladder"], logged.before["place"]
        lock_ladder(slug)
        now_at = by_staff.read_place(person.pk, slug)
        if now_at is None:
            raise Refusal(NOT_THERE())
        if place is None:
            by_staff.take_place(person, slug)
        else:
            place = min(place, count_members(slug))
            by_staff.set_place(person, slug, place=place, now=order.now)
        self.log(person, order, what=tell(slug, before=now_at, after=place), reverses=logged)


def tell(slug: str, *, before: int | None, after: int | None) -> Said:
    ruleset = registry.get(slug).name
    if after is None:
        return TAKEN_OFF(ruleset=ruleset)
    return PUT_ON(ruleset=ruleset, after=after) if before is None else SET(ruleset=ruleset, before=before, after=after)


kind = SetPlace()
