"""The forms of standing challenges."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.text import capfirst

from competition.models import StandingChallenge
from competition.models.standing import MOST_KEPT
from competition.words import standing as words
from core.form_errors import invalid
from core.versions import Versioned
from core.words import form_later
from engine.contract import does_chance_seat
from games import telling
from games.challenges import Terms
from games.forms.fields import OPTION_PREFIX
from games.forms.limits import LimitFields, limits_of
from games.forms.ruleset import RulesetFields
from games.forms.time import USUAL_VACATION, TimeFields
from games.models import Challenge
from games.terms import PRESETS
from games.words import forms as form_words
from games.words import refusals

TIME = TimeFields.base_fields
"""The fields for time in the form of any challenge."""
CONTROLS = [(name, capfirst(telling.describe_control(each))) for name, each in PRESETS.items()]
BAD_KEEP = dict.fromkeys(
    ("required", "invalid", "min_value", "max_value"), form_later(words.BAD_KEEP(least=1, most=MOST_KEPT))
)


class StandingForm(LimitFields, RulesetFields):
    """What a player always likes to play, with whom, and how many games."""

    keep = forms.IntegerField(
        label="Games to keep running",
        min_value=1,
        max_value=MOST_KEPT,
        initial=1,
        error_messages=BAD_KEEP,
        help_text="From 1 to 10. When one of them ends, there is room for another.",
    )
    presets = forms.MultipleChoiceField(
        label="Time limits",
        initial=["days-3"],
        choices=CONTROLS,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": form_later(refusals.NO_CONTROL())},
    )
    favourite = forms.ChoiceField(
        label="Which of them you like most",
        required=False,
        choices=[("", words.FIRST_OF_THEM()), *CONTROLS],
        help_text="Used when an opponent has chosen several of yours too.",
    )
    weekends = TIME["weekends"]
    vacation = TIME["vacation"]
    vacation_days = TIME["vacation_days"]
    rated = forms.BooleanField(
        label="Rated", required=False, initial=True, help_text="The results count for both players’ ratings."
    )
    pairs = forms.BooleanField(
        label="Pair me automatically",
        required=False,
        initial=True,
        help_text="Each minute we look for somebody whose standing challenge fits yours, and start the game. "
        "Otherwise a game starts only when somebody accepts.",
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        self._clean_presets(data)
        self._clean_vacation(data)
        self.clean_limits(data)
        self.clean_ruleset(data)
        return data

    def _clean_presets(self, data: dict[str, Any]) -> None:
        """Removes duplicates, and puts the time limits in the order of the form. The favourite must be one of them."""
        if "presets" not in data:
            return
        data["presets"] = [name for name in PRESETS if name in data["presets"]]
        data["favourite"] = data.get("favourite") or data["presets"][0]
        if data["favourite"] not in data["presets"]:
            self.add_error("favourite", invalid(words.NOT_AMONG_THEM()))

    def _clean_vacation(self, data: dict[str, Any]) -> None:
        if not data.get("vacation"):
            self.errors.pop("vacation_days", None)
            data["vacation_days"] = data.get("vacation_days") or USUAL_VACATION
        elif data.get("vacation_days") is None and "vacation_days" not in self.errors:
            self.add_error("vacation_days", invalid(form_words.HOW_MANY_DAYS()))

    def terms(self) -> Terms:
        """Returns what the challenge offers, with the favourite time limit first."""
        data = self.cleaned_data
        return Terms(
            ruleset_slug=self.ruleset.slug,
            options=data["options"],
            presets=sorted(data["presets"], key=lambda name: name != data["favourite"]),
            side=data["side"],
            weekends=data["weekends"],
            vacation_days=data["vacation_days"] if data["vacation"] else 0,
            rated=data["rated"],
            limits=data["limits"],
        )

    def wanted(self) -> dict[str, Any]:
        """Returns the arguments for `keeping.make` and `keeping.change`."""
        return {"terms": self.terms(), "keep": self.cleaned_data["keep"], "pairs": self.cleaned_data["pairs"]}


class ChangedStandingForm(Versioned, StandingForm):
    """The form for an existing standing challenge. A page that is older than what is saved overwrites nothing."""

    def __init__(self, *args: Any, standing: StandingChallenge, **kwargs: Any) -> None:
        super().__init__(*args, saved=read_saved(standing), ruleset=standing.challenge.ruleset, **kwargs)

    def check(self, standing: StandingChallenge) -> None:
        """Checks that the form is not outdated. Call it while the row is locked. Raises Outdated."""
        self.refuse_outdated(read_saved(standing))


def read_saved(standing: StandingChallenge) -> dict[str, Any]:
    """Returns what is saved, by the names of the fields. Time limits and options that are no longer offered are left
    out."""
    challenge = standing.challenge
    options = {option.name for option in challenge.ruleset.options}
    chosen = [name for name, preset in PRESETS.items() if preset in challenge.controls]
    return {
        "keep": standing.keep,
        "presets": chosen,
        "favourite": next((name for name in chosen if PRESETS[name] == challenge.clock_control), ""),
        "weekends": challenge.weekends,
        "vacation": challenge.vacation_days > 0,
        "vacation_days": challenge.vacation_days or USUAL_VACATION,
        "rated": challenge.rated,
        "pairs": standing.pairs,
        **_read_side(challenge),
        **limits_of(challenge),
        **{OPTION_PREFIX + name: value for name, value in challenge.options.items() if name in options},
    }


def _read_side(challenge: Challenge) -> dict[str, str]:
    return {} if does_chance_seat(challenge.ruleset) else {"side": challenge.side}
