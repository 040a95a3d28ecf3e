"""The forms of challenges: what a player may set, and what a list may be narrowed by."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.contrib.auth import get_user_model

from games import clock
from games.engine import registry
from games.engine.contract import Option, Ruleset, Side
from games.models import Challenge, Game

PACES = [
    ("days", "Days per turn: the same number of days for each turn"),
    ("bank", "Bank: a store of days that fills up a little with each turn"),
    ("none", "No time limit"),
]
OPTION_PREFIX = "option_"


def field_for(option: Option) -> forms.Field:
    """The form field of one of a ruleset's options."""
    choices = [
        (choice.value, f"{choice.label}: {choice.help}" if choice.help else choice.label) for choice in option.choices
    ]
    if option.multiple:
        return forms.MultipleChoiceField(
            label=option.label, choices=choices, required=False, widget=forms.CheckboxSelectMultiple
        )
    return forms.ChoiceField(label=option.label, choices=choices, initial=option.default, widget=forms.RadioSelect)


def offer_again(game: Game, *, side: int) -> dict[str, Any]:
    """First values of the form for the terms of a game once more, with sides changed; `side` was who now offers."""
    control = {name: value for name, value in game.control.items() if name != "kind"}
    prefix = "bank_" if game.control["kind"] == "bank" else ""
    return {
        "side": "second" if side == Side.FIRST else "first",
        "pace": game.control["kind"],
        "private": game.private,
        **{prefix + name: value for name, value in control.items()},
        **{OPTION_PREFIX + name: value for name, value in game.options.items()},
    }


class ChallengeForm(forms.Form):
    """An offer to play one ruleset; its options become fields of their own."""

    audience = forms.ChoiceField(
        label="Who may accept?",
        initial="anyone",
        widget=forms.RadioSelect,
        choices=[
            ("anyone", "Anyone: it stands in the open list"),
            ("player", "One player of this site"),
            ("link", "Whoever I give the link to"),
            ("address", "Somebody by mail, with or without an account"),
        ],
    )
    opponent = forms.CharField(label="Name of the player", required=False, max_length=20)
    address = forms.EmailField(
        label="Mail address", required=False, help_text="We send one invitation, and nothing else, to this address."
    )
    side = forms.ChoiceField(label="I play", widget=forms.RadioSelect, initial="random")
    pace = forms.ChoiceField(label="Time to think", choices=PACES, initial="days", widget=forms.RadioSelect)
    days = forms.IntegerField(label="Days per turn", min_value=1, max_value=30, initial=3, required=False)
    bank_start = forms.IntegerField(label="Days at the start", min_value=1, max_value=60, initial=3, required=False)
    bank_increment = forms.IntegerField(label="Days added a turn", min_value=0, max_value=30, initial=1, required=False)
    bank_cap = forms.IntegerField(label="Days at most", min_value=1, max_value=90, initial=7, required=False)
    private = forms.BooleanField(label="Private: only the two players see the game", required=False)
    note = forms.CharField(
        label="A word with it", required=False, max_length=300, widget=forms.Textarea(attrs={"rows": 2})
    )

    def __init__(self, *args: Any, ruleset: Ruleset, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ruleset = ruleset
        first, second = ruleset.sides
        cast(forms.ChoiceField, self.fields["side"]).choices = [
            ("random", "either side, by lot"),
            ("first", f"{first}, who begins"),
            ("second", second),
        ]
        for option in ruleset.options:
            self.fields[OPTION_PREFIX + option.name] = field_for(option)

    def option_fields(self) -> list[forms.BoundField]:
        """The fields of the ruleset's options, for the template."""
        return [self[OPTION_PREFIX + option.name] for option in self.ruleset.options]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        self._clean_audience(data)
        if "pace" in data:
            self._clean_control(data)
        data["options"] = {option.name: data.get(OPTION_PREFIX + option.name) for option in self.ruleset.options}
        return data

    def _clean_audience(self, data: dict[str, Any]) -> None:
        if data.get("audience") == "player":
            name = data.get("opponent", "").strip()
            data["opponent"] = get_user_model().objects.filter(username__iexact=name, is_active=True).first()
            if data["opponent"] is None:
                self.add_error("opponent", f"No player is called “{name}”." if name else "Whom would you like to play?")
        else:
            data["opponent"] = None
        if data.get("audience") != "address":
            data["address"] = ""
        elif not data.get("address") and "address" not in self.errors:
            self.add_error("address", "Where shall the invitation go?")

    def _clean_control(self, data: dict[str, Any]) -> None:
        wanted = {"days": ["days"], "bank": ["bank_start", "bank_increment", "bank_cap"], "none": []}[data["pace"]]
        for name in {"days", "bank_start", "bank_increment", "bank_cap"} & set(self.errors) - set(wanted):
            del self.errors[name]  # a field of another control: hidden, and of no matter
        missing = [name for name in wanted if data.get(name) is None and name not in self.errors]
        for name in missing:
            self.add_error(name, "How many days?")
        if any(name in self.errors for name in wanted):
            return
        stored = {"kind": data["pace"], **{name.removeprefix("bank_"): data[name] for name in wanted}}
        try:
            data["control"] = clock.from_json(stored)
        except clock.BadControl as error:
            self.add_error(wanted[-1] if wanted else "pace", str(error))

    def terms(self) -> dict[str, Any]:
        """What `challenges.send` takes."""
        names = ("audience", "opponent", "address", "options", "side", "control", "private", "note")
        return {"ruleset_slug": self.ruleset.slug, **{name: self.cleaned_data[name] for name in names}}


class ChallengeFilter(forms.Form):
    """What the open list may be narrowed by. Bad values narrow nothing."""

    game = forms.ChoiceField(label="Game", required=False)
    pace = forms.ChoiceField(
        label="Time to think",
        required=False,
        choices=[("", "any"), ("days", "days per turn"), ("bank", "bank"), ("none", "no time limit")],
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        games = [(ruleset.slug, ruleset.name) for ruleset in registry.all_rulesets()]
        cast(forms.ChoiceField, self.fields["game"]).choices = [("", "any"), *games]

    def narrow(self, challenges: Any) -> Any:
        """The challenges that fit what was chosen."""
        self.is_valid()
        if game := self.cleaned_data.get("game"):
            challenges = challenges.filter(ruleset_slug=game)
        if pace := self.cleaned_data.get("pace"):
            challenges = challenges.filter(control__kind=pace)
        return challenges


class DeclineForm(forms.ModelForm):
    """Why not, if one cares to say."""

    class Meta:
        model = Challenge
        fields = ["reason"]
        labels = {"reason": "Why not (the challenger will read it)"}
        help_texts = {"reason": ""}
