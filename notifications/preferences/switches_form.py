"""The form of switches, with a box for each kind of notice and each channel."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from django import forms
from django.forms.boundfield import BoundField
from django.utils.functional import lazystr

from core.versions import Versioned
from notifications import registry
from notifications.contract import Channel, Kind
from notifications.preferences.switches import Place
from notifications.words import pages as words

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

SHOWN = "shown"
"""The hidden field with the names of the channels on the page."""


class Row(NamedTuple):
    """A kind and its switch for each channel; None for a channel where it has none."""

    kind: Kind
    label: StrOrPromise
    cells: list[BoundField | None]


class SwitchesForm(Versioned, forms.Form):
    """A switch for each kind and each of the channels that `shown` names.

    What a page did not show stays unchanged, even if the reader has connected another channel since.
    """

    def __init__(self, *args: Any, wanted: Mapping[Place, bool], channels: Sequence[Channel], **kwargs: Any) -> None:
        super().__init__(*args, saved=name_all(wanted), **kwargs)
        self._places, self.channels = list(wanted), channels
        hidden = forms.HiddenInput(attrs={"autocomplete": "off"})
        names = ",".join(channel.name for channel in channels)
        self.fields[SHOWN] = forms.CharField(required=False, widget=hidden, initial=names, max_length=200)
        for place in wanted:
            kind, channel = place
            told = words.SWITCH(label=registry.KINDS.get(kind).label, way=registry.CHANNELS.get(channel).by)
            label = lazystr(told)
            box = forms.CheckboxInput(attrs={"aria-label": label})
            self.fields[name_of(place)] = forms.BooleanField(label=label, required=False, widget=box)

    def rows(self) -> Iterator[Row]:
        for kind in map(registry.KINDS.get, registry.list_switchable(for_staff=True)):
            names = [name_of((kind.name, channel.name)) for channel in self.channels]
            cells = [self[name] if name in self.fields else None for name in names]
            if any(cells):
                yield Row(kind, kind.label, cells)

    @property
    def wanted(self) -> dict[Place, bool]:
        return {place: self.cleaned_data[name_of(place)] for place in self._places}


def name_of(place: Place) -> str:
    kind, channel = place
    return f"{kind}-{channel}"


def name_all(wanted: Mapping[Place, bool]) -> dict[str, bool]:
    """Returns the switches by the names of their fields."""
    return {name_of(place): on for place, on in wanted.items()}
