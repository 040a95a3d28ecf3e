"""The form of a report."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.html import format_html

from accounts.models import User
from core.form_choices import set_choices
from games.models import Game
from moderation import reasons
from moderation.things.contract import Thing


class ReportForm(forms.Form):
    """Asks what fits the thing: about which person if it may be about two, and in which game if it belongs to none."""

    matter = forms.ChoiceField(
        label="What is it about?",
        widget=forms.RadioSelect,
        error_messages={"required": "Please choose what it is about."},
    )
    person = forms.TypedChoiceField(
        label="Whom is it about?",
        coerce=int,
        widget=forms.RadioSelect,
        error_messages={"required": "Please choose whom it is about."},
    )
    game = forms.TypedChoiceField(
        label="In which game?",
        coerce=int,
        required=False,
        empty_value=None,
        help_text="Needed for stalling; otherwise only if it happened in a game.",
    )
    text = forms.CharField(
        label="What happened?",
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text="Only our staff will read this. Up to 2,000 characters.",
        error_messages={"required": "Please say what happened, so that someone can look into it."},
    )

    def __init__(self, *args: Any, thing: Thing, games: Sequence[Game], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.people, self.games = thing.people, games
        set_choices(self.fields["matter"], ((each.name, show_reason(each)) for each in reasons.list_for(thing.kind)))
        if len(thing.people) > 1:
            set_choices(self.fields["person"], ((each.pk, each.username) for each in thing.people))
        else:
            del self.fields["person"]
        if games:
            told = [(game.pk, tell_game(game)) for game in games]
            set_choices(self.fields["game"], [("", "No particular game"), *told])
        else:
            del self.fields["game"]

    def clean(self) -> dict[str, Any]:
        """Requires no words where the report is answered without staff."""
        cleaned = super().clean() or {}
        if (matter := cleaned.get("matter")) and reasons.find_reason(matter).instead:
            self.errors.pop("text", None)
        return cleaned

    @property
    def about(self) -> User:
        """The person whom a valid form is about."""
        chosen = self.cleaned_data.get("person")
        return next((each for each in self.people if each.pk == chosen), self.people[0])

    @property
    def where(self) -> Game | None:
        """The game in which it happened, if the form asked."""
        chosen = self.cleaned_data.get("game")
        return next((game for game in self.games if game.pk == chosen), None)


def show_reason(reason: reasons.Reason) -> str:
    rule = f" ({reason.rule})" if reason.rule else ""
    return format_html('<span>{}<span class="hint">{}{}</span></span>', reason.label, reason.hint, rule)


def tell_game(game: Game) -> str:
    return f"Game {game.pk}, {game.ruleset.name}{'' if game.ended_at is None else ' (finished)'}"
