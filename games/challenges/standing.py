"""Standing challenges: open ones that start a game each time somebody accepts, until their owner ends them.

`competition` decides how many a player may have and when one has room; here they are written.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from accounts.models import User
from core.refusal import Refusal
from core.versions import version_of
from games import clock
from games.challenges.send import check_terms
from games.models import Challenge
from games.terms import NO_LIMITS, PRESETS, Limits, check_limits
from games.words import refusals

NEVER = datetime(9000, 1, 1, tzinfo=UTC)
"""When a standing challenge expires."""


class Terms(NamedTuple):
    """What a standing challenge offers. Always public, with a time limit, and for people."""

    ruleset_slug: str
    options: Mapping[str, Any]
    presets: Sequence[str]
    """The names of one to four time controls, the favourite first."""
    side: str = Challenge.SideWanted.RANDOM
    weekends: bool = False
    vacation_days: int = 0
    rated: bool = False
    limits: Limits = NO_LIMITS


TERMS = ("options", "side", "control", "other_controls", "weekends", "vacation_days", "rated")
"""The columns that its owner may change, and that whoever accepts agrees to."""


def mark_terms(challenge: Challenge) -> str:
    """Returns a mark for the terms of a standing challenge, which a player who accepts it sends back to name the terms
    that they saw. It is empty for other challenges, whose terms never change."""
    return version_of(**{name: getattr(challenge, name) for name in TERMS}) if challenge.stands else ""


def refuse_changed(challenge: Challenge, *, seen: str) -> None:
    """Raises Refusal: changed, where somebody names other terms than those of now. Who names none has seen no page."""
    if seen and seen != mark_terms(challenge):
        raise Refusal(refusals.CHANGED(name=challenge.challenger.shown_name))


def check_standing(terms: Terms) -> dict[str, Any]:
    """The columns of a standing challenge. Raises Refusal (422): no_control, unknown_value, and as `send` does."""
    first, *others = check_presets(terms.presets)
    columns = check_terms(
        terms.ruleset_slug,
        terms.options,
        terms.side,
        first,
        weekends=terms.weekends,
        vacation_days=terms.vacation_days,
    )
    return {
        **columns,
        **check_limits(terms.limits),
        "other_controls": [clock.to_json(each) for each in others],
        "rated": terms.rated,
    }


def check_presets(names: Sequence[str]) -> list[clock.Control]:
    """The time controls of these names, each once."""
    if not names:
        raise Refusal(refusals.NO_CONTROL(), status=422)
    if any(name not in PRESETS for name in names):
        raise Refusal(refusals.UNKNOWN_VALUE(), status=422)
    return [PRESETS[name] for name in dict.fromkeys(names)]


def stand(owner: User, *, terms: Terms, now: datetime) -> Challenge:
    """Makes a standing challenge of a locked player."""
    return Challenge.objects.create(
        challenger=owner,
        audience=Challenge.Audience.ANYONE,
        stands=True,
        token=secrets.token_urlsafe(32),
        created_at=now,
        expires_at=NEVER,
        **check_standing(terms),
    )


def change_standing(challenge: Challenge, *, terms: Terms) -> None:
    """Changes what a locked standing challenge offers; its games go on as they started."""
    for name, value in check_standing(terms).items():
        setattr(challenge, name, value)
    challenge.save()


def withhold(numbers: Collection[int]) -> None:
    """Takes these locked standing challenges off the list."""
    Challenge.objects.filter(pk__in=numbers, withheld=False).update(withheld=True)


def list_again(numbers: Collection[int]) -> None:
    """Puts these locked standing challenges on the list again."""
    Challenge.objects.filter(pk__in=numbers, withheld=True).update(withheld=False)
