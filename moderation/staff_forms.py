"""The forms by which staff act, answer, search and write messages."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django import forms

from accounts.models import User
from accounts.rules import list_choices as list_rules
from core.form_choices import set_choices
from core.versions import Versioned
from games.models import Game
from moderation import log, reasons, referrals
from moderation.actions import registry
from moderation.actions.contract import Action, Order
from moderation.models import Appeal, LoggedAction, MessageTemplate, Report
from moderation.models.log import DISMISSED, REPORT_WITHDRAWN, SWITCHED, SWITCHED_COMPUTER, TEMPLATE_CHANGED
from moderation.suggesting import Suggestion
from moderation.templated import PlainSelect, TemplatedForm, text_field

UNDO = "undo"
"""The occasion on which something is undone, which the log files under the action."""
ANSWERS = [("answer", "Report answered"), ("answer_appeal", "Appeal answered")]
"""What the log has besides actions, and for which messages are offered too."""
FOR_STAFF = "For other staff, kept in the log."
READS = {False: "What the person reads", True: "What the players read"}
WITHDRAWN = [(REPORT_WITHDRAWN, "Reports withdrawn")]
SWITCHES = [
    (DISMISSED, "Signals dismissed"),
    (SWITCHED, "Switches of the site"),
    (SWITCHED_COMPUTER, "Computers switched"),
    (TEMPLATE_CHANGED, "Message templates changed"),
]


def told_field(label: str = "What the person reads") -> forms.CharField:
    required = {"required": f"Please write {label[0].lower()}{label[1:]}."}
    return text_field(label, required=True, error_messages=required)


def reason_field() -> forms.CharField:
    required = {"required": "Please give a reason: it is kept on record."}
    return text_field("Reason", required=True, rows=2, help_text=FOR_STAFF, error_messages=required)


def note_field(label: str = "Note for staff") -> forms.CharField:
    return text_field(label, required=False, rows=2, help_text=FOR_STAFF)


def outcome_field(choices: Sequence[tuple[str, str]]) -> forms.ChoiceField:
    required = {"required": "Please choose an outcome."}
    return forms.ChoiceField(label="Outcome", choices=choices, widget=forms.RadioSelect, error_messages=required)


class ActionForm(TemplatedForm):
    """The fields of an action, and the reason; also a message and a rule where the person is told.

    Beside a report the rule, the length and the message that are `suggested` for it are filled in.
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
        **kwargs: Any,
    ) -> None:
        kwargs |= {"auto_id": f"id_{action.name}_%s", "label_suffix": ""}
        super().__init__(*args, **kwargs)
        self.action = action
        self.asked = action.list_fields(thing)
        if report is not None:
            self.asked = action.fit_to(report, self.asked)
        self.fields.update(self.asked)
        best = None
        if action.tells:
            rules = [("", "None"), *list_rules()]
            self.fields["rule"] = forms.ChoiceField(label="Rule", choices=rules, required=False, widget=PlainSelect)
            best = self.offer_templates(action.name, templates, reason=suggested.reason if suggested else "")
            self.fields["told"] = told_field(READS[isinstance(thing, Game)])
        self.fields["reason"] = note_field() if action.tells else reason_field()
        if suggested:
            self.fill_in(suggested, best)

    def fill_in(self, suggested: Suggestion, best: MessageTemplate | None) -> None:
        """Preselects what is suggested, and says why so long."""
        filled = {"rule": suggested.rule, "length": suggested.find_length(self.action.name)}
        if best:
            filled |= {"template": str(best.pk), "told": best.text}
        for name, value in filled.items():
            if value and name in self.fields:
                self.fields[name].initial = value
        if "length" in self.fields:
            self.fields["length"].help_text = suggested.tell_length(self.action.name)

    def make_order(self, *, staff: User, report: Report | None, now: datetime) -> Order:
        data = self.cleaned_data
        answers = {name: data.get(name) for name in self.asked}
        said = {"reason": data.get("reason", ""), "told": data.get("told", ""), "rule": data.get("rule", "")}
        return Order(staff=staff, now=now, report=report, answers=answers, **said)


class AnswerForm(TemplatedForm):
    """The answer to a report, which its reporter reads."""

    said = "answer"
    outcome = outcome_field([each for each in Report.Outcome.choices if each[0] != Report.Outcome.WITHDRAWN])
    answer = text_field(
        "What the reporter reads",
        required=False,
        help_text="Sent with the outcome. Don’t mention anything about the other person that isn’t public.",
    )
    reason = reason_field()

    def __init__(self, *args: Any, reason: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **{**kwargs, "auto_id": "id_answer_%s", "label_suffix": ""})
        self.offer_templates("answer", reason=reason)
        self.order_fields(["outcome", "template"])


class AppealForm(TemplatedForm):
    """The answer to an appeal."""

    said = "answer"
    outcome = outcome_field(Appeal.Outcome.choices)
    answer = told_field()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{**kwargs, "auto_id": "id_appeal_%s", "label_suffix": ""})
        self.offer_templates("answer_appeal")
        self.order_fields(["outcome", "template"])


class UndoForm(TemplatedForm):
    """Asks why, and where both players of a game are told, what they read."""

    said = "reason"
    reason = reason_field()

    def __init__(self, *args: Any, logged: LoggedAction, **kwargs: Any) -> None:
        super().__init__(*args, **{**kwargs, "auto_id": "id_undo_%s", "label_suffix": ""})
        if logged.game_id:
            self.said = "told"
            self.fields["told"] = told_field("What the players read")
        self.offer_templates(UNDO)
        self.order_fields(["template", "told"])


class DismissForm(forms.Form):
    """What a signal found, by its key, and why there is nothing to it."""

    signal = forms.CharField(max_length=40)
    found = forms.CharField(max_length=64)
    reason = reason_field()


def list_occasions() -> list[tuple[str, str]]:
    """What a message may be offered with, by name and label."""
    actions = [(action.name, action.label) for action in registry.ACTIONS.all() if action.tells]
    return [*actions, (UNDO, "Undo"), *ANSWERS]


class MessageForm(Versioned, forms.ModelForm):
    """A message that is offered beside an action."""

    action = forms.ChoiceField(label="Offered with", required=False)
    reason = forms.ChoiceField(
        label="For reports of", required=False, help_text="Beside such a report, it is filled in already."
    )

    class Meta:
        model = MessageTemplate
        fields = ["action", "reason", "title", "text"]
        widgets = {"text": forms.Textarea(attrs={"rows": 4})}

    def __init__(self, *args: Any, instance: MessageTemplate | None, **kwargs: Any) -> None:
        saved = forms.model_to_dict(instance, self.Meta.fields) if instance else {}
        super().__init__(*args, saved=saved, instance=instance, **{**kwargs, "label_suffix": ""})
        set_choices(self.fields["action"], [("", "Everything"), *list_occasions()])
        set_choices(self.fields["reason"], [("", "Any kind"), *reasons.list_choices()])


class LogForm(forms.Form):
    """Which part of the log is shown."""

    person = forms.CharField(label="Person", required=False, max_length=20)
    game = forms.IntegerField(label="Game", required=False, min_value=1, max_value=2**62)
    by = forms.CharField(label="Moderator", required=False, max_length=20)
    action = forms.ChoiceField(label="Action", required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{**kwargs, "label_suffix": ""})
        set_choices(
            self.fields["action"],
            [("", "All"), *registry.list_choices(), *ANSWERS, *WITHDRAWN, *referrals.LABELS.items(), *SWITCHES],
        )

    def find(self, *, reader: User) -> Any:
        """The rows of the log that are asked for and that the reader may see."""
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
