"""Lets the clocks of a paused game run again."""

from datetime import datetime

from django.utils.translation import gettext_lazy as _

from games import play
from games.models import Game
from games.play.pause_by_staff import RESUMED
from moderation.actions.contract import GameAction, Order
from moderation.models import LoggedAction


class Resume(GameAction):
    done_as = (RESUMED,)
    label = _("End the pause")
    explanation = _("Both clocks run again, also after a pause that the players agreed on.")
    reverse = _("Pause it again")
    done = _("Staff have ended the pause of this game")
    undone = _("Staff have paused this game again")
    reverse_hint = _("Until the instant it was to last until.")
    order = 21

    def offers(self, game: Game) -> bool:
        return not game.is_over and game.paused_until is not None

    def act(self, game: Game, order: Order, *, case: play.Case) -> None:
        play.resume(game.pk, case=case, **self.tell_staff(order))

    def undo(self, game: Game, logged: LoggedAction, order: Order, *, case: play.Case) -> None:
        until = datetime.fromisoformat(logged.before["paused_until"])
        play.pause(game.pk, until=until, case=case, **self.tell_staff(order))


kind = Resume()
