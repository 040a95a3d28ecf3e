"""Lets a silent player lose by a claim, or no more: a new thing that staff do to a game, all in this one file."""

from games import play
from games.models import Game
from games.models.staff_action import declare_kind
from games.play.by_staff import acting_as_staff
from games.play.locking import save_change
from moderation.actions.contract import GameAction, Order
from moderation.models import LoggedAction

EXPECTED = declare_kind("signs_expected", label="signs expected")
DROPPED = declare_kind("signs_not_expected", label="no signs expected")


class ExpectSigns(GameAction):
    label = "Expect signs of life"
    explanation = "Whoever is silent for ten days may lose."
    done = "Staff expect signs of life in this game"
    undone = "Staff no longer expect signs of life in this game"
    reverse = "Expect none"

    def act(self, game: Game, order: Order, *, case: play.Case) -> None:
        self._set(game, order, days=10, case=case)

    def undo(self, game: Game, logged: LoggedAction, order: Order, *, case: play.Case) -> None:
        self._set(game, order, days=0, case=case)

    def _set(self, game: Game, order: Order, *, days: int, case: play.Case) -> None:
        kind = EXPECTED if days else DROPPED
        with acting_as_staff(game.pk, kind=kind, also_over=True, case=case, **self.tell_staff(order)) as (game, _):
            game.silence_days = days
            save_change(game)


kind = ExpectSigns()
