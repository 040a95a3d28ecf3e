"""Closes the chat of a game for good."""

from games import play
from games.models import Game
from games.play.close_chat import CHAT_CLOSED
from moderation.actions.contract import GameAction, Order
from moderation.models import LoggedAction


class CloseChat(GameAction):
    done_as = (CHAT_CLOSED,)
    label = "Close the chat"
    explanation = "Neither player writes there any more; both still read it."
    reverse = "Open the chat again"
    done = "Staff have closed the chat of this game"
    undone = "Staff have opened the chat of this game again"
    reverse_hint = "Both can write there again."
    order = 61

    def offers(self, game: Game) -> bool:
        return game.chat_closed_at is None

    def act(self, game: Game, order: Order, *, case: play.Case) -> None:
        play.close_chat(game.pk, case=case, **self.tell_staff(order))

    def undo(self, game: Game, logged: LoggedAction, order: Order, *, case: play.Case) -> None:
        play.open_chat(game.pk, case=case, **self.tell_staff(order))


kind = CloseChat()
