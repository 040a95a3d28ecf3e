"""The forms in which staff act, answer, search and write messages."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.rules import list_choices as list_rules
from core.form_choices import set_choices
from core.refusal import Refusal
from core.versions import Versioned
from games.models import Game
from moderation import log, reasons, referrals
from moderation.actions import registry
from moderation.actions.contract import Action, Order, PersonAction
from moderation.models import Appeal, LoggedAction, MessageTemplate, Report
from moderation.models.log import DISMISSED, REPORT_WITHDRAWN, SWITCHED, SWITCHED_COMPUTER, TEMPLATE_CHANGED
from moderation.suggesting import Suggestion
from moderation.templated import PlainSelect, TemplatedForm, text_field
from moderation.together import NOTHING, Along
from moderation.words import refusals

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

UNDO = "undo"
"""The occasion of undoing something. The log has no rows of this name: it files undoing under the action."""
ANSWERS = [("answer", _("Report answered")), ("answer_appeal", _("Appeal answered"))]
"""What else the log has besides actions. Messages are offered for these, too."""
NOTE = _("Note for staff")
FOR_STAFF = _("For other staff, kept in the log.")
READS = {False: _("What the person reads"), True: _("What the players read")}
WITHDRAWN = [(REPORT_WITHDRAWN, _("Reports withdrawn"))]
SWITCHES = [
    (DISMISSED, _("Signals dismissed")),
    (SWITCHED, _("Switches of the site")),
    (SWITCHED_COMPUTER, _("Computers switched")),
    (TEMPLATE_CHANGED, _("Message templates changed")),
]


def told_field(*, of_game: bool = False) -> forms.CharField:
    """The field for what the person reads, or what the players of a game read."""
    missing = refusals.NO_TOLD_TO_PLAYERS if of_game else refusals.NO_TOLD_TO_PERSON
    return text_field(READS[of_game], required=True, error_messages={"required": missing()})


def reason_field() -> forms.CharField:
    required = {"required": _("Please give a reason: it is kept on record.")}
    return text_field(_("Reason"), required=True, rows=2, help_text=FOR_STAFF, error_messages=required)


def note_field(label: StrOrPromise = NOTE) -> forms.CharField:
    return text_field(label, required=False, rows=2, help_text=FOR_STAFF)


def outcome_field(choices: Sequence[tuple[str, StrOrPromise]]) -> forms.ChoiceField:
    required = {"required": _("Please choose an outcome.")}
    return forms.ChoiceField(label=_("Outcome"), choices=choices, widget=forms.RadioSelect, error_messages=required)


class ActionForm(TemplatedForm):
    """The fields of an action and the reason. If the action tells the person, also a message and a rule.

    For a report, the rule, the length and the message that are `suggested` are filled in.
    """

    said = "told"

    def __init__(
        self,
        *args: Any,
        action: Action,
        thing: User | Game,
        templates: Sequence[MessageTemplate] | None = None,
        suggested: Suggestion | None = None,
        report: Report | None = None,
        obstacle: str = "",
        along: Along = NOTHING,
        **kwargs: Any,
    ) -> None:
        kwargs |= {"auto_id": f"id_{action.name}_%s", "label_suffix": ""}
        super().__init__(*args, **kwargs)
        self.action, self.thing = action, thing
        self.asked = action.list_fields(thing)
        if report is not None:
            self.asked = action.fit_to(report, self.asked)
        if obstacle:
            self.asked = action.limit_to_first_aid(self.asked)
        self.fields.update(self.asked)
        best = None
        if action.tells:
            if action.cites_rule:
                rules = [("", _("None")), *list_rules()]
                self.fields["rule"] = forms.ChoiceField(
                    label=_("Rule"), choices=rules, required=False, widget=PlainSelect
                )
            best = self.offer_templates(action.name, templates, reason=suggested.reason if suggested else "")
            self.fields["told"] = told_field(of_game=isinstance(thing, Game))
        self.fields["reason"] = note_field() if action.tells else reason_field()
        along.add_to(self.fields)
        if suggested:
            self.fill_in(suggested, best)

    def fill_in(self, suggested: Suggestion, best: MessageTemplate | None) -> None:
        """Preselects what is suggested, and explains the suggested length."""
        filled = {"rule": suggested.rule, "length": suggested.find_length(self.action.name)}
        if best:
            filled |= {"template": str(best.pk), "told": best.text}
        for name, value in filled.items():
            if value and name in self.fields:
                self.fields[name].initial = value
        if "length" in self.fields and "until" in self.fields:
            self.fields["length"].help_text = suggested.tell_length(self.action.name)

    def show_more(self, *, staff: User, now: datetime) -> None:
        """Shows what depends on the submitted answers, if these suffice."""
        action, person = self.action, self.thing
        if isinstance(action, PersonAction) and isinstance(person, User) and set(self.asked) <= set(self.cleaned_data):
            with suppress(Refusal):
                action.show_more(person, self.make_order(staff=staff, report=None, now=now), self.fields)

    def make_order(self, *, staff: User, report: Report | None, now: datetime) -> Order:
        data = self.cleaned_data
        answers = {name: data.get(name) for name in self.asked}
        said = {"reason": data.get("reason", ""), "told": data.get("told", ""), "rule": data.get("rule", "")}
        return Order(staff=staff, now=now, report=report, answers=answers, **said)


class AnswerForm(TemplatedForm):
    """The answer to a report, which its reporter reads."""

    said = "answer"
    outcome = outcome_field([(each.value, each.label) for each in Report.Outcome if each != Report.Outcome.WITHDRAWN])
    answer = text_field(
        _("What the reporter reads"),
        required=False,
        help_text=_("Sent with the outcome. Don’t mention anything about the other person that isn’t public."),
    )
    reason = reason_field()

    def __init__(self, *args: Any, reason: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **{**kwargs, "auto_id": "id_answer_%s", "label_suffix": ""})
        self.offer_templates("answer", reason=reason)
        self.order_fields(["outcome", "template"])


class AppealForm(TemplatedForm):
    """The answer to an appeal."""

    said = "answer"
    outcome = outcome_field([(each.value, each.label) for each in Appeal.Outcome])
    answer = told_field()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{**kwargs, "auto_id": "id_appeal_%s", "label_suffix": ""})
        self.offer_templates("answer_appeal")
        self.order_fields(["outcome", "template"])


class UndoForm(TemplatedForm):
    """Asks why, and for what the players read if a game's decision is undone."""

    said = "reason"
    reason = reason_field()

    def __init__(self, *args: Any, logged: LoggedAction, **kwargs: Any) -> None:
        super().__init__(*args, **{**kwargs, "auto_id": "id_undo_%s", "label_suffix": ""})
        if logged.game_id:
            self.said = "told"
            self.fields["told"] = told_field(of_game=True)
        self.offer_templates(UNDO)
        self.order_fields(["template", "told"])


class DismissForm(forms.Form):
    """Which finding of a signal is dismissed, by its key, and why there is nothing to it."""

    signal = forms.CharField(max_length=40)
    found = forms.CharField(max_length=64)
    reason = reason_field()


def list_occasions() -> list[tuple[str, StrOrPromise]]:
    """Lists what a message may be offered with, by name and label."""
    actions = [(action.name, action.label) for action in registry.ACTIONS.all() if action.tells]
    return [*actions, (UNDO, _("Undo")), *ANSWERS]


class MessageForm(Versioned, forms.ModelForm):
    """A message that is offered with an action."""

    action = forms.ChoiceField(label=_("Offered with"), required=False)
    reason = forms.ChoiceField(
        label=_("For reports of"), required=False, help_text=_("Beside such a report, it is filled in already.")
    )

    class Meta:
        model = MessageTemplate
        fields = ["action", "reason", "title", "text"]
        widgets = {"text": forms.Textarea(attrs={"rows": 4})}

    def __init__(self, *args: Any, instance: MessageTemplate | None, **kwargs: Any) -> None:
        saved = forms.model_to_dict(instance, self.Meta.fields) if instance else {}
        super().__init__(*args, saved=saved, instance=instance, **{**kwargs, "label_suffix": ""})
        set_choices(self.fields["action"], [("", _("Everything")), *list_occasions()])
        set_choices(self.fields["reason"], [("", _("Any kind")), *reasons.list_choices()])


class LogForm(forms.Form):
    """Which rows of the log are shown."""

    person = forms.CharField(label=_("Person"), required=False, max_length=20)
    game = forms.IntegerField(label=_("Game"), required=False, min_value=1, max_value=2**62)
    by = forms.CharField(label=_("Moderator"), required=False, max_length=20)
    action = forms.ChoiceField(label=_("Action"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{**kwargs, "label_suffix": ""})
        set_choices(
            self.fields["action"],
            [("", _("All")), *registry.list_choices(), *ANSWERS, *WITHDRAWN, *referrals.LABELS.items(), *SWITCHES],
        )

    def find(self, *, reader: User) -> Any:
        """Returns the rows of the log that the form asks for and the reader may see."""
        rows = log.list_visible(reader).select_related("by", "person", "game", "reversed_by", "reverses", "restriction")
        if not self.is_valid():
            return rows
        data = self.cleaned_data
        if data["person"]:
            rows = rows.filter(person__in=User.objects.filter(username__iexact=data["person"]))
        if data["by"]:
            rows = rows.filter(by__in=User.objects.filter(username__iexact=data["by"]))
        if data["game"]:
            rows = rows.filter(game=data["game"])
        return rows.filter(action=data["action"]) if data["action"] else rows
