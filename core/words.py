"""Sentences for people, formed when they are shown, in the language of who reads; and one function each for lists,
lengths of time, days and moments.

A sentence stands in `words/` of its app, as `TOO_MANY = Sentence("too_many", "…")`, and is said with its arguments:
`TOO_MANY(most=3)`. It carries code and arguments wherever it goes (a refusal, a message, the error of a form), and is
formed by `str`, so a template shows it like any text. Nothing that people read is put together from pieces.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import cache, lru_cache
from typing import Any

from django.utils.formats import date_format
from django.utils.functional import lazystr
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext

from core.language import find_language
from engine import words
from engine.words import Said, Sentence, chain

__all__ = ["Said", "Sentence", "chain", "fill", "form", "join", "tell_day", "tell_length", "tell_moment"]

MINUTE = timedelta(minutes=1)
PLAIN = (str, int)
"""Types of arguments that are told as they are."""


THEN = Sentence("then", "{first} {then}")
AS_TOLD = Sentence("as_told", "{text}")


def form(said: Said) -> str:
    """What the rules of a game told, in the language that is active."""
    return fill(translate(said.sentence, said.arguments), said.arguments)


def translate(sentence: Sentence, arguments: Mapping[str, Any]) -> str:
    """The form of a sentence that fits the number among its arguments, not yet filled in."""
    if not sentence.plural:
        return find_form(find_language(), sentence.text)
    number = arguments[sentence.by]
    number = int(number) if number == int(number) else 2
    return find_plural(find_language(), sentence.text, sentence.plural, number)


@cache
def find_form(language: str | None, text: str) -> str:
    """A text in a language, which must be the one that is active. There are as many as sentences, and looking through
    all catalogues costs more than forming one."""
    return gettext(text)


@lru_cache(maxsize=1 << 12)
def find_plural(language: str | None, one: str, other: str, number: int) -> str:
    """The same of a text that a number decides about."""
    return ngettext(one, other, number)


def fill(template: str, arguments: Mapping[str, object]) -> str:
    """A sentence with its arguments in their places, each as it is told."""
    if not arguments:
        return template
    plain = {name: value if type(value) in PLAIN else tell(value) for name, value in arguments.items()}
    return template.format(**plain)


def form_later(said: Said) -> Any:
    """A sentence for where Django takes a text and shows it later, as the error messages of a field."""
    return lazystr(said)


def say_all(*said: Said | str | None) -> Said:
    """Sentences one after the other; those that are None or empty are left out."""
    first, *rest = filter(None, said)
    told = Said(first.sentence, first.arguments) if isinstance(first, Said) else AS_TOLD(text=first)
    for each in rest:
        told = THEN(first=told, then=each)
    return told


def fill_marked(said: Said, marks: Mapping[str, SafeString]) -> SafeString:
    """A sentence as HTML: all of it escaped but these arguments, which are links and the like."""
    text = conditional_escape(translate(said.sentence, said.arguments))
    arguments = {name: conditional_escape(tell(value)) for name, value in said.arguments.items()}
    return mark_safe(text.format(**arguments, **marks))


def mark_moment(moment: datetime, *, form: str) -> SafeString:
    """A moment as HTML, in the reader's zone, which scripts and screen readers understand."""
    return format_html('<time datetime="{}">{}</time>', localtime(moment).isoformat(), tell_moment(moment, form=form))


def tell(value: object) -> Any:
    """An argument as it is told; numbers stay, so that a sentence may say how they are written."""
    if isinstance(value, Said):
        return form(value)
    if isinstance(value, timedelta):
        return tell_length(value)
    if isinstance(value, datetime):
        return tell_moment(value)
    if isinstance(value, date):
        return tell_day(value)
    if isinstance(value, list | tuple):
        return join(value)
    return value


# Lists.

ALL = Sentence("list_all", "{first} and {last}")
MORE = Sentence("list_more", "{first}, {more}")


def join(items: Iterable[object]) -> str:
    """A list in words: “Anna”, “Anna and Bela”, “Anna, Bela and Cleo”; empty for none."""
    told = [str(tell(item)) for item in items]
    if len(told) < 2:
        return "".join(told)
    first = told[0]
    for item in told[1:-1]:
        first = find_form(find_language(), MORE.text).format(first=first, more=item)
    return find_form(find_language(), ALL.text).format(first=first, last=told[-1])


MORE_IN_ROW = Sentence("more_in_row", "{first}, {more}")


def tell_list(items: Iterable[object]) -> str:
    """A list without its “and”: “Mastery, MASTER, Masters”; empty for none."""
    told = [str(tell(item)) for item in items]
    row = told[0] if told else ""
    for item in told[1:]:
        row = find_form(find_language(), MORE_IN_ROW.text).format(first=row, more=item)
    return row


# Lengths of time.

DAYS = Sentence("days", "{n} day", "{n} days", "n")
HOURS = Sentence("hours", "{n} hour", "{n} hours", "n")
MINUTES = Sentence("minutes", "{n} minute", "{n} minutes", "n")
TWO_UNITS = Sentence("two_units", "{greater} {lesser}")
MOMENT = Sentence("less_than_a_minute", "less than a minute")
NO_TIME = Sentence("no_time", "no time")


def tell_length(length: timedelta) -> str:
    """A length of time in words, rounded down: “2 days 3 hours”, “59 minutes”, “less than a minute”, “no time”."""
    if length <= timedelta():
        return find_form(find_language(), NO_TIME.text)
    minutes = length // MINUTE
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    units = ((DAYS, days), (HOURS, hours)) if days else ((HOURS, hours), (MINUTES, minutes))
    told = [tell_count(unit, number) for unit, number in units if number]
    if len(told) == 2:
        return find_form(find_language(), TWO_UNITS.text).format(greater=told[0], lesser=told[1])
    return told[0] if told else find_form(find_language(), MOMENT.text)


def tell_count(unit: Sentence, number: int) -> str:
    """A number of something: “1 day”, “2 days”, “0 days”."""
    return translate(unit, {"n": number}).format(n=number)


# Days and moments, in the reader's zone.

DAY = "j M Y"
DAY_OF_WEEK = "D j M Y"
SHORT_DAY = "j M"
TIME = "H:i"
TIME_OF_ZONE = "H:i T"
WEEKDAY = "l j F"
LONG_DAY_AND_TIME = "j F Y, H:i"
DAY_AND_TIME = "j F, H:i"
DAY_OF_YEAR = "j F"
LONG_DAY = "j F Y"
LONG_MOMENT = "j F Y, H:i T"
LONG_DAY_TIME = "j F, H:i T"
MOMENT_OF_YEAR = "D j M Y, H:i"
MOMENT_OF_YEAR_AND_ZONE = "D j M Y, H:i T"
SHORT_MOMENT = "j M, H:i"
PLAIN_MOMENT = "j M Y, H:i"
WEEKDAY_MOMENT = "D j M, H:i"
WEEKDAY_LONG_MOMENT = "l j F, H:i T"
SHORT_MOMENT_OF_ZONE = "D j M, H:i T"


def tell_day(day: date, *, form: str = DAY) -> str:
    """A day: “25 Jan 2027”; of a moment, in the zone of who reads."""
    return date_format(localtime(day) if isinstance(day, datetime) else day, form)


def tell_moment(moment: datetime, *, form: str = MOMENT_OF_YEAR, zone: tzinfo | None = None) -> str:
    """A moment: “Mon 25 Jan 2027, 13:00”, in the zone of who reads unless another is given."""
    return date_format(localtime(moment, zone), form)


def tell_utc(moment: datetime) -> str:
    """A moment in UTC, for what staff read: “25 January 2027, 13:00”."""
    return tell_moment(moment, form=LONG_DAY_AND_TIME, zone=UTC)


words.form_by(form)
