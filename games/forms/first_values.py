"""First values of a challenge's form: the terms of a game or of an earlier challenge."""

from __future__ import annotations

from typing import Any

from engine.contract import Ruleset, Side
from games.forms.fields import OPTION_PREFIX
from games.forms.limits import limits_of
from games.forms.time import CONTROL_FIELDS, OWN, USUAL_VACATION
from games.models import Challenge, Game
from games.reading.seats import read_seats
from games.terms import PRESETS


def offer_terms(game: Game) -> dict[str, Any]:
    """First values of the form from the terms of a game, no matter who played it."""
    weekends = any(seat.weekend for seat in read_seats(game))
    return {**_terms_of(game), "pair": game.paired_with_id is not None, "side": "random", "weekends": weekends}


def offer_again(game: Game, *, side: int) -> dict[str, Any]:
    """First values of the form for the same terms with sides swapped; `side` was that of the player who offers now."""
    return {**offer_terms(game), "side": "second" if side == Side.FIRST else "first"}


def offer_like(challenge: Challenge, *, ruleset: Ruleset) -> dict[str, Any]:
    """First values of the form for another challenge like this one, without its addressee unless it is open to anyone.

    They include those options, and the side, that have the same meaning in the game that is now offered.
    """
    values = {**_terms_of(challenge), "side": challenge.side, "weekends": challenge.weekends, "pair": challenge.pair}
    if challenge.audience == Challenge.Audience.ANYONE:
        values |= limits_of(challenge)
    if challenge.audience in (Challenge.Audience.ANYONE, Challenge.Audience.LINK):
        values["audience"] = challenge.audience
    if challenge.ruleset_slug == ruleset.slug:
        return values
    return {name: value for name, value in values.items() if name != "side" and not name.startswith(OPTION_PREFIX)}


def _terms_of(thing: Game | Challenge) -> dict[str, Any]:
    pace, control = thing.control["kind"], thing.clock_control
    return {
        "preset": next((name for name, preset in PRESETS.items() if preset == control), OWN),
        "pace": pace,
        "vacation": thing.vacation_days > 0,
        "vacation_days": thing.vacation_days or USUAL_VACATION,
        "private": thing.is_agreed_private if isinstance(thing, Game) else thing.private,
        "rated": thing.rated,
        **{field: thing.control[name] for name, field in CONTROL_FIELDS[pace].items()},
        **{OPTION_PREFIX + name: value for name, value in thing.options.items()},
    }
