"""Sets a person’s place on a ladder by hand, adds the person to it, or takes them off, for example after a game whose
result was corrected."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from competition.ladder import by_staff
from competition.ladder.order import count_members, lock_ladder
from competition.words.ladder import NOT_THERE
from core.refusal import Refusal
from core.words import Said, Sentence
from engine import registry
from engine.card import list_introduced
from moderation.actions.contract import Order, ReversiblePersonAction
from moderation.models import LoggedAction

SET = Sentence("place_set", "Ladder of {ruleset}: place {before} → {after}.")
PUT_ON = Sentence("put_on_ladder", "Put on the ladder of {ruleset}, at place {after}.")
TAKEN_OFF = Sentence("taken_off_ladder", "Taken off the ladder of {ruleset}.")
CHOOSE = Sentence("no_place", "Choose a place, or tick that the person is taken off.")


class SetPlace(ReversiblePersonAction):
    label = _("Set a place on a ladder")
    explanation = _(
        "The person stands at that place from then on, also if they were not on the ladder, and whoever is below moves"
        " down; or is taken off. The person is told, and so is whoever stood there."
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
            "place": forms.IntegerField(label=_("Place"), min_value=1, max_value=1_000_000, required=False),
            "off": forms.BooleanField(label=_("Take off this ladder"), required=False),
        }

    def foresee(self, person: User, order: Order) -> list[Said]:
        slug, place = read_chosen(order)
        before = by_staff.read_place(person.pk, slug)
        if place is not None:
            by_staff.check_place(place, last=count_members(slug) + (before is None))
        elif before is None:
            raise Refusal(NOT_THERE())
        return [tell(slug, before=before, after=place)]

    def act(self, person: User, order: Order) -> None:
        slug, place = read_chosen(order)
        before = put(person, slug, place=place, order=order)
        self.log(
            person,
            order,
            what=tell(slug, before=before, after=place),
            before={"ladder": slug, "place": before},
            after={"ladder": slug, "place": place},
        )

    def undo(self, person: User, logged: LoggedAction, order: Order) -> None:
        slug, place = logged.before["ladder"], logged.before["place"]
        lock_ladder(slug)
        now_at = by_staff.read_place(person.pk, slug)
        if now_at is None and logged.after["place"] is not None:
            raise Refusal(NOT_THERE())
        if place is not None:
            place = min(place, count_members(slug) + (now_at is None))
        put(person, slug, place=place, order=order)
        self.log(person, order, what=tell(slug, before=now_at, after=place), reverses=logged)


def read_chosen(order: Order) -> tuple[str, int | None]:
    """Returns the ladder and the place, which is None for taking the person off. Raises Refusal: no_place."""
    place, is_off = order.answers.get("place"), order.answers.get("off")
    if (place is None) != bool(is_off):
        raise Refusal(CHOOSE(), status=422)
    return order.answers["ladder"], place


def put(person: User, slug: str, *, place: int | None, order: Order) -> int | None:
    """Puts the person at this place or takes them off. Returns their former place. Raises Refusal: no_place,
    not_there."""
    if place is None:
        return by_staff.take_place(person, slug, now=order.now)
    return by_staff.set_place(person, slug, place=place, now=order.now)


def tell(slug: str, *, before: int | None, after: int | None) -> Said:
    ruleset = registry.get(slug).name
    if after is None:
        return TAKEN_OFF(ruleset=ruleset)
    return PUT_ON(ruleset=ruleset, after=after) if before is None else SET(ruleset=ruleset, before=before, after=after)


kind = SetPlace()
