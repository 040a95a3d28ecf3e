"""The fields that forms of challenges share: options of a game, and numbers within bounds."""

from __future__ import annotations

from django import forms

from core.words import form_later
from engine.contract import Option
from engine.words import Sentence
from games.words import forms as words

OPTION_PREFIX = "option_"


def field_for(option: Option) -> forms.Field:
    """The form field of one of a ruleset's options."""
    choices = [
        (choice.value, words.CHOICE(label=choice.label, help=choice.help) if choice.help else choice.label)
        for choice in option.choices
    ]
    if option.multiple:
        return forms.MultipleChoiceField(
            label=option.label, choices=choices, required=False, widget=forms.CheckboxSelectMultiple
        )
    return forms.ChoiceField(label=option.label, choices=choices, initial=option.default, widget=forms.RadioSelect)


def days_field(label: str, *, least: int, most: int, initial: int) -> forms.IntegerField:
    """A number of days within bounds. Its error names the bounds, whatever is wrong."""
    messages = dict.fromkeys(("invalid", "min_value", "max_value"), form_later(words.DAYS(least=least, most=most)))
    return forms.IntegerField(
        label=label, min_value=least, max_value=most, initial=initial, required=False, error_messages=messages
    )


def points_field(label: str, *, bounds: tuple[int, int], error: Sentence) -> forms.IntegerField:
    """A number of rating points, or none. Its error names the bounds, whatever is wrong."""
    least, most = bounds
    messages = dict.fromkeys(("invalid", "min_value", "max_value"), form_later(error(least=least, most=most)))
    return forms.IntegerField(label=label, min_value=least, max_value=most, required=False, error_messages=messages)
