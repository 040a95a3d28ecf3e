"""Several measures in one decision. Staff tick further measures together with an action: against the same person,
against accounts that may be the same person's, and, with an action on a game, against its players.

Each measure is an action of its own. `moderation.acting` does them all in one transaction; each is logged, told,
appealed and undone separately. They have the same instant and member of staff, which makes them one case.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.numbers import read_number
from games.models import Game
from moderation import acting
from moderation.actions import registry
from moderation.actions.contract import Action, GameAction, Order, PersonAction
from moderation.actions.restricting import LENGTHS
from moderation.evidence import linked
from moderation.models import Report
from moderation.templated import text_field
from moderation.waiting import list_waiting
from moderation.words import acting as words

AS_ABOVE = ("", _("As above"))


class Measure(NamedTuple):
    """An action that can be ticked as a further measure, and the person it is against."""

    action: PersonAction
    person: User

    @property
    def value(self) -> str:
        return f"{self.action.name}-{self.person.pk}"


class TickedReports(forms.MultipleChoiceField):
    """Numbers of reports. A report that has been answered since is no error: the waiting reports are read again."""

    def valid_value(self, value: Any) -> bool:
        return read_number(str(value)) is not None


@dataclass(frozen=True, slots=True)
class Along:
    """What a form offers in addition to its action."""

    measures: Sequence[Measure]
    waiting: Sequence[tuple[int, User]] = ()
    """The open reports about the other accounts."""
    is_of_game: bool = False
    """Whether the action is on a game. Both its players read why, so the person may be told more."""

    def add_to(self, fields: dict[str, forms.Field]) -> None:
        """Adds the fields to a form that already has those of its action."""
        if not self.measures:
            return
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
            help_text=_("Each person gets one message that names all of it. Each measure is undone by itself."),
        )
        as_above = "length" in fields
        for action in self.list_lasting():
            fields[name_length(action)] = forms.ChoiceField(
                label=str(words.HOW_LONG(label=action.label)),
                choices=[*([AS_ABOVE] if as_above else []), *LENGTHS.items()],
                initial="" if as_above else "7",
                required=False,
            )
        if self.is_of_game:
            fields["further_told"] = text_field(
                _("What the person reads"), required=False, rows=2, help_text=_("If empty, the same as the players.")
            )
        if self.waiting:
            fields["further_reports"] = TickedReports(
                label=_("Answered, too, where their accounts are ticked"),
                choices=[(str(pk), words.REPORT_ABOUT(number=pk, name=person)) for pk, person in self.waiting],
                initial=[str(pk) for pk, _person in self.waiting],
                required=False,
                widget=boxes,
            )

    def list_lasting(self) -> list[PersonAction]:
        """Returns the actions among the measures that ask how long."""
        actions = {each.action.name: each for each in self.measures}.values()
        return [each.action for each in actions if "length" in each.action.list_fields(each.person)]

    def read_steps(
        self, action: Action, thing: User | Game, order: Order, said: dict[str, Any]
    ) -> tuple[Order, list[acting.Step]]:
        """Returns the order of the action, which answers the reports about all these people, and the measures that were
        ticked."""
        chosen = [each for each in self.measures if each.value in said.get("further", ())]
        if not chosen:
            return order, []
        ticked = {read_number(each) for each in said.get("further_reports", ())}
        people = {each.person.pk for each in chosen}
        settles = [pk for pk, about in self.waiting if pk in ticked and about.pk in people]
        together = [words.MEASURE_OF(label=action.label, name=tell_thing(thing))]
        together += [words.MEASURE_OF(label=each.action.label, name=each.person) for each in chosen]
        settled = tuple(dict.fromkeys((*order.settles, *settles)))
        order = replace(order, settles=settled, together=tuple(together))
        further = replace(order, told=said.get("further_told") or order.told, settles=(), also=None)
        return order, [
            acting.Step(each.action, each.person, replace(further, answers=fill_in(each, order, said=said)))
            for each in chosen
        ]


def tell_thing(thing: User | Game) -> object:
    return thing if isinstance(thing, User) else words.GAME(number=thing.pk)


def name_length(action: PersonAction) -> str:
    """Returns the name of the field that says how long a further measure lasts."""
    return f"further_length_{action.name}"


NOTHING = Along(())


def fill_in(measure: Measure, order: Order, *, said: dict[str, Any]) -> dict[str, Any]:
    """Returns the answers for a measure: those of the action if it asks for the same, and otherwise the initial values
    of its own form."""
    asked = measure.action.list_fields(measure.person)
    answers = {name: order.answers.get(name, field.initial) for name, field in asked.items()}
    length = said.get(name_length(measure.action), "")
    if length and "length" in asked:
        answers |= {"length": length, "until": None}
    field: Any = asked.get("length")
    keys = [key for key, _label in field.choices] if field is not None else []
    if keys and answers["length"] not in keys:
        answers["length"] = keys[-1]  # it cannot last for good, so as long as possible
    return answers


def offer(action: Action, thing: Any, *, staff: User, report: Report | None, now: datetime) -> Along:
    """Returns what may be ticked with an action on a person: further measures against the person, and against accounts
    that may be theirs. With an action on a game, these are measures against the players whom its report accuses."""
    if isinstance(action, GameAction) and isinstance(thing, Game):
        people = list_accused(thing, staff=staff, report=report)
        return Along(list_measures(people, staff=staff), is_of_game=True)
    if not isinstance(action, PersonAction) or not action.takes_others or not isinstance(thing, User):
        return NOTHING
    others = list(list_others(thing, staff=staff, report=report, now=now))
    measures = list_measures([thing, *others], staff=staff)
    waiting = []
    for person in others:
        found = list_waiting(staff, person=person)
        waiting += [(pk, person) for pk in sorted((*found.same, *found.others))]
    return Along([each for each in measures if each != Measure(action, thing)], waiting)


def list_measures(people: Iterable[User], *, staff: User) -> list[Measure]:
    """Returns what may be ticked against each of these people."""
    kinds = [each for each in registry.list_for_people() if each.goes_along]
    return [Measure(each, who) for who in people for each in kinds if each.offers(who) and each.may(staff, who)]


def list_accused(game: Game, *, staff: User, report: Report | None) -> list[User]:
    """Returns the players of a game whom its report accuses, except staff, about whom others decide."""
    if report is None or not report.accuses or report.game_id != game.pk:
        return []
    accused = {report.about_id, report.second_id} - {staff.pk}
    return [each for each in acting.list_players(game) if each.pk in accused and each.is_active and not each.is_staff]


def list_others(person: User, *, staff: User, report: Report | None, now: datetime) -> Iterable[User]:
    """Returns the accounts that may be the same person's: the other account of the report, and those seen in the same
    places."""
    named = [each for each in (report.about, report.second) if each is not None] if report is not None else []
    found = {each.pk: each for each in (*named, *(each.user for each in linked.list_linked(person, now=now)))}
    left_out = {person.pk, staff.pk}
    return [
        each
        for each in found.values()
        if each.pk not in left_out and each.is_person and each.is_active and not each.is_staff
    ]
