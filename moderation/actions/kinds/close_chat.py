"""Closes the chat of a game for good."""

from django.utils.translation import gettext_lazy as _

from games import play
from games.models import Game
from games.play.close_chat import CHAT_CLOSED
from moderation.actions.contract import GameAction, Order
from moderation.models import LoggedAction


class CloseChat(GameAction):
    done_as = (CHAT_CLOSED,)
    label = _("Close the chat")
    explanation = _("Neither player writes there any more; both still read it.")
    reverse = _("Open the chat again")
    done = _("Staff have closed the chat of this game")
    undone = _("Staff have opened the chat of this game again")
    reverse_hint = _("Both can write there again.")
    order = 61

    def offers(self, game: Game) -> bool:
        return game.chat_closed_at is None

    def act(self, game: Game, order: Order, *, case: play.Case) -> None:
        play.close_chat(game.pk, case=case, **self.tell_staff(order))

    def undo(self, game: Game, logged: LoggedAction, order: Order, *, case: play.Case) -> None:
        play.open_chat(game.pk, case=case, **self.tell_staff(order))


kind = CloseChat()
