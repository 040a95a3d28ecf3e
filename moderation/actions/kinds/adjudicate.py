"""Decides who won a game, or that it is a draw."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from core.words import Sentence
from engine.contract import Side
from games import play
from games.models import Game
from games.play.adjudicate import ADJUDICATED
from games.reading.seats import read_seats
from moderation.actions.contract import GameAction, Order
from moderation.actions.results import put_back
from moderation.models import LoggedAction

DRAW = "draw"
WINS = Sentence("wins", "{name} ({side}) wins")


class Adjudicate(GameAction):
    done_as = (ADJUDICATED,)
    label = _("Adjudicate")
    explanation = _("The game gets the result you choose, also if it is over with another. Both players are told.")
    reverse = _("Take the result back")
    done = _("Staff have decided the result of this game")
    undone = _("Staff have taken back what they had decided about this game")
    reverse_hint = _("The game goes on, or has the result of before again.")
    order = 30

    def list_fields(self, thing: Game) -> dict[str, forms.Field]:
        seats = read_seats(thing)
        wins = [(str(seat.side), WINS(name=seat.user, side=thing.ruleset.sides[seat.side])) for seat in seats]
        choices: list[tuple[str, Any]] = [*wins, (DRAW, _("A draw"))]
        return {"winner": forms.ChoiceField(label=_("Result"), choices=choices, widget=forms.RadioSelect)}

    def act(self, game: Game, order: Order, *, case: play.Case) -> None:
        chosen = order.answers["winner"]
        winner = None if chosen == DRAW else Side(int(chosen))
        play.adjudicate(game.pk, winner=winner, case=case, **self.tell_staff(order))

    def undo(self, game: Game, logged: LoggedAction, order: Order, *, case: play.Case) -> None:
        put_back(game, logged, case=case, by=self.tell_staff(order))


kind = Adjudicate()
