"""Declares a game void."""

from django.utils.translation import gettext_lazy as _

from games import play
from games.models import Game
from games.play.void import VOIDED
from moderation.actions.contract import GameAction, Order
from moderation.actions.results import put_back
from moderation.models import LoggedAction


class Void(GameAction):
    done_as = (VOIDED,)
    label = _("Declare void")
    explanation = _(
        "The game ends without a result, or loses the one it had, and is in nobody’s record. Both are told."
    )
    reverse = _("Take it back")
    done = _("Staff have declared this game void")
    undone = _("Staff have taken back that this game is void")
    reverse_hint = _("The game goes on, or has the result of before again.")
    order = 40

    def offers(self, game: Game) -> bool:
        return not game.is_void

    def act(self, game: Game, order: Order, *, case: play.Case) -> None:
        play.void(game.pk, case=case, **self.tell_staff(order))

    def undo(self, game: Game, logged: LoggedAction, order: Order, *, case: play.Case) -> None:
        put_back(game, logged, case=case, by=self.tell_staff(order))


kind = Void()
