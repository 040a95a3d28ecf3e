"""How a record writes moments, lengths of time, time controls and results, and reads them again."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache

from games.clock import Bank, Control, Days, Reserve, Unlimited
from records.record import Moment

MOMENT = re.compile(r"\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d{6})?Z)?", re.ASCII)
LENGTH = re.compile(r"(\d{1,6})d(?:(\d\d):(\d\d):(\d\d)(?:\.(\d{6}))?)?", re.ASCII)
CONTROLS: dict[str, tuple[re.Pattern[str], Callable[..., Control]]] = {
    "days": (re.compile(r"days (\d{1,3})", re.ASCII), Days),
    "bank": (re.compile(r"bank (\d{1,3})\+(\d{1,3})<=(\d{1,3})", re.ASCII), Bank),
    "reserve": (re.compile(r"reserve (\d{1,3})\+(\d{1,3})", re.ASCII), Reserve),
    "none": (re.compile("none"), Unlimited),
}
RESULTS = ("1-0", "0-1", "1/2-1/2", "-", "*")
"""The first side won, the second did, a draw, without result, going on."""
DAY = timedelta(days=1)


def write_moment(moment: Moment | None) -> str:
    """`2026-11-27` for a day, `2026-11-27T18:30:05.25Z` for an instant."""
    if not isinstance(moment, datetime):
        return "" if moment is None else moment.isoformat()
    return moment.astimezone(UTC).isoformat().removesuffix("+00:00") + "Z"


@lru_cache(maxsize=1 << 10)
def read_moment(text: str) -> Moment:
    """A day or an instant. Raises ValueError with the text."""
    if not MOMENT.fullmatch(text):
        raise ValueError(text)
    try:
        return datetime.fromisoformat(text) if text.endswith("Z") else date.fromisoformat(text)
    except ValueError:
        raise ValueError(text) from None


def write_length(length: timedelta) -> str:
    """`2d` for whole days, else `2d03:04:05.000006`."""
    days, rest = divmod(length, DAY)
    if not rest:
        return f"{days}d"
    seconds, micro = rest.seconds, f".{rest.microseconds:06}" if rest.microseconds else ""
    return f"{days}d{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}{micro}"


@lru_cache(maxsize=1 << 10)
def read_length(text: str) -> timedelta:
    """`2d` or `2d03:04:05.000006`. Raises ValueError with the text."""
    found = LENGTH.fullmatch(text)
    if found is None:
        raise ValueError(text)
    days, hours, minutes, seconds, micro = (int(part or 0) for part in found.groups())
    return timedelta(days=days, hours=hours, minutes=minutes, seconds=seconds, microseconds=micro)


def write_control(control: Control) -> str:
    """`days 3`, `bank 3+1<=7`, `reserve 3+10` or `none`, all in days."""
    if isinstance(control, Days):
        return f"days {control.days}"
    if isinstance(control, Bank):
        return f"bank {control.start}+{control.increment}<={control.cap}"
    return f"reserve {control.days}+{control.bank}" if isinstance(control, Reserve) else "none"


def read_control(text: str) -> Control:
    """What `write_control` wrote. Raises ValueError, by a BadControl where it is out of range."""
    pattern, make = CONTROLS.get(text.partition(" ")[0], CONTROLS["none"])
    found = pattern.fullmatch(text)
    if found is None:
        raise ValueError(text)
    return make(*map(int, found.groups()))


def read_result(text: str) -> str:
    if text not in RESULTS:
        raise ValueError(text)
    return text


def read_one_of(*known: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in known:
            raise ValueError(text)
        return text

    return read
