"""What may be offered in a challenge. Each check returns what is kept, or raises Refusal (422) with a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import TextChoices

from accounts.models import User
from core.refusal import Refusal
from core.words import Said, Sentence
from engine import registry
from engine.contract import HOUSE_DRAWS, BadOption, does_chance_seat
from games import clock
from games.models import Challenge
from games.play.start import fix_options
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
