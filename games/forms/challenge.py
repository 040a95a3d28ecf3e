"""The form of a challenge: what a player may set."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import QueryDict

from accounts.emails.unreachable import refuse_unreachable
from accounts.models import User
from core.form_errors import invalid
from games.forms.limits import LimitFields
from games.forms.ruleset import RulesetFields
from games.forms.time import OWN, TimeFields
from games.models import Challenge
from games.words import forms as words


class ChallengeForm(TimeFields, LimitFields, RulesetFields):
    """An offer to play one ruleset."""

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

    def fill_in(self, given: QueryDict) -> None:
        self.initial["preset"] = OWN
        super().fill_in(given)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        self._clean_audience(data)
        self.clean_time(data)
        if data.get("audience", Challenge.Audience.ANYONE) == Challenge.Audience.ANYONE:
            self.clean_limits(data)
        else:
            self.drop_limits(data)
        if data.get("pair"):
            self.forget_errors(["side"])
            data["side"] = Challenge.SideWanted.RANDOM
        self.clean_ruleset(data)
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
