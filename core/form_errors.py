"""What forms say of an entry that they cannot take, in sentences of this site in place of Django's."""

from django.core import validators
from django.forms import ChoiceField, Field, MultipleChoiceField

REQUIRED = "Please fill this in."
INVALID_CHOICE = "Please choose one of the options."
TOO_LONG = "Use up to %(limit_value)d characters: this has %(show_value)d."
TOO_SMALL = "Choose %(limit_value)s or more."
TOO_LARGE = "Choose %(limit_value)s or less."


def use_own_sentences() -> None:
    """Has every form made from now on say these. A field that has a sentence of its own keeps it."""
    Field.default_error_messages["required"] = REQUIRED
    for kind in (ChoiceField, MultipleChoiceField):
        kind.default_error_messages["invalid_choice"] = INVALID_CHOICE
    validators.MaxLengthValidator.message = TOO_LONG
    validators.MinValueValidator.message = TOO_SMALL
    validators.MaxValueValidator.message = TOO_LARGE
