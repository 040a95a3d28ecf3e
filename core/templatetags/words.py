"""Days, moments, lengths of time and lists in templates, each by its one function of `core.words`."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta

from django import template
from django.utils import timezone

from core import words

register = template.Library()

FACTS = words.Sentence("facts", "{first} · {more}")
AGO = words.Sentence("ago", "{length} ago")
DAYS = {
    "": words.DAY,
    "short": words.SHORT_DAY,
    "long": words.LONG_DAY,
    "of_year": words.DAY_OF_YEAR,
    "month": "F Y",
}
MOMENTS = {
    "": words.MOMENT_OF_YEAR,
    "of_zone": words.MOMENT_OF_YEAR_AND_ZONE,
    "plain": words.PLAIN_MOMENT,
    "full": words.LONG_DAY_AND_TIME,
    "long": words.LONG_MOMENT,
    "in_full": "l j F Y, H:i T",
    "near": words.LONG_DAY_TIME,
    "near_bare": words.DAY_AND_TIME,
    "short": words.SHORT_MOMENT,
    "short_weekday": words.WEEKDAY_MOMENT,
    "short_of_zone": words.SHORT_MOMENT_OF_ZONE,
    "weekday": "l j F, H:i",
    "weekday_time": "D H:i",
    "seconds": "j F Y, H:i:s",
    "time": words.TIME,
}
"""Forms by their names: a near moment needs no year, one “of_zone” says which zone it is told in."""


@register.filter
def day(value: date | None, form: str = "") -> str:
    """“25 Jan 2027”; `long` is “25 January 2027”, `short` leaves out the year; empty for none."""
    return words.tell_day(value, form=DAYS[form]) if value else ""


@register.filter
def moment(value: datetime | None, form: str = "") -> str:
    """“Mon 25 Jan 2027, 13:00”; `plain` leaves out the day of the week, `full` writes the month in full, `long` adds
    the zone to that, `short` leaves out the year; empty for none."""
    return words.tell_moment(value, form=MOMENTS[form]) if value else ""


@register.filter
def span(value: timedelta) -> str:
    """A length of time: “2 days 3 hours”. (Django’s own `length` counts a list.)"""
    return words.tell_length(value)


@register.filter
def ago(value: datetime, now: datetime | None = None) -> str:
    """How long before `now` that was: “2 days 3 hours ago”."""
    return str(AGO(length=words.tell_length((now or timezone.now()) - value)))


@register.filter
def listed(values: Iterable[object]) -> str:
    """“Anna, Bela and Cleo”."""
    return words.join(values)


@register.filter
def in_row(values: Iterable[object]) -> str:
    """“Anna, Bela, Cleo”."""
    return words.tell_list(values)


@register.filter
def facts(values: Iterable[object]) -> str:
    """Facts beside one another: “3 days per turn · no vacation”."""
    return str(words.chain(FACTS, values))
