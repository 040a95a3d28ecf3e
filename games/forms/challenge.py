"""The form of a challenge: what a player may set."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict

from accounts.emails.unreachable import refuse_unreachable
from accounts.models import User
from core.form_choices import set_choices
from core.form_errors import invalid
from engine.contract import Option, Ruleset, does_chance_seat
from games.forms.fields import OPTION_PREFIX, field_for
from games.forms.limits import LimitFields
from games.forms.time import OWN, TimeFields
from games.models import Challenge
from games.words import forms as words


class ChallengeForm(TimeFields, LimitFields):
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
    rated = forms.BooleanField(
        label="Rated",
        required=False,
        initial=True,
        help_text="The result counts for both players’ ratings. Usual for open challenges and those to a player.",
    )
    pair = forms.BooleanField(
        label="Two games at once, one with each side",
        required=False,
        help_text="Both start when the challenge is accepted. Not against a computer.",
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
        self.clean_time(data)
        if data.get("audience", Challenge.Audience.ANYONE) == Challenge.Audience.ANYONE:
            self.clean_limits(data)
        else:
            self.drop_limits(data)
        data.setdefault("side", Challenge.SideWanted.RANDOM)
        if data.get("pair"):
            self.forget_errors(["side"])
            data["side"] = Challenge.SideWanted.RANDOM
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

    def terms(self) -> dict[str, Any]:
        """The arguments for `challenges.send`."""
        time = ("control", "weekends", "vacation_days")
        names = (
            "audience",
            "opponent",
            "address",
            "options",
            "side",
            "private",
            "rated",
            "note",
            "pair",
            "limits",
            *time,
        )
        return {"ruleset_slug": self.ruleset.slug, **{name: self.cleaned_data[name] for name in names}}
