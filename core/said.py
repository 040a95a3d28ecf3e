"""Sentences kept for later, as code and arguments: in messages for the next page, and in rows.

The code is the place of the sentence, `games.words.turns.RESIGNED`. A sentence that has since gone cannot be told.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from pydoc import locate
from typing import Any

from django.apps import apps

from core.words import AS_TOLD, Said, form
from engine import words

_places: dict[int, str] = {}


class UnknownSentence(LookupError):
    """No sentence stands at that place (any more)."""


def keep(said: words.Said) -> dict[str, Any]:
    """The sentence's place and its arguments, as JSON can hold them. One that stands at no place by itself, as one
    among others in a table, is kept as it is told now."""
    place = place_of(said.sentence)
    if not place:
        return {"text": form(said)}
    return {"code": place, "with": {name: _keep(value) for name, value in said.arguments.items()}}


def recall(kept: Mapping[str, Any]) -> Said:
    """The sentence that was kept. Raises UnknownSentence where it has gone."""
    if "text" in kept:
        return Said(AS_TOLD, {"text": kept["text"]})
    return Said(find(str(kept["code"])), {name: _recall(value) for name, value in kept.get("with", {}).items()})


def place_of(sentence: words.Sentence) -> str:
    """The module that has the sentence, and its name there, or that of its class and its name in it; empty where it
    has none."""
    if id(sentence) not in _places:
        for name, module in list(sys.modules.items()):
            if _is_ours(name):
                _note(name, module)
    return _places.get(id(sentence), "")


def _note(place: str, holder: Any) -> None:
    """Notes the places of the sentences that a module or a class has."""
    for name, value in vars(holder).items():
        if isinstance(value, words.Sentence):
            _places.setdefault(id(value), f"{place}.{name}")
        elif isinstance(value, type) and value.__module__ == place:
            _note(f"{place}.{name}", value)


def find(place: str) -> words.Sentence:
    """The sentence at a place. Raises UnknownSentence."""
    found = locate(place) if _is_ours(place) else None
    if not isinstance(found, words.Sentence):
        raise UnknownSentence(place)
    return found


def _is_ours(module: str) -> bool:
    root = module.partition(".")[0]
    return root in ("engine", "core", "mastery_site") or root in apps.app_configs


def _keep(value: object) -> Any:
    if isinstance(value, words.Said):
        return {"said": keep(value)}
    if isinstance(value, datetime):
        return {"moment": value.isoformat()}
    if isinstance(value, date):
        return {"day": value.isoformat()}
    if isinstance(value, timedelta):
        return {"seconds": value.total_seconds()}
    if isinstance(value, list | tuple):
        return [_keep(each) for each in value]
    return value if isinstance(value, int | float) else str(value)


def _recall(value: Any) -> Any:
    if isinstance(value, list):
        return [_recall(each) for each in value]
    if not isinstance(value, Mapping):
        return value
    ((kind, kept),) = value.items()
    if kind == "said":
        return recall(kept)
    if kind == "seconds":
        return timedelta(seconds=kept)
    return datetime.fromisoformat(kept) if kind == "moment" else date.fromisoformat(kept)
