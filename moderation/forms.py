"""The forms for making a report, and for adding to one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.form_choices import set_choices
from core.form_errors import invalid
from core.words import Said
from games.models import Game
from moderation import own_reports, reasons
from moderation.evidence.forms import find_other
from moderation.things.contract import Thing
from moderation.words import decisions as words


class ReportForm(forms.Form):
    """Asks what fits the thing: whom it is about if that may be two people, the game if the thing belongs to none, and
    a second account if the report may be about a person with two."""

    matter = forms.ChoiceField(
        label=_("What is it about?"),
        widget=forms.RadioSelect,
        error_messages={"required": _("Please choose what it is about.")},
    )
    person = forms.TypedChoiceField(
        label=_("Whom is it about?"),
        coerce=int,
        widget=forms.RadioSelect,
        error_messages={"required": _("Please choose whom it is about.")},
    )
    game = forms.TypedChoiceField(
        label=_("In which game?"),
        coerce=int,
        required=False,
        empty_value=None,
        help_text=_("Needed for stalling; otherwise only if it happened in a game."),
    )
    second = forms.CharField(
        label=_("The second account"),
        required=False,
        max_length=20,
        help_text=_("Only for two accounts: the name of the other one, if you know it."),
    )
    text = forms.CharField(
        label=_("What happened?"),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=_("Only our staff will read this. Up to 2,000 characters."),
        error_messages={"required": _("Please say what happened, so that someone can look into it.")},
    )

    def __init__(self, *args: Any, thing: Thing, games: Sequence[Game], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.second_account: User | None = None
        self.people, self.games = thing.people, games
        offered = reasons.list_for(thing.kind)
        set_choices(self.fields["matter"], ((each.name, show_reason(each)) for each in offered))
        if len(offered) == 1:  # there is no choice
            self.fields["matter"].initial = offered[0].name
            self.fields["matter"].widget = forms.HiddenInput()
        if not any(each.asks_second for each in offered):
            del self.fields["second"]
        if len(thing.people) > 1:
            set_choices(self.fields["person"], ((each.pk, each.username) for each in thing.people))
        else:
            del self.fields["person"]
        if games:
            told = [(game.pk, tell_game(game)) for game in games]
            set_choices(self.fields["game"], [("", _("No particular game")), *told])
        else:
            del self.fields["game"]

    def clean(self) -> dict[str, Any]:
        """Accepts an empty text if the site answers the report without staff."""
        cleaned = super().clean() or {}
        reason = reasons.find_reason(cleaned["matter"]) if cleaned.get("matter") else None
        if reason and reason.instead:
            self.errors.pop("text", None)
        name = cleaned.get("second", "").strip()
        if reason and name and not reason.asks_second:
            self.add_error("second", invalid(words.ONLY_FOR_TWO()))
        elif name and "person" not in self.errors:
            self._find_second(name)
        return cleaned

    def _find_second(self, name: str) -> None:
        """Finds the account that the reporter thinks belongs to the same person. An unknown name is an error of its
        field."""
        try:
            self.second_account = find_other(name, than=self.about)
        except ValidationError as error:
            self.add_error("second", error)

    @property
    def about(self) -> User:
        """The person that a valid form is about."""
        chosen = self.cleaned_data.get("person")
        return next((each for each in self.people if each.pk == chosen), self.people[0])

    @property
    def where(self) -> Game | None:
        """The game in which it happened, if the form asked."""
        chosen = self.cleaned_data.get("game")
        return next((game for game in self.games if game.pk == chosen), None)


class AdditionForm(forms.Form):
    """What a reporter adds to their report."""

    text = forms.CharField(
        label=_("What do you want to add?"),
        max_length=own_reports.LONGEST,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("Up to 2,000 characters in all, three times a day."),
        error_messages={"required": _("Please write what you want to add.")},
    )


def show_reason(reason: reasons.Reason) -> str:
    if not reason.rule:
        return format_html('<span>{}<span class="hint">{}</span></span>', reason.label, reason.hint)
    return format_html('<span>{}<span class="hint">{} ({})</span></span>', reason.label, reason.hint, reason.rule)


def tell_game(game: Game) -> Said:
    sentence = words.GAME if game.ended_at is None else words.FINISHED_GAME
    return sentence(number=game.pk, ruleset=game.ruleset.name)
