"""What was agreed on, in words: options, time controls, weekends, vacation, who plays which side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.weekdays import describe_days
from core.words import form, tell_list
from engine.contract import Ruleset, Side
from games import clock
from games.models import Challenge, Game, Seat
from games.reading.seats import read_seats
from games.words import terms as words


def options_of(thing: Game | Challenge) -> list[str]:
    """The options that were agreed on: 'Set-up: Imperial', 'Draws: Repetition, Quiet turns'."""
    return option_labels(thing.ruleset, thing.options)


def terms_of(challenge: Challenge) -> list[str]:
    """The options that a challenge offers, and whether the game would be private."""
    return [*options_of(challenge), *([str(words.PRIVATE())] if challenge.private else [])]


def option_labels(ruleset: Ruleset, options: Mapping[str, Any]) -> list[str]:
    """Each option that something was chosen of, with that."""
    labels = []
    for option in ruleset.options:
        chosen = options.get(option.name, option.default)
        chosen = [chosen] if isinstance(chosen, str) else list(chosen or ())
        if found := [choice.label for choice in option.choices if choice.value in chosen]:
            labels.append(str(words.OPTION(option=option.label, choice=tell_list(found))))
    return labels


def control_of(thing: Game | Challenge) -> str:
    """The time control: '3 days per turn'."""
    return describe_control(thing.clock_control)


def describe_control(control: clock.Control) -> str:
    """The control in words, for a player."""
    if isinstance(control, clock.Days):
        return str(words.DAYS(days=control.days * clock.DAY))
    if isinstance(control, clock.Bank):
        start, more, cap = (number * clock.DAY for number in (control.start, control.increment, control.cap))
        said = words.BANK(start=start, increment=more, cap=cap) if more else words.BANK_ALONE(start=start, cap=cap)
        return str(said)
    if isinstance(control, clock.Reserve):
        return str(words.RESERVE(days=control.days * clock.DAY, bank=control.bank * clock.DAY))
    return str(words.NO_LIMIT())


def time_of(challenge: Challenge) -> list[str]:
    """All that a challenge offers about time: the control, weekends, vacation."""
    if isinstance(challenge.clock_control, clock.Unlimited):
        silent, left = clock.SILENT_DAYS * clock.DAY, clock.DAYS_TO_ANSWER * clock.DAY
        return [control_of(challenge), str(words.SILENCE(silent=silent, left=left))]
    weekends = words.WEEKENDS_OFF() if challenge.weekends else words.WEEKENDS_ON()
    return [control_of(challenge), str(weekends), vacation_of(challenge)]


def vacation_of(thing: Game | Challenge) -> str:
    """How much vacation may be used: 'vacation up to 14 days each'."""
    days = thing.vacation_days * clock.DAY
    return str(words.VACATION(days=days) if days else words.NO_VACATION())


def weekend_of(seat: Seat) -> str:
    """The days on which the seat's clock is stopped, and in which zone: 'Saturday and Sunday (Europe, Berlin)'."""
    place = clock.find_zone(seat.zone).key.replace("_", " ").replace("/", ", ")
    return str(words.WEEKEND(days=describe_days(seat.weekend), place=place)) if seat.weekend else ""


def opening_of(game: Game) -> str:
    """What chance decided before the first turn, and so who plays which side, by name; empty where nothing was."""
    if not game.opening:
        return ""
    ruleset = game.ruleset
    names = read_seats(game).names
    if tell := getattr(ruleset, "tell_opening", None):
        return form(tell(game.opening, first=names[Side.FIRST], second=names[Side.SECOND]))
    one, other = ruleset.sides
    said = {"opening": game.opening, "first": names[Side.FIRST], "second": names[Side.SECOND]}
    return str(words.DRAWN_SIDES(one=one, other=other, **said))
