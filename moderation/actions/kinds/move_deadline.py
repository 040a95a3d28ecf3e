"""Moves the deadline of the current turn."""

from datetime import datetime

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.conduct import rights
from core.refusal import Refusal
from games import play
from games.models import Game
from games.play.move_deadline import DEADLINE_MOVED
from moderation.actions.contract import GameAction, Order
from moderation.models import LoggedAction
from moderation.words import refusals


class MoveDeadline(GameAction):
    done_as = (DEADLINE_MOVED,)
    label = _("Move the deadline")
    explanation = _("Of the present turn alone, and to no sooner than a day from now. Both players are told.")
    reverse = _("Move it back")
    done = _("Staff have moved the deadline of this turn")
    undone = _("Staff have moved the deadline of this turn back")
    reverse_hint = _("To where it was, if that is still to come and nobody has played.")
    order = 10

    def list_fields(self, thing: Game) -> dict[str, forms.Field]:
        widget = forms.DateTimeInput({"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
        return {
            "deadline": forms.DateTimeField(
                label=_("New deadline"), initial=thing.deadline_at, widget=widget, help_text=_("In your time zone.")
            )
        }

    def offers(self, game: Game) -> bool:
        return not game.is_over and game.deadline_at is not None

    def act(self, game: Game, order: Order, *, case: play.Case) -> None:
        try:
            play.move_deadline(game.pk, deadline=order.answers["deadline"], case=case, **self.tell_staff(order))
        except Refusal as refusal:
            if refusal.code == "soon_deadline" and rights.administers(order.staff):
                raise Refusal(refusals.FACTOR_FOR_DEADLINE(), status=403) from None
            raise

    def undo(self, game: Game, logged: LoggedAction, order: Order, *, case: play.Case) -> None:
        deadline, revision = datetime.fromisoformat(logged.before["deadline_at"]), logged.after["revision"]
        play.move_deadline(game.pk, deadline=deadline, revision=revision, case=case, **self.tell_staff(order))


kind = MoveDeadline()
