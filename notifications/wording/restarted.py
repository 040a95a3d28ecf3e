"""Why the clock of a turn was started again, in words: its player reads it, and the other."""

from typing import Any

from games.models import ClockChange

Kind = ClockChange.Kind
HAPPENED = {
    Kind.RESUMED.value: "The pause is over",
    Kind.STAFF_RESUMED.value: "The pause is over",
    Kind.TAKEN_BACK.value: "A turn was taken back",
    Kind.REOPENED.value: "The game was reopened",
    Kind.STAFF.value: "The site’s staff moved the deadline",
}


def tell_why(payload: Any) -> str:
    """What happened, as the `why` of a payload names it; empty where nothing did."""
    return HAPPENED.get(payload.get("why", ""), "") if isinstance(payload, dict) else ""
