"""The one reader of JSON sent to the site: what could not be stored or compared later is refused at once."""

from __future__ import annotations

import json
from json import JSONDecodeError, JSONDecoder
from math import isfinite
from typing import Any

from django.http import HttpRequest

from core.numbers import LARGEST

DEEPEST = 20
"""How deeply lists and objects may be nested."""
LONGEST_FIELD = 20_000
"""Characters of a form field: what a security key sends takes a few thousand."""


class SoundDecoder(JSONDecoder):
    """For a form field: refuses what `read_value` refuses in the same way as invalid JSON."""

    def decode(self, text: str, *args: Any) -> Any:
        try:
            return read_value(text, longest=LONGEST_FIELD)
        except BadJson:
            raise JSONDecodeError("Not sound", "", 0) from None


class BadJson(ValueError):
    """Why a body was refused, as a sentence."""

    def __init__(self) -> None:
        super().__init__("What was sent could not be read.")


def read_object(request: HttpRequest, *, longest: int) -> dict[str, Any]:
    """The JSON object in the body, of at most `longest` bytes. Raises BadJson."""
    told = read_value(request.body, longest=longest)
    if not isinstance(told, dict):
        raise BadJson
    return told


def read_value(body: bytes | str, *, longest: int) -> Any:
    """Any JSON value of at most `longest` bytes, in UTF-8.

    Raises BadJson where it is no JSON, or has a NUL or half a surrogate pair in a text, a number that is not finite
    or very large, or lists within lists without end.
    """
    if len(body) > longest:
        raise BadJson
    try:
        told = json.loads(body.decode() if isinstance(body, bytes) else body)
    except (ValueError, RecursionError):
        raise BadJson from None
    if not _is_sound(told, depth=0):
        raise BadJson
    return told


def _is_sound(value: Any, *, depth: int) -> bool:
    if depth > DEEPEST:
        return False
    if isinstance(value, str):
        return "\0" not in value and not any("\ud800" <= sign <= "\udfff" for sign in value)
    if isinstance(value, int | float):
        return abs(value) <= LARGEST if isinstance(value, int) else isfinite(value)
    if isinstance(value, dict):
        return all(_is_sound(part, depth=depth + 1) for pair in value.items() for part in pair)
    return all(_is_sound(part, depth=depth + 1) for part in value or ())
