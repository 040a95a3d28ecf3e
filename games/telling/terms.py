"""What was agreed on, in words: options, time controls, weekends, vacation, who plays which side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.weekdays import describe_days
from core.words import form, tell_list
from engine.contract import Choice, Option, Ruleset, Side, does_chance_seat
from engine.optional import TellsOpening
from engine.words import chain
from games import clock
from games.models import Challenge, Game, Seat
from games.reading.seats import read_seats
from games.words import terms as words


def options_of(thing: Game | Challenge) -> list[str]:
    """The options that were agreed on: 'Set-up: Imperial', and in a sentence each those of which there may be several,
    such as 'The same position for the third time is a draw.'"""
    return [line for option in thing.ruleset.options for line in explain_option(option, thing.options)]


def terms_of(challenge: Challenge) -> list[str]:
    """The options that a challenge offers, and whether the game would be private."""
    labels = option_labels(challenge.ruleset, challenge.options)
    return [*labels, *([str(words.PRIVATE())] if challenge.private else [])]


def all_terms_of(challenge: Challenge) -> list[str]:
    """All that a challenge offers, in one line of a list: whether it is rated, and the time first."""
    pair = [str(words.PAIR())] if challenge.pair else []
    return [tell_rated(challenge), *pair, *time_of(challenge), *terms_of(challenge)]


def tell_rated(thing: Game | Challenge) -> str:
    """Whether it counts for ratings: “rated” or “unrated”."""
    return str(words.RATED() if thing.rated else words.UNRATED())


def option_labels(ruleset: Ruleset, options: Mapping[str, Any]) -> list[str]:
    """The options in short: 'Set-up: Imperial', 'Draws: Same position three times'."""
    return [line for option in ruleset.options for line in label_option(option, options)]


def explain_option(option: Option, options: Mapping[str, Any]) -> list[str]:
    if option.multiple and all(choice.help for choice in option.choices):
        return [choice.help for choice in list_chosen(option, options)]
    return label_option(option, options)


def label_option(option: Option, options: Mapping[str, Any]) -> list[str]:
    found = [choice.label for choice in list_chosen(option, options)]
    return [str(words.OPTION(option=option.label, choice=tell_list(found)))] if found else []


def list_chosen(option: Option, options: Mapping[str, Any]) -> list[Choice]:
    chosen = options.get(option.name, option.default)
    chosen = [chosen] if isinstance(chosen, str) else list(chosen or ())
    return [choice for choice in option.choices if choice.value in chosen]


def control_of(thing: Game | Challenge) -> str:
    """The time control: '3 days per turn'."""
    return describe_control(thing.clock_control)


def controls_of(challenge: Challenge) -> str:
    """The time control, or those of which whoever accepts may choose one: “3 days per turn, or 7 days per turn”."""
    return chain(words.EITHER, map(describe_control, challenge.controls))


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
    return [controls_of(challenge), str(weekends), vacation_of(challenge)]


def agreed_time_of(game: Game) -> list[str]:
    """All that was agreed on about the time of a game with a time limit: the control, weekends, vacation. Its seats
    are best prefetched."""
    weekends = words.WEEKENDS_OFF() if any(seat.weekend for seat in game.seats.all()) else words.WEEKENDS_ON()
    return [control_of(game), str(weekends), vacation_of(game)]


def vacation_of(thing: Game | Challenge) -> str:
    """How much vacation may be used: 'vacation up to 14 days each'."""
    days = thing.vacation_days * clock.DAY
    return str(words.VACATION(days=days) if days else words.NO_VACATION())


def weekend_of(seat: Seat) -> str:
    """The days on which the seat's clock is stopped, and in which zone: 'Saturday and Sunday (Europe, Berlin)'."""
    place = clock.find_zone(seat.zone).key.replace("_", " ").replace("/", ", ")
    return str(words.WEEKEND(days=describe_days(seat.weekend), place=place)) if seat.weekend else ""


def opening_of(game: Game) -> str:
    """What chance decided before the first turn, and so who plays which side, by name; or that the site seated the
    players of a game in which chance usually does; empty where nothing was decided."""
    ruleset = game.ruleset
    if not game.opening:
        return str(words.SEATED()) if does_chance_seat(ruleset) else ""
    names = read_seats(game).names
    if isinstance(ruleset, TellsOpening):
        return form(ruleset.tell_opening(game.opening, first=names[Side.FIRST], second=names[Side.SECOND]))
    one, other = ruleset.sides
    said = {"opening": game.opening, "first": names[Side.FIRST], "second": names[Side.SECOND]}
    return str(words.DRAWN_SIDES(one=one, other=other, **said))
