"""Saves that replace what is saved: each names the version that its page saw, so that no older page replaces what is
newer unseen."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, NamedTuple

from django import forms
from django.http import HttpRequest
from django.utils.choices import flatten_choices

from core.words import Sentence, tell_list

ON = Sentence("on", "On")
OFF = Sentence("off", "Off")
VERSION = "version"
"""The hidden field in which a form names what its page saw."""
LENGTH = 16


class Change(NamedTuple):
    """A field whose saved value is not the one that was sent."""

    name: str
    label: str
    saved: str
    yours: str
    is_text: bool
    """Whether it is written rather than chosen."""
    is_long: bool
    longest: int | None
    """Characters."""


class Outdated(Exception):
    """What is saved is newer than what the page saw. No refusal, since the page of the form cannot show both texts:
    `OutdatedMiddleware` answers with a page that does, and from which one's own can be saved."""

    def __init__(self, changes: list[Change], *, version: str) -> None:
        super().__init__("Something newer was saved since this page was opened.")
        self.changes, self.version = changes, version


def version_of(**saved: Any) -> str:
    """The version of these values, by the names of their fields: equal values have equal versions."""
    text = json.dumps(saved, sort_keys=True, default=str)
    return sha256(text.encode()).hexdigest()[:LENGTH]


NOTHING = version_of()
"""What a page that names no version has seen."""


def read_version(request: HttpRequest) -> str:
    return request.POST.get(VERSION) or NOTHING


def text_field(label: str, *, longest: int, is_long: bool = True) -> forms.Field:
    """A text that is saved by no form of Django's, as `refuse_outdated` wants to know it."""
    return forms.CharField(label=label, max_length=longest, widget=forms.Textarea if is_long else forms.TextInput)


def refuse_outdated(
    version: str | None, *, saved: Mapping[str, Any], wanted: Mapping[str, Any], fields: Mapping[str, forms.Field]
) -> None:
    """Call it while `saved` is locked, before `wanted` takes its place.

    It lets pass what changes nothing, and what comes from a page that saw what is saved. Where nothing is saved yet, it
    lets pass what names no version. The version None means the site itself, which has no page. Raises Outdated.
    """
    present = version_of(**saved)
    is_first = version == NOTHING and not any(saved.values())
    if version in (None, present) or is_first:
        return
    differing = [name for name in saved if _plain(saved[name]) != _plain(wanted[name])]
    if differing:
        raise Outdated([_tell_change(name, fields[name], saved, wanted) for name in differing], version=present)


def _plain(value: Any) -> Any:
    """A value by which equal ones are recognized, however a form or a database gives them."""
    if isinstance(value, (list, tuple)):
        return [str(each) for each in value]
    return value if isinstance(value, bool) else _write(value)


def _write(value: Any) -> str:
    return "" if value is None else str(value).replace("\r\n", "\n")


def _tell_change(name: str, field: forms.Field, saved: Mapping[str, Any], wanted: Mapping[str, Any]) -> Change:
    return Change(
        name=name,
        label=str(field.label or name),
        saved=tell_value(field, saved[name]),
        yours=tell_value(field, wanted[name]),
        is_text=isinstance(field, forms.CharField),
        is_long=isinstance(field.widget, forms.Textarea),
        longest=getattr(field, "max_length", None),
    )


def tell_value(field: forms.Field, value: Any) -> str:
    """The value as a reader knows it from the form."""
    if isinstance(field, forms.BooleanField):
        return str(ON() if value else OFF())
    if not isinstance(field, forms.ChoiceField):
        return _write(value)
    grouped: Any = field.choices
    choices: Any = flatten_choices(grouped)
    labels = {_write(key): str(label) for key, label in choices}
    chosen = value if isinstance(value, (list, tuple)) else [value]
    return tell_list(labels.get(_write(each), _write(each)) for each in chosen)


class Versioned:
    """Mixed into a form that shows what is saved, `saved` by the names of its fields, and replaces it."""

    fields: dict[str, forms.Field]
    data: Any
    cleaned_data: dict[str, Any]

    def __init__(self, *args: Any, saved: Mapping[str, Any], **kwargs: Any) -> None:
        super().__init__(*args, **{**kwargs, "initial": {**(kwargs.get("initial") or {}), **saved}})
        self.saved = saved
        hidden = forms.HiddenInput(attrs={"autocomplete": "off"})  # Firefox would keep it when a page is loaded again
        self.fields[VERSION] = forms.CharField(required=False, widget=hidden, initial=version_of(**saved))

    def refuse_outdated(self, saved: Mapping[str, Any]) -> None:
        """Call it while `saved`, of the same names, is locked. Raises Outdated."""
        refuse_outdated(
            self.data.get(VERSION) or NOTHING,
            saved={name: saved[name] for name in self.saved},
            wanted=self.cleaned_data,
            fields=self.fields,
        )
