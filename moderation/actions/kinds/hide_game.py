"""Hides a game from everybody but its players and staff."""

from django.utils.translation import gettext_lazy as _

from games import play
from games.models import Game
from games.play.hide import HIDDEN
from moderation.actions.contract import GameAction, Order
from moderation.models import LoggedAction


class HideGame(GameAction):
    done_as = (HIDDEN,)
    label = _("Hide the game")
    explanation = _(
        "Only its players and staff see it: it leaves lists, profiles, the book, puzzles, files and other sites."
        " It goes on, and counts as before."
    )
    reverse = _("Show the game again")
    done = _("Staff have hidden this game from others")
    undone = _("Staff show this game to others again")
    reverse_hint = _("Everybody sees it again.")
    order = 62

    def offers(self, game: Game) -> bool:
        return not game.private

    def act(self, game: Game, order: Order, *, case: play.Case) -> None:
        play.hide(game.pk, case=case, **self.tell_staff(order))

    def undo(self, game: Game, logged: LoggedAction, order: Order, *, case: play.Case) -> None:
        play.show(game.pk, case=case, **self.tell_staff(order))


kind = HideGame()
