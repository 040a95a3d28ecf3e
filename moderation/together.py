"""Several measures in one decision: what can be ticked beside another, also for accounts that may be the same person's.

Each is an action of its own, done in one transaction by `moderation.acting`, logged, told, appealed and undone by
itself. All have the instant and the member of staff in common, by which they are one case."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.numbers import read_number
from moderation import acting
from moderation.actions import registry
from moderation.actions.contract import Order, PersonAction
from moderation.actions.restricting import LENGTHS
from moderation.evidence import linked
from moderation.models import Report
from moderation.waiting import list_waiting
from moderation.words import acting as words

AS_ABOVE = ("", _("As above"))


class Measure(NamedTuple):
    """An action that may be ticked beside another, and on whom."""

    action: PersonAction
    person: User

    @property
    def value(self) -> str:
        return f"{self.action.name}-{self.person.pk}"


class TickedReports(forms.MultipleChoiceField):
    """Numbers of reports. One that somebody has answered since is no fault: what waits is asked for again."""

    def valid_value(self, value: Any) -> bool:
        return read_number(str(value)) is not None


@dataclass(frozen=True, slots=True)
class Along:
    """What a form offers beside its action."""

    measures: Sequence[Measure]
    waiting: Sequence[tuple[int, User]]
    """The open reports about the other accounts."""

    def add_to(self, fields: dict[str, forms.Field]) -> None:
        """Adds the fields to a form that has those of its action."""
        if not self.measures:
            return
        has_length = "length" in fields
        people = {each.person.pk: each.person for each in self.measures}
        groups = [
            (person.username, [(each.value, each.action.label) for each in self.measures if each.person.pk == pk])
            for pk, person in people.items()
        ]
        boxes = forms.CheckboxSelectMultiple
        fields["further"] = forms.MultipleChoiceField(
            label=_("In the same decision"),
            choices=groups,
            required=False,
            widget=boxes,
            help_text=_("Each is told with the same message, and undone by itself."),
        )
        fields["further_length"] = forms.ChoiceField(
            label=_("How long these last"),
            choices=[*([AS_ABOVE] if has_length else []), *LENGTHS.items()],
            initial="" if has_length else "7",
            required=False,
        )
        if self.waiting:
            fields["further_reports"] = TickedReports(
                label=_("Answered, too, where their accounts are ticked"),
                choices=[(str(pk), words.REPORT_ABOUT(number=pk, name=person)) for pk, person in self.waiting],
                initial=[str(pk) for pk, _person in self.waiting],
                required=False,
                widget=boxes,
            )

    def read_steps(self, action: PersonAction, person: User, order: Order, said: dict[str, Any]) -> list[acting.Step]:
        """The action with all that was ticked beside it; the first answers the reports of all."""
        chosen = [each for each in self.measures if each.value in said.get("further", ())]
        if not chosen:
            return [acting.Step(action, person, order)]
        ticked = {read_number(each) for each in said.get("further_reports", ())}
        people = {each.person.pk for each in chosen}
        settles = [pk for pk, about in self.waiting if pk in ticked and about.pk in people]
        all_of_it = [Measure(action, person), *chosen]
        together = tuple(words.MEASURE_OF(label=each.action.label, name=each.person) for each in all_of_it)
        order = replace(order, settles=tuple(dict.fromkeys((*order.settles, *settles))), together=together)
        steps = [acting.Step(action, person, order)]
        for each in chosen:
            answers = fill_in(each, order, length=said.get("further_length", ""))
            steps.append(acting.Step(each.action, each.person, replace(order, answers=answers, settles=(), also=None)))
        return steps


NOTHING = Along((), ())


def fill_in(measure: Measure, order: Order, *, length: str) -> dict[str, Any]:
    """What the action is given: as above where it asks for the same, else what its own form begins with."""
    asked = measure.action.list_fields(measure.person)
    answers = {name: order.answers.get(name, field.initial) for name, field in asked.items()}
    if length and "length" in asked:
        answers |= {"length": length, "until": None}
    field: Any = asked.get("length")
    keys = [key for key, _label in field.choices] if field is not None else []
    if keys and answers["length"] not in keys:
        answers["length"] = keys[-1]  # not for good, so as long as it may be
    return answers


def offer(action: Any, thing: Any, *, staff: User, report: Report | None, now: datetime) -> Along:
    """What may be ticked beside an action on a person: further measures against them, and against accounts that may be
    theirs."""
    if not isinstance(action, PersonAction) or not action.takes_others or not isinstance(thing, User):
        return NOTHING
    others = list(list_others(thing, staff=staff, report=report, now=now))
    kinds = [each for each in registry.list_for_people() if each.goes_along]
    measures = [
        Measure(each, person)
        for person in (thing, *others)
        for each in kinds
        if (each != action or person != thing) and each.offers(person) and each.may(staff, person)
    ]
    waiting = []
    for person in others:
        found = list_waiting(staff, person=person)
        waiting += [(pk, person) for pk in sorted((*found.same, *found.others))]
    return Along(measures, waiting)


def list_others(person: User, *, staff: User, report: Report | None, now: datetime) -> Iterable[User]:
    """The accounts that may be the same person's: the other one of the report, and those seen in the same places."""
    named = [each for each in (report.about, report.second) if each is not None] if report is not None else []
    found = {each.pk: each for each in (*named, *(each.user for each in linked.list_linked(person, now=now)))}
    left_out = {person.pk, staff.pk}
    return [
        each
        for each in found.values()
        if each.pk not in left_out and each.is_person and each.is_active and not each.is_staff
    ]
