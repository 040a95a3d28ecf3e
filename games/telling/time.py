"""The time of a game in words: what is left, and what moved a deadline."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from core.words import Said, Sentence, tell_length
from games.models import ClockChange
from games.words import clocks as words

Kind = ClockChange.Kind

__all__ = ["remaining", "tell_change", "tell_length"]


def remaining(deadline: datetime | None, *, now: datetime) -> str:
    """The time left in words, rounded down: “2 days 3 hours”, “59 minutes”, “less than a minute”.

    “no time” from the deadline on (grace is never shown); empty where there is no deadline.
    """
    return "" if deadline is None else tell_length(deadline - now)


def tell_change(change: ClockChange, *, name: str) -> str:
    """What moved a deadline, where `name` is whose clock it was."""
    what = _choose(change, name=name)
    least = change.terms.get("at_least")
    return str(words.LEAVING(what=what, name=name, hours=least) if least else what)


def _choose(change: ClockChange, *, name: str) -> Said:
    later = change.before_at is None or change.after_at is None or change.after_at > change.before_at
    named: dict[Kind, Sentence] = {
        Kind.VACATION: words.VACATION_SET if later else words.VACATION_ENDED,
        Kind.AUTOMATIC: words.AUTOMATIC,
        Kind.CLAIMED: words.CLAIMED,
    }
    told: dict[Kind, Callable[[], Said]] = {
        Kind.MORE_TIME: partial(_tell_days, change),
        Kind.PAUSED: partial(_tell_until, change, words.PAUSED, words.PAUSED_UNTOLD),
        Kind.RESUMED: words.RESUMED,
        Kind.OUTAGE: words.OUTAGE,
        Kind.STAFF: words.STAFF,
        Kind.STAFF_PAUSED: partial(_tell_until, change, words.STAFF_PAUSED, words.STAFF_PAUSED_UNTOLD),
        Kind.STAFF_RESUMED: words.STAFF_RESUMED,
        Kind.REOPENED: words.REOPENED,
        Kind.TAKEN_BACK: partial(_tell_turn, change),
    }
    kind = Kind(change.kind)
    return named[kind](name=name) if kind in named else told[kind]()


def _tell_days(change: ClockChange) -> Said:
    days = change.terms.get("days")
    return words.MORE_TIME(days=timedelta(days=days)) if days else words.MORE_TIME_UNTOLD()


def _tell_until(change: ClockChange, sentence: Sentence, untold: Sentence) -> Said:
    """With the end of a pause, in the reader's zone: 'Mon 25 Jan 2027, 13:00'; without one where none is known."""
    until = change.terms.get("until")
    return sentence(until=datetime.fromisoformat(until)) if until else untold()


def _tell_turn(change: ClockChange) -> Said:
    turn = change.terms.get("turn")
    return words.TAKEN_BACK(turn=turn) if turn else words.TAKEN_BACK_UNTOLD()
