"""Reopens a game that was wrongly ended."""

from django.utils.translation import gettext_lazy as _

from games import play
from games.models import Game
from games.play.reopen import REOPENED
from moderation.actions.contract import GameAction, Order
from moderation.actions.results import put_back
from moderation.models import LoggedAction


class Reopen(GameAction):
    done_as = (REOPENED,)
    label = _("Reopen")
    explanation = _("The game goes on from where it ended, with the time that was left then, and a day at least.")
    reverse = _("Close it again")
    done = _("Staff have reopened this game")
    undone = _("Staff have closed this game again")
    reverse_hint = _("The game has the result of before again, as long as nobody has played.")
    order = 50

    def offers(self, game: Game) -> bool:
        return game.is_over

    def act(self, game: Game, order: Order, *, case: play.Case) -> None:
        play.reopen(game.pk, case=case, **self.tell_staff(order))

    def undo(self, game: Game, logged: LoggedAction, order: Order, *, case: play.Case) -> None:
        put_back(game, logged, case=case, by=self.tell_staff(order))


kind = Reopen()
