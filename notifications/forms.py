"""Forms of the notifications app."""

from collections.abc import Mapping
from typing import Any

from django import forms

from notifications.models import Kind


class SwitchesForm(forms.Form):
    """A switch for each kind."""

    def __init__(self, *args: Any, wanted: Mapping[Kind, bool], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for kind, on in wanted.items():
            self.fields[kind.value] = forms.BooleanField(label=kind.label.capitalize(), required=False, initial=on)

    @property
    def wanted(self) -> dict[Kind, bool]:
        return {Kind(name): on for name, on in self.cleaned_data.items()}
