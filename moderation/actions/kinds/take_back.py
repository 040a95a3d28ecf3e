"""Takes turns of a game back, whether it is running or finished."""

from django import forms
from django.utils.translation import gettext_lazy as _

from games import play
from games.models import Game
from games.play.taking_back import MOST, TAKEN_BACK
from moderation.actions.contract import GameAction, Order
from moderation.models import LoggedAction


class TakeBack(GameAction):
    done_as = (TAKEN_BACK,)
    label = _("Take back turns")
    explanation = _("The last turns are taken back, and the game goes on from there, also if they had ended it.")
    reverse = _("Put the turns back")
    done = _("Staff have taken back turns of this game")
    undone = _("Staff have put back the turns of this game")
    reverse_hint = _("As long as nobody has played since.")
    order = 55

    def list_fields(self, thing: Game) -> dict[str, forms.Field]:
        return {"turns": forms.IntegerField(label=_("Turns"), min_value=1, max_value=MOST, initial=1)}

    def offers(self, game: Game) -> bool:
        return game.ply > 0

    def act(self, game: Game, order: Order, *, case: play.Case) -> None:
        play.take_back_by_staff(game.pk, turns=order.answers["turns"], case=case, **self.tell_staff(order))

    def undo(self, game: Game, logged: LoggedAction, order: Order, *, case: play.Case) -> None:
        taken = {"before": logged.before, "revision": logged.after["revision"], "taken_back_at": logged.done_at}
        play.put_turns_back(game.pk, case=case, **taken, **self.tell_staff(order))


kind = TakeBack()
