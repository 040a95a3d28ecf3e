"""The forms of challenges: what a player may set, and why they may decline."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.text import capfirst

from accounts.emails.unreachable import refuse_unreachable
from accounts.models import User
from core.form_choices import set_choices
from core.form_errors import invalid
from core.words import form_later
from engine.contract import Option, Ruleset, Side, does_chance_seat
from games import clock, telling
from games.models import Challenge, Game
from games.reading.seats import read_seats
from games.terms import MOST_VACATION, PRESETS
from games.words import forms as words

PACES = [
    ("days", "Days per turn: the same number of days for each turn"),
    ("reserve", "Days per turn with a reserve: when they run out, the reserve is used"),
    ("bank", "Time bank: one supply of days for all turns, topped up after each turn"),
    ("none", "No time limit: only a player who isn’t seen for 30 days can lose by time"),
]
CONTROL_FIELDS = {
    "days": {"days": "days"},
    "reserve": {"days": "days", "bank": "reserve_bank"},
    "bank": {"start": "bank_start", "increment": "bank_increment", "cap": "bank_cap"},
    "none": {},
}
"""For each control, the fields of the form that hold its numbers."""
OWN = "own"
"""The choice in place of a preset that lets the fields of the control decide."""
OPTION_PREFIX = "option_"
USUAL_VACATION = 14
"""Days of vacation that the form proposes for each player."""


def field_for(option: Option) -> forms.Field:
    """The form field of one of a ruleset's options."""
    choices = [
        (choice.value, words.CHOICE(label=choice.label, help=choice.help) if choice.help else choice.label)
        for choice in option.choices
    ]
    if option.multiple:
        return forms.MultipleChoiceField(
            label=option.label, choices=choices, required=False, widget=forms.CheckboxSelectMultiple
        )
    return forms.ChoiceField(label=option.label, choices=choices, initial=option.default, widget=forms.RadioSelect)


def days_field(label: str, *, least: int, most: int, initial: int) -> forms.IntegerField:
    """A number of days within bounds. Its error names the bounds, whatever is wrong."""
    messages = dict.fromkeys(("invalid", "min_value", "max_value"), form_later(words.DAYS(least=least, most=most)))
    return forms.IntegerField(
        label=label, min_value=least, max_value=most, initial=initial, required=False, error_messages=messages
    )


def offer_terms(game: Game) -> dict[str, Any]:
    """First values of the form from the terms of a game, no matter who played it."""
    return {**_terms_of(game), "side": "random", "weekends": any(seat.weekend for seat in read_seats(game))}


def offer_again(game: Game, *, side: int) -> dict[str, Any]:
    """First values of the form for the same terms with sides swapped; `side` was that of the player who offers now."""
    return {**offer_terms(game), "side": "second" if side == Side.FIRST else "first"}


def offer_like(challenge: Challenge, *, ruleset: Ruleset) -> dict[str, Any]:
    """First values of the form for another challenge like this one, without its addressee unless it is open to anyone.

    Of its options and its side, those are taken that mean the same in the game that is now offered.
    """
    values = {**_terms_of(challenge), "side": challenge.side, "weekends": challenge.weekends}
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
        "private": thing.private,
        "rated": thing.rated,
        **{field: thing.control[name] for name, field in CONTROL_FIELDS[pace].items()},
        **{OPTION_PREFIX + name: value for name, value in thing.options.items()},
    }


class ChallengeForm(forms.Form):
    """An offer to play one ruleset; its options become fields of their own."""

    audience = forms.ChoiceField(
        label="Who may accept?",
        initial="anyone",
        widget=forms.RadioSelect,
        choices=[
            ("anyone", "Anyone: post it in the open list"),
            ("player", "A player on this site"),
            ("link", "Anyone with the link"),
            ("address", "Invite by email, with or without an account"),
        ],
    )
    opponent = forms.CharField(label="Player’s name", required=False, max_length=20)
    address = forms.EmailField(
        label="Email address",
        required=False,
        validators=[refuse_unreachable],
        help_text="We’ll send one invitation to this address, and nothing else.",
    )
    side = forms.ChoiceField(label="I play", widget=forms.RadioSelect, initial="random")
    preset = forms.ChoiceField(
        label="Time limit",
        required=False,
        initial="days-3",
        widget=forms.RadioSelect,
        choices=[
            *((name, capfirst(telling.describe_control(each))) for name, each in PRESETS.items()),
            (OWN, "Set my own"),
        ],
    )
    pace = forms.ChoiceField(label="My own time limit", choices=PACES, initial="days", widget=forms.RadioSelect)
    days = days_field("Days per turn", least=1, most=30, initial=3)
    reserve_bank = days_field("Days in reserve", least=1, most=60, initial=10)
    bank_start = days_field("Days at the start", least=1, most=60, initial=3)
    bank_increment = days_field("Days added per turn", least=0, most=30, initial=1)
    bank_cap = days_field("Maximum days", least=1, most=90, initial=7)
    weekends = forms.BooleanField(
        label="Weekends off",
        required=False,
        help_text="Each player’s clock is stopped on their own weekend, in their own time zone.",
    )
    vacation = forms.BooleanField(
        label="Allow vacation",
        required=False,
        initial=True,
        help_text="A player who goes away can pause their clock, and a day is used automatically when time runs out.",
    )
    vacation_days = days_field("Days of vacation for each player", least=1, most=MOST_VACATION, initial=USUAL_VACATION)
    rated = forms.BooleanField(
        label="Rated",
        required=False,
        initial=True,
        help_text="The result counts for both players’ ratings. Usual for open challenges and those to a player.",
    )
    private = forms.BooleanField(label="Private: only the two players can see the game", required=False)
    note = forms.CharField(label="Message", required=False, max_length=300, widget=forms.Textarea(attrs={"rows": 2}))

    def __init__(self, *args: Any, ruleset: Ruleset, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ruleset = ruleset
        self._offer_sides()
        for option in ruleset.options:
            self.fields[OPTION_PREFIX + option.name] = field_for(option)

    def _offer_sides(self) -> None:
        """Removes the choice where the game itself decides who plays which side."""
        if does_chance_seat(self.ruleset):
            del self.fields["side"]
            return
        first, second = self.ruleset.sides
        sides = [
            (Challenge.SideWanted.RANDOM, words.RANDOM()),
            (Challenge.SideWanted.FIRST, words.MOVES_FIRST(side=first)),
            (Challenge.SideWanted.SECOND, second),
        ]
        set_choices(self.fields["side"], sides)

    def fill_in(self, given: QueryDict) -> None:
        """Sets first values that were chosen for another game or before a log-in, where they fit; they are not checked
        yet."""
        self.initial["preset"] = OWN
        for name, field in self.fields.items():
            value = field.widget.value_from_datadict(given, MultiValueDict(), name)
            if isinstance(field, forms.MultipleChoiceField):
                value = [each for each in value if field.valid_value(each)]
            elif isinstance(field, forms.ChoiceField) and not field.valid_value(value):
                continue
            if value is not None:
                self.initial[name] = value

    def field_of(self, option: Option | None) -> forms.BoundField | None:
        return self[OPTION_PREFIX + option.name] if option else None

    def option_fields(self) -> list[forms.BoundField]:
        """The fields of the ruleset's options, for the template."""
        return [self[OPTION_PREFIX + option.name] for option in self.ruleset.options]

    @property
    def sets_own_time(self) -> bool:
        """Whether none of the presets is chosen."""
        return self["preset"].value() not in PRESETS

    def differs(self, names: Iterable[str]) -> bool:
        """Whether one of these fields has an error, or a value other than the form's usual proposal."""
        return any(name in self.errors or not self._is_usual(name) for name in names if name in self.fields)

    def _is_usual(self, name: str) -> bool:
        shown, usual = self[name].value(), self.fields[name].initial
        if isinstance(shown, list | tuple) or isinstance(usual, list | tuple):
            return list(shown or ()) == list(usual or ())
        if isinstance(self.fields[name], forms.BooleanField):
            return bool(shown) == bool(usual)
        return str(shown or "") == str(usual or "")

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        self._clean_audience(data)
        self._clean_preset(data)
        if "pace" in data:
            self._clean_control(data)
            self._clean_days_off(data)
        data.setdefault("side", Challenge.SideWanted.RANDOM)
        data["options"] = {option.name: data.get(OPTION_PREFIX + option.name) for option in self.ruleset.options}
        return data

    def _clean_audience(self, data: dict[str, Any]) -> None:
        if data.get("audience") == "player":
            name = data.get("opponent", "").strip()
            data["opponent"] = User.objects.named(name).first()
            if data["opponent"] is None:
                self.add_error("opponent", invalid(words.NO_PLAYER(name=name) if name else words.WHO()))
        else:
            data["opponent"] = None
        if data.get("audience") != "address":
            data["address"] = ""
        elif not data.get("address") and "address" not in self.errors:
            self.add_error("address", invalid(words.WHERE()))

    def _clean_preset(self, data: dict[str, Any]) -> None:
        """A chosen preset decides all fields of the control, whatever they contain."""
        if preset := PRESETS.get(data.get("preset", "")):
            kind = clock.to_json(preset)["kind"]
            values = {field: clock.to_json(preset)[name] for name, field in CONTROL_FIELDS[kind].items()}
            self._forget_errors(["pace", *(field for each in CONTROL_FIELDS.values() for field in each.values())])
            data |= {"pace": kind, **values}

    def _clean_control(self, data: dict[str, Any]) -> None:
        fields = CONTROL_FIELDS[data["pace"]]
        wanted = list(fields.values())
        others = {field for each in CONTROL_FIELDS.values() for field in each.values()}.difference(wanted)
        self._forget_errors(others)
        self._require_numbers(data, wanted)
        if any(field in self.errors for field in wanted):
            return
        stored = {"kind": data["pace"], **{name: data[field] for name, field in fields.items()}}
        try:
            data["control"] = clock.from_json(stored)
        except clock.BadControl as error:
            self.add_error(wanted[-1] if wanted else "pace", str(error))

    def _clean_days_off(self, data: dict[str, Any]) -> None:
        """Asks how many days of vacation, where a clock can be stopped: else `challenges.send` drops days off."""
        if data["vacation"] and data["pace"] != "none":
            self._require_numbers(data, ["vacation_days"])
        else:
            self._forget_errors(["vacation_days"])
            data["vacation_days"] = 0

    def _require_numbers(self, data: dict[str, Any], fields: Iterable[str]) -> None:
        for field in fields:
            if data.get(field) is None and field not in self.errors:
                self.add_error(field, invalid(words.HOW_MANY_DAYS()))

    def _forget_errors(self, fields: Iterable[str]) -> None:
        """Drops errors of fields that another choice hides and makes irrelevant."""
        for field in set(fields) & set(self.errors):
            del self.errors[field]

    def terms(self) -> dict[str, Any]:
        """The arguments for `challenges.send`."""
        time = ("control", "weekends", "vacation_days")
        names = ("audience", "opponent", "address", "options", "side", "private", "rated", "note", *time)
        return {"ruleset_slug": self.ruleset.slug, **{name: self.cleaned_data[name] for name in names}}


class DeclineForm(forms.ModelForm):
    """The reason for declining, which may be left empty."""

    class Meta:
        model = Challenge
        fields = ["reason"]
        labels = {"reason": "Reason (the challenger will read it)"}
        help_texts = {"reason": ""}
