"""Removes a line from the chat of a game. The log keeps the line."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from core.form_choices import set_choices
from games import chat, play
from games.chat import LINE_REMOVED
from games.models import Game, Message
from moderation.actions.contract import GameAction, Order
from moderation.models import LoggedAction, Report
from moderation.words import acting as words

SHOWN = 100


class RemoveLine(GameAction):
    done_as = (LINE_REMOVED,)
    label = _("Remove a chat line")
    explanation = _("The players read that staff removed it. Staff still see it, and the log keeps it.")
    reverse = _("Put the line back")
    done = _("Staff have removed a line from the chat of this game")
    undone = _("Staff have put a line back into the chat of this game")
    reverse_hint = _("The players read it again.")
    order = 60
    gives_first_aid = True

    also_own = True

    def is_first_aid(self, order: Order) -> bool:
        return True

    def list_fields(self, thing: Game) -> dict[str, forms.Field]:
        lines = Message.objects.filter(game=thing, removed_at=None).order_by("-pk").select_related("user")
        field = forms.ModelChoiceField(lines, label=_("Line"), empty_label=None)
        set_choices(field, ((line.pk, tell(line)) for line in lines[:SHOWN]))
        return {"line": field}

    def fit_to(self, report: Report, fields: dict[str, forms.Field]) -> dict[str, forms.Field]:
        """Selects the reported line, even if it is older than the lines that the form offers."""
        field: Any = fields["line"]
        line = field.queryset.filter(pk=report.thing_id).first() if report.thing == "message" else None
        if line is not None:
            field.initial = line.pk
            set_choices(field, {line.pk: tell(line), **dict(field.choices)}.items())
        return fields

    def act(self, game: Game, order: Order, *, case: play.Case) -> None:
        chat.remove(order.answers["line"].pk, case=case, **self.tell_staff(order))

    def keep(self, order: Order) -> dict[str, Any]:
        return {"line": order.answers["line"].pk}

    def undo(self, game: Game, logged: LoggedAction, order: Order, *, case: play.Case) -> None:
        chat.restore(logged.after["line"], case=case, **self.tell_staff(order))


def tell(line: Message) -> str:
    return str(words.LINE(what=line.user.username, text=line.text[:80]))


kind = RemoveLine()
