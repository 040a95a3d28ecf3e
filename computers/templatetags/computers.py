"""The levels of a game, for the form that starts one against a computer, and what a computer is doing."""

from dataclasses import dataclass

from django import template

from computers.hindrances import find_hindrance
from computers.models import Computer
from computers.starting import list_open_levels
from engine.contract import Ruleset
from engine.search.playing import number_levels
from games.models import Game, Seat

register = template.Library()
NO_CLOCK = "Its turn waits, and no clock runs meanwhile."


@register.filter
def levels(ruleset: Ruleset) -> list[tuple[str, int]]:
    """The names of the levels, the weakest first, each with the number that is shown."""
    return list(number_levels(ruleset).items())


@register.filter
def is_open(level: str, ruleset: Ruleset) -> bool:
    """Whether a visitor may play this level without an account."""
    return level in list_open_levels(ruleset)


@register.filter
def level_played(game: Game) -> str | None:
    """The name of the level of the computer in a game, in one query; None where none plays."""
    return Computer.objects.filter(user__seats__game=game).values_list("level_name", flat=True).first()


@dataclass(frozen=True, slots=True)
class State:
    """What the computer of a game is doing while it is to move, in a sentence; and why it does not play, if it does
    not."""

    sentence: str
    hindrance: str


@register.simple_tag
def state_of_computer(game: Game, seat: Seat | None) -> State | None:
    """For the player of a running game against a computer, in two queries; None for all others, without a query."""
    other = next((each for each in game.seats.all() if each != seat), None)
    if seat is None or other is None or game.is_over or not other.user.is_computer:
        return None
    hindrance = find_hindrance(game)
    return State(f"{hindrance} {NO_CLOCK}" if hindrance else "The computer is thinking.", hindrance)
