"""The sentences in which forms say that they cannot take an entry, in place of Django's."""

from django import forms
from django.core import validators

REQUIRED = "Please fill this in."
INVALID_CHOICE = "Please choose one of the options."
INVALID: dict[type[forms.Field], str] = {
    forms.IntegerField: "Please enter a whole number.",
    forms.DateField: "Please choose a day.",
    forms.TimeField: "Please choose a time.",
    forms.DateTimeField: "Please choose a day and a time.",
    forms.JSONField: "That couldn’t be read. Please try again.",
}
UNPRINTABLE = "This has a character that can’t be kept. Please remove it."
TOO_LONG = "Use up to %(limit_value)d characters: this has %(show_value)d."
TOO_SMALL = "Choose %(limit_value)s or more."
TOO_LARGE = "Choose %(limit_value)s or less."


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
