"""The part of a challenge's form that depends on the game: its options, and which side one plays."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict

from core.form_choices import set_choices
from engine.contract import Option, Ruleset, does_chance_seat
from games.forms.fields import OPTION_PREFIX, field_for
from games.models import Challenge
from games.words import forms as words


class RulesetFields(forms.Form):
    """What is offered of one ruleset, whose options become fields of their own."""

    side = forms.ChoiceField(label="I play", widget=forms.RadioSelect, initial="random")

    def __init__(self, *args: Any, ruleset: Ruleset, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ruleset = ruleset
        self._offer_sides()
        for option in ruleset.options:
            self.fields[OPTION_PREFIX + option.name] = field_for(option)

    def _offer_sides(self) -> None:
        """Removes the choice where the game itself decides who plays which side."""
        if does_chance_seat(self.ruleset):
            del self.fields["side"]
            return
        first, second = self.ruleset.sides
        sides = [
            (Challenge.SideWanted.RANDOM, words.RANDOM()),
            (Challenge.SideWanted.FIRST, words.MOVES_FIRST(side=first)),
            (Challenge.SideWanted.SECOND, second),
        ]
        set_choices(self.fields["side"], sides)

    def fill_in(self, given: QueryDict) -> None:
        """Sets first values that were chosen for another game or before a log-in, where they fit; they are not checked
        yet."""
        for name, field in self.fields.items():
            value = field.widget.value_from_datadict(given, MultiValueDict(), name)
            if isinstance(field, forms.MultipleChoiceField):
                value = [each for each in value if field.valid_value(each)]
            elif isinstance(field, forms.ChoiceField) and not field.valid_value(value):
                continue
            if value is not None:
                self.initial[name] = value

    def field_of(self, option: Option | None) -> forms.BoundField | None:
        return self[OPTION_PREFIX + option.name] if option else None

    def option_fields(self) -> list[forms.BoundField]:
        """The fields of the ruleset's options, for the template."""
        return [self[OPTION_PREFIX + option.name] for option in self.ruleset.options]

    def differs(self, names: Iterable[str]) -> bool:
        """Whether one of these fields has an error, or a value other than the form's usual proposal."""
        return any(name in self.errors or not self._is_usual(name) for name in names if name in self.fields)

    def _is_usual(self, name: str) -> bool:
        shown, usual = self[name].value(), self.fields[name].initial
        if isinstance(shown, list | tuple) or isinstance(usual, list | tuple):
            return list(shown or ()) == list(usual or ())
        if isinstance(self.fields[name], forms.BooleanField):
            return bool(shown) == bool(usual)
        return str(shown or "") == str(usual or "")

    def clean_ruleset(self, data: dict[str, Any]) -> None:
        """Sets the side and the options, as challenges take them."""
        data.setdefault("side", Challenge.SideWanted.RANDOM)
        data["options"] = {option.name: data.get(OPTION_PREFIX + option.name) for option in self.ruleset.options}
