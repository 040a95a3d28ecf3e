"""Sets the choices of a form's field where they are known only once the form is made."""

from collections.abc import Iterable
from typing import Any

from django import forms


def set_choices(field: forms.Field, choices: Iterable[tuple[Any, Any]]) -> None:
    """Does for any field what only a ChoiceField allows: a form looks its fields up by name, so that their types are
    unknown. Raises TypeError if the field can have no choices."""
    if not isinstance(field, forms.ChoiceField):
        raise TypeError(f"A {type(field).__name__} has no choices.")
    field.choices = list(choices)
