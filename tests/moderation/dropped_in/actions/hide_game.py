"""Makes a game private, and public again: a new thing that staff do to a game, all in this one file."""

from games import play
from games.models import Game
from games.models.staff_action import declare_kind
from games.play.by_staff import acting_as_staff
from games.play.locking import save_change
from moderation.actions.contract import GameAction, Order
from moderation.models import LoggedAction

HIDDEN = declare_kind("hidden", label="made private")
SHOWN = declare_kind("shown", label="made public")


class HideGame(GameAction):
    label = "Make private"
    explanation = "Only its players see it."
    done = "Staff have hidden this game"
    undone = "Staff have shown this game again"
    reverse = "Make public"

    def act(self, game: Game, order: Order, *, case: play.Case) -> None:
        self._set(game, order, private=True, case=case)

    def undo(self, game: Game, logged: LoggedAction, order: Order, *, case: play.Case) -> None:
        self._set(game, order, private=False, case=case)

    def _set(self, game: Game, order: Order, *, private: bool, case: play.Case) -> None:
        kind = HIDDEN if private else SHOWN
        with acting_as_staff(game.pk, kind=kind, also_over=True, case=case, **self.tell_staff(order)) as (game, _):
            game.private = private
            save_change(game)


kind = HideGame()
