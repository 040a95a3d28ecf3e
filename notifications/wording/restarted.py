"""Why the clock of a turn was started again, in words for its player and for the opponent."""

from typing import Any, NamedTuple

from core.words import Sentence
from games.models import ClockChange
from notifications.words import games as words

Kind = ClockChange.Kind


class Happened(NamedTuple):
    """What happened, in three forms: alone, for the other player with whose turn it is, and for the player whose clock
    runs again."""

    alone: Sentence
    theirs: Sentence
    yours: Sentence


PAUSE_OVER = Happened(words.PAUSE_OVER, words.PAUSE_OVER_THEIRS, words.PAUSE_OVER_YOURS)
HAPPENED = {
    Kind.RESUMED.value: PAUSE_OVER,
    Kind.STAFF_RESUMED.value: PAUSE_OVER,
    Kind.TAKEN_BACK.value: Happened(words.TAKEN_BACK, words.TAKEN_BACK_THEIRS, words.TAKEN_BACK_YOURS),
    Kind.REOPENED.value: Happened(words.REOPENED, words.REOPENED_THEIRS, words.REOPENED_YOURS),
    Kind.STAFF.value: Happened(words.DEADLINE_MOVED, words.DEADLINE_MOVED_THEIRS, words.DEADLINE_MOVED_YOURS),
}


def find_why(payload: Any) -> Happened | None:
    """Returns what happened, as the `why` of a payload names it; None if nothing did."""
    return HAPPENED.get(payload.get("why", "")) if isinstance(payload, dict) else None
