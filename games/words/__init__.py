"""A game in words, for pages and emails: its result, its options, its time control."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from django.utils.timezone import localtime

from core.weekdays import describe_days
from engine.contract import Ruleset, Side
from games import clock
from games.models import CALLED_OFF, CANCELLED, VOID, WITHOUT_RESULT, Challenge, ClockChange, Game, Seat
from games.reading.seats import read_seats

Kind = ClockChange.Kind

EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
ENDINGS = {
    "time": "ran out of time",
    "resignation": "resigned",
    "adjudication": "lost by decision of the site's staff",
    "suspension": "was suspended by the site's staff",
}
"""What the losing side did, or what happened to it, where the rules of the game do not say it."""

SILENCE = (
    f"the win can be claimed from a player who isn’t seen for {clock.SILENT_DAYS} days, "
    f"and then has {clock.DAYS_TO_ANSWER} days to move"
)

DRAWS = {
    "agreement": "drawn by agreement",
    "repetition": "drawn by repetition",
    "quiet-50": "drawn: fifty turns each without a capture",
    "adjudication": "drawn by decision of the site's staff",
    VOID: "declared void by the site’s staff: it counts in nobody’s record",
    CANCELLED: "cancelled: it counts in nobody’s record",
    CALLED_OFF: "called off: the computer wasn’t playing",
}


def result_of(game: Game) -> str:
    """How the game ended: 'Dark won: Light resigned'; empty while it goes on."""
    return tell_result(game.ruleset, winner=game.winner, termination=game.termination) if game.is_over else ""


def tell_result(ruleset: Ruleset, *, winner: int | None, termination: str) -> str:
    """How a game ended, from its columns alone."""
    if winner is None:
        return f"The game was {DRAWS.get(termination, 'drawn')}."
    what = ENDINGS.get(termination) or ruleset.terminations.get(termination, termination)
    return f"{ruleset.sides[winner]} won: {ruleset.sides[1 - winner]} {what}."


def tell_outcome(side: int | None, *, winner: int | None, termination: str) -> str:
    """How a game ended for one side: 'won', 'lost', 'drawn' or 'void'; empty for no side."""
    if side is None:
        return ""
    if winner is None:
        return "void" if termination in WITHOUT_RESULT else "drawn"
    return "won" if winner == side else "lost"


def options_of(thing: Game | Challenge) -> list[str]:
    """The options that were agreed on: 'Set-up: Imperial', 'Draws: Repetition, Quiet turns'."""
    return option_labels(thing.ruleset, thing.options)


def terms_of(challenge: Challenge) -> list[str]:
    """The options that a challenge offers, and whether the game would be private."""
    return [*options_of(challenge), *(["private"] if challenge.private else [])]


def option_labels(ruleset: Ruleset, options: Mapping[str, Any]) -> list[str]:
    labels = []
    for option in ruleset.options:
        chosen = options.get(option.name, option.default)
        chosen = [chosen] if isinstance(chosen, str) else list(chosen or ())
        if found := [choice.label for choice in option.choices if choice.value in chosen]:
            labels.append(f"{option.label}: {', '.join(found)}")
    return labels


def control_of(thing: Game | Challenge) -> str:
    """The time control: '3 days per turn'."""
    return clock.describe(thing.clock_control)


def time_of(challenge: Challenge) -> list[str]:
    """All that a challenge offers about time: the control, weekends, vacation."""
    if isinstance(challenge.clock_control, clock.Unlimited):
        return [control_of(challenge), SILENCE]
    weekends = "weekends off: each player’s own" if challenge.weekends else "clock runs on weekends"
    return [control_of(challenge), weekends, vacation_of(challenge)]


def vacation_of(thing: Game | Challenge) -> str:
    """How much vacation may be used: 'vacation up to 14 days each'."""
    days = thing.vacation_days
    return f"vacation up to {days} day{'' if days == 1 else 's'} each" if days else "no vacation"


def weekend_of(seat: Seat) -> str:
    """The days on which the seat's clock is stopped, and in which zone: 'Saturday and Sunday (Europe, Berlin)'."""
    place = clock.find_zone(seat.zone).key.replace("_", " ").replace("/", ", ")
    return f"{describe_days(seat.weekend)} ({place})" if seat.weekend else ""


def tell_change(change: ClockChange, *, name: str) -> str:
    """What moved a deadline, where `name` is whose clock it was. What staff wrote is for staff, and is left out."""
    least = change.terms.get("at_least")
    return _tell_change(change, name=name) + (f", leaving {name} at least {least} hours" if least else "")


def _tell_change(change: ClockChange, *, name: str) -> str:
    later = change.before_at is None or change.after_at is None or change.after_at > change.before_at
    return {
        Kind.MORE_TIME: f"Both agreed to add {tell_days(change)}",
        Kind.PAUSED: f"Both agreed on a pause{tell_end(change)}",
        Kind.RESUMED: "Both agreed to end the pause",
        Kind.VACATION: f"{name} {'set' if later else 'ended'} vacation",
        Kind.AUTOMATIC: f"A day of {name}’s vacation was used automatically",
        Kind.OUTAGE: "The site or its email was down",
        Kind.STAFF: "The site’s staff moved the deadline",
        Kind.STAFF_PAUSED: f"The site’s staff paused the game{tell_end(change)}",
        Kind.STAFF_RESUMED: "The site’s staff ended the pause",
        Kind.REOPENED: "The site’s staff reopened the game",
        Kind.CLAIMED: f"The win was claimed, since {name} hadn’t been here for long",
        Kind.TAKEN_BACK: "A turn was taken back" + (f": {turn}" if (turn := change.terms.get("turn")) else ""),
    }[Kind(change.kind)]


def tell_days(change: ClockChange) -> str:
    """How much more time was agreed on: '3 days'."""
    days = change.terms.get("days")
    return f"{days} day{'' if days == 1 else 's'}" if days else "more time"


def tell_end(pause: ClockChange) -> str:
    """Until when a pause by agreement was to last, in the reader's zone: ' until Mon 25 Jan 2027, 13:00'."""
    until = pause.terms.get("until")
    return f" until {localtime(datetime.fromisoformat(until)):%a %-d %b %Y, %H:%M}" if until else ""


def tell_length(length: timedelta) -> str:
    """A length of time in words, rounded down: '2 days 3 hours'; 'no time' for none."""
    return clock.remaining(EPOCH + length, now=EPOCH)


def opening_of(game: Game) -> str:
    """What chance decided before the first turn, and so who plays which side, by name; empty where nothing was."""
    if not game.opening:
        return ""
    ruleset = game.ruleset
    names = read_seats(game).names
    if tell := getattr(ruleset, "tell_opening", None):
        return str(tell(game.opening, first=names[Side.FIRST], second=names[Side.SECOND]))
    (first, second), (one, other) = (names[Side.FIRST], names[Side.SECOND]), ruleset.sides
    return f"Drawn at random ({game.opening}): {first} plays {one}, {second} plays {other}."
