"""The field in which staff untick some of what an action would do, once a rehearsal has shown it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.safestring import SafeString

from core.numbers import read_number

SHOWN = "_shown"
"""The suffix of the hidden field that lists the choices the page showed, since browsers do not send what is
unticked."""


class TickedAtFirst(forms.CheckboxSelectMultiple):
    """Checkboxes whose value is the list of those that are *not* ticked. Without choices it renders nothing."""

    @property
    def is_hidden(self) -> bool:
        return not self.choices

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[str]:
        ticked = set(data.getlist(name) if hasattr(data, "getlist") else data.get(name, ()))
        return [each for each in str(data.get(name + SHOWN, "")).split(",") if each and each not in ticked]

    def value_omitted_from_data(self, data: Any, files: Any, name: str) -> bool:
        return name + SHOWN not in data

    def optgroups(self, name: str, value: list[str], attrs: dict[str, Any] | None = None) -> list[Any]:
        left_out = set(value)
        return super().optgroups(name, [str(key) for key, _ in self.choices if str(key) not in left_out], attrs)

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        if not self.choices:
            return SafeString("")
        shown = ",".join(str(key) for key, _ in self.choices)
        hidden = format_html('<input type="hidden" name="{}" value="{}">', name + SHOWN, shown)
        return hidden + super().render(name, value, attrs, renderer)


class LeftOutField(forms.Field):
    """A field whose value is the numbers that were unticked."""

    widget = TickedAtFirst

    def clean(self, value: Any) -> frozenset[int]:
        found = (read_number(each) for each in value or ())
        return frozenset(each for each in found if each is not None)

    def show(self, choices: Iterable[tuple[int, Any]]) -> None:
        """Sets what can be unticked from now on."""
        self.widget.choices = list(choices)
