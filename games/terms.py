"""What may be offered in a challenge. Each check returns what is kept, or raises Refusal (422) with a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.db.models import TextChoices

from accounts.models import User
from core.refusal import Refusal
from core.words import Said, Sentence
from engine import registry
from engine.contract import HOUSE_DRAWS, BadOption, does_chance_seat
from games import clock
from games.models import Challenge
from games.play.start import fix_options
from games.words import limits as limits_words
from games.words import refusals

MOST_VACATION = 60
"""Days of vacation that a game may allow each player."""
PRESETS: Mapping[str, clock.Control] = {
    "days-3": clock.Days(3),
    "days-7": clock.Days(7),
    "reserve": clock.Reserve(days=1, bank=10),
    "bank": clock.Bank(start=14, increment=1, cap=28),
}
"""The time controls that are offered at once, by name; any other can be set too."""
LONGEST_WORD = 300
"""Characters of a note or a reason."""


class Limits(NamedTuple):
    """Whom an open challenge is for; without values everybody."""

    rating_within: int | None = None
    """No further from the challenger’s rating."""
    rating_from: int | None = None
    rating_to: int | None = None
    established_only: bool = False
    on_time_least: int | None = None
    """At least so many percent of their games finished on time."""


NO_LIMITS = Limits()
WITHIN = (50, 1000)
"""How far a rating may be asked to be from one’s own at most, in points."""
BOUNDS = (100, 4000)
"""Between which ratings a challenge may set its bounds."""
ON_TIME = (70, 80, 90)
"""The percentages of games finished on time that may be asked for."""


def check_limits(limits: Limits) -> dict[str, Any]:
    """The columns of a challenge for these limits."""
    within, lowest, highest = limits.rating_within, limits.rating_from, limits.rating_to
    if within is not None and not _is_between(within, WITHIN):
        raise Refusal(limits_words.BAD_WITHIN(least=WITHIN[0], most=WITHIN[1]), status=422)
    if any(bound is not None and not _is_between(bound, BOUNDS) for bound in (lowest, highest)):
        raise Refusal(limits_words.BAD_BOUND(least=BOUNDS[0], most=BOUNDS[1]), status=422)
    if lowest is not None and highest is not None and lowest > highest:
        raise Refusal(limits_words.FROM_ABOVE_TO(), status=422)
    if limits.on_time_least not in (None, *ON_TIME):
        raise Refusal(limits_words.BAD_ON_TIME(), status=422)
    return limits._asdict()


def _is_between(number: Any, bounds: tuple[int, int]) -> bool:
    return type(number) is int and bounds[0] <= number <= bounds[1]


def check_options(slug: str, options: Mapping[str, Any]) -> dict[str, Any]:
    try:
        return fix_options(registry.get(slug), options)
    except registry.UnknownRuleset:
        raise Refusal(refusals.UNKNOWN_RULESET(), status=422) from None
    except BadOption as error:
        raise Refusal(Said(Sentence("unknown_options", error.template), error.details), status=422) from error


def all_house_draws(slug: str) -> dict[str, list[str]]:
    """The options of every house draw that a game knows. Against a computer they are always on, so that it ends."""
    draws = next((option for option in registry.get(slug).options if option.name == HOUSE_DRAWS.name), None)
    return {draws.name: [choice.value for choice in draws.choices]} if draws else {}


def check_side(slug: str, side: str) -> str:
    """After the options, which say whether we have the game."""
    side = check_member(side, of=Challenge.SideWanted)
    ruleset = registry.get(slug)
    if side != Challenge.SideWanted.RANDOM and does_chance_seat(ruleset):
        raise Refusal(refusals.NO_SIDE(ruleset=ruleset.name), status=422)
    return side


def check_control(control: clock.Control | Mapping[str, Any]) -> clock.Control:
    try:
        return clock.from_json(dict(control)) if isinstance(control, Mapping) else control
    except clock.BadControl as error:
        raise Refusal(Said(Sentence("bad_control", str(error))), status=422) from error


def check_vacation(days: int) -> int:
    if type(days) is not int or not 0 <= days <= MOST_VACATION:
        raise Refusal(refusals.BAD_VACATION(most=MOST_VACATION), status=422)
    return days


def check_rated(*, private: bool, control: clock.Control, opponent: User | None) -> None:
    """Refuses what can't be rated: a game against the computer, a private one, one without a limit."""
    if opponent is not None and opponent.is_computer:
        raise Refusal(refusals.RATED_COMPUTER(), status=422)
    if private:
        raise Refusal(refusals.RATED_PRIVATE(), status=422)
    if isinstance(control, clock.Unlimited):
        raise Refusal(refusals.RATED_WITHOUT_LIMIT(), status=422)


def check_member(value: str, *, of: type[TextChoices]) -> str:
    if value not in of.values:
        raise Refusal(refusals.UNKNOWN_VALUE(), status=422)
    return value


def check_length(text: str) -> str:
    text = text.replace("\x00", "").strip()  # PostgreSQL keeps no NUL
    if len(text) > LONGEST_WORD:
        raise Refusal(refusals.LONG_WORD(n=len(text), most=LONGEST_WORD), status=422)
    return text
