"""The part of a challenge's form about whom an open one is for."""

from __future__ import annotations

from typing import Any

from django import forms

from core.form_errors import invalid
from games.forms.fields import points_field
from games.models import Challenge
from games.terms import BOUNDS, NO_LIMITS, ON_TIME, WITHIN, Limits
from games.words import forms as words
from games.words import limits as limits_words


class OnTimeField(forms.TypedChoiceField):
    """One of the percentages that may be asked for, or none."""

    def validate(self, value: Any) -> None:
        if value and not self.valid_value(value):
            raise invalid(limits_words.BAD_ON_TIME())


class LimitFields(forms.Form):
    """Whom an open or a standing challenge is for: without entries, everybody."""

    rating_within = points_field("Points from my rating, at most", bounds=WITHIN, error=limits_words.BAD_WITHIN)
    rating_from = points_field("Lowest rating", bounds=BOUNDS, error=limits_words.BAD_BOUND)
    rating_to = points_field("Highest rating", bounds=BOUNDS, error=limits_words.BAD_BOUND)
    established_only = forms.BooleanField(
        label="Established ratings only",
        required=False,
        help_text="Keeps out players whose rating is still provisional, so also newcomers.",
    )
    on_time_least = OnTimeField(
        label="Games finished on time",
        required=False,
        coerce=int,
        empty_value=None,
        choices=[("", words.ANY_ON_TIME()), *((str(least), words.AT_LEAST(percent=least)) for least in ON_TIME)],
        help_text="Players who have finished fewer than ten games pass.",
    )

    def clean_limits(self, data: dict[str, Any]) -> None:
        """Sets `limits` for `challenges.send`; the lowest rating may not be above the highest."""
        lowest, highest = data.get("rating_from"), data.get("rating_to")
        if lowest is not None and highest is not None and lowest > highest:
            self.add_error("rating_to", invalid(limits_words.FROM_ABOVE_TO()))
        data["limits"] = NO_LIMITS._replace(**{name: data[name] for name in Limits._fields if name in data})

    def drop_limits(self, data: dict[str, Any]) -> None:
        """Drops the limits of a challenge that is not open: what was entered is hidden then, and limits no one."""
        for name in set(Limits._fields) & set(self.errors):
            del self.errors[name]
        data["limits"] = NO_LIMITS


def limits_of(challenge: Challenge) -> dict[str, Any]:
    """First values of these fields."""
    return {name: getattr(challenge, name) for name in Limits._fields}
