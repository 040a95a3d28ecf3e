"""Stops both clocks of a game until an instant."""

from django import forms
from django.utils.translation import gettext_lazy as _

from games import play
from games.models import Game
from games.play.pause_by_staff import PAUSED
from moderation.actions.contract import GameAction, Order
from moderation.models import LoggedAction


class StopClocks(GameAction):
    done_as = (PAUSED,)
    label = _("Pause")
    explanation = _("Both clocks are stopped until then. The players can still play.")
    reverse = _("Let the clocks run")
    done = _("Staff have paused this game")
    undone = _("Staff have ended the pause of this game")
    reverse_hint = _("The pause ends at once.")
    order = 20

    def list_fields(self, thing: Game) -> dict[str, forms.Field]:
        widget = forms.DateTimeInput({"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
        return {"until": forms.DateTimeField(label=_("Until"), widget=widget, help_text=_("In your time zone."))}

    def offers(self, game: Game) -> bool:
        return not game.is_over and game.deadline_at is not None

    def act(self, game: Game, order: Order, *, case: play.Case) -> None:
        play.pause(game.pk, until=order.answers["until"], case=case, **self.tell_staff(order))

    def undo(self, game: Game, logged: LoggedAction, order: Order, *, case: play.Case) -> None:
        play.resume(game.pk, case=case, **self.tell_staff(order))


kind = StopClocks()
