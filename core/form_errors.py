"""The sentences in which forms say that they cannot take an entry, in place of Django's."""

from typing import Any

from django import forms
from django.core import validators
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from engine.words import Said

REQUIRED = _("Please fill this in.")
INVALID_CHOICE = _("Please choose one of the options.")
INVALID: dict[type[forms.Field], Any] = {
    forms.IntegerField: _("Please enter a whole number."),
    forms.DateField: _("Please choose a day."),
    forms.TimeField: _("Please choose a time."),
    forms.DateTimeField: _("Please choose a day and a time."),
    forms.JSONField: _("That couldn’t be read. Please try again."),
}
UNPRINTABLE = _("This has a character that can’t be kept. Please remove it.")
TOO_LONG = _("Use up to %(limit_value)d characters: this has %(show_value)d.")
TOO_SMALL = _("Choose %(limit_value)s or more.")
TOO_LARGE = _("Choose %(limit_value)s or less.")


def use_own_sentences() -> None:
    """Makes every form created from now on use these. A field with a sentence of its own keeps it."""
    forms.Field.default_error_messages["required"] = REQUIRED
    for choice in (forms.ChoiceField, forms.MultipleChoiceField, forms.ModelChoiceField):
        choice.default_error_messages["invalid_choice"] = INVALID_CHOICE
        choice.default_error_messages["invalid_list"] = INVALID_CHOICE
    for field, sentence in INVALID.items():
        field.default_error_messages["invalid"] = sentence
    validators.ProhibitNullCharactersValidator.message = UNPRINTABLE
    validators.MaxLengthValidator.message = TOO_LONG
    validators.MinValueValidator.message = TOO_SMALL
    validators.MaxValueValidator.message = TOO_LARGE


def invalid(said: Said) -> ValidationError:
    """The error of a form that says this: it carries code and arguments, and is formed when it is shown."""
    return ValidationError(said, code=said.code)  # type: ignore[arg-type]  # Django takes `str` of it when it is shown
