"""The part of a challenge's form about time: a preset or a control of one's own, weekends and vacation."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.text import capfirst

from core.form_errors import invalid
from games import clock, telling
from games.forms.fields import days_field
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
USUAL_VACATION = 14
"""Days of vacation that the form proposes for each player."""


class TimeFields(forms.Form):
    """What a game agrees on about time."""

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

    @property
    def sets_own_time(self) -> bool:
        """Whether none of the presets is chosen."""
        return self["preset"].value() not in PRESETS

    def clean_time(self, data: dict[str, Any]) -> None:
        """Sets the control, and asks for the numbers that it needs."""
        self._clean_preset(data)
        if "pace" in data:
            self._clean_control(data)
            self._clean_days_off(data)

    def _clean_preset(self, data: dict[str, Any]) -> None:
        """A chosen preset decides all fields of the control, whatever they contain."""
        if preset := PRESETS.get(data.get("preset", "")):
            kind = clock.to_json(preset)["kind"]
            values = {field: clock.to_json(preset)[name] for name, field in CONTROL_FIELDS[kind].items()}
            self.forget_errors(["pace", *(field for each in CONTROL_FIELDS.values() for field in each.values())])
            data |= {"pace": kind, **values}

    def _clean_control(self, data: dict[str, Any]) -> None:
        fields = CONTROL_FIELDS[data["pace"]]
        wanted = list(fields.values())
        others = {field for each in CONTROL_FIELDS.values() for field in each.values()}.difference(wanted)
        self.forget_errors(others)
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
            self.forget_errors(["vacation_days"])
            data["vacation_days"] = 0

    def _require_numbers(self, data: dict[str, Any], fields: Iterable[str]) -> None:
        for field in fields:
            if data.get(field) is None and field not in self.errors:
                self.add_error(field, invalid(words.HOW_MANY_DAYS()))

    def forget_errors(self, fields: Iterable[str]) -> None:
        """Drops errors of fields that another choice hides and makes irrelevant."""
        for field in set(fields) & set(self.errors):
            del self.errors[field]
