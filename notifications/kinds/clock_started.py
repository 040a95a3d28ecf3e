"""The clock of the reader's opponent was started again: a pause ended, a turn was taken back, or a game was reopened.

The player whose clock it is gets a notice of the turn (`your_turn`), so both players are told.
"""

from datetime import datetime
from typing import Any

from django.dispatch import receiver
from django.utils.translation import gettext_lazy as _

from core.words import Sentence
from engine.contract import Side
from games import events
from games.models import ClockChange, Game, Seat
from notifications.faults import Dropped
from notifications.models import Notice
from notifications.wording.games import OfGame, describe_game, load_game, tell_player
from notifications.wording.restarted import HAPPENED, find_why


class ClockStarted(OfGame):
    takes_replies = True
    label = _("My opponent’s clock starts again, after a pause or a takeback")
    order = 75
    sentence = Sentence("clock_started", "It’s {who}’s turn, and their clock is running again")

    def describe(self, notice: Notice, *, now: datetime) -> dict[str, Any]:
        """Describes what happened. Raises Dropped if another turn was played, or if the game is over."""
        game = load_game(notice)
        if game.is_over or notice.payload["ply"] != game.ply:
            raise Dropped("The game has gone on.")
        happened = find_why(notice.payload)
        return {**describe_game(game, notice, now=now), "happened": happened and happened.alone()}

    def choose_sentence(self, notice: Notice, game: Game, *, mine: Seat | None) -> Sentence:
        happened = find_why(notice.payload)
        return happened.theirs if happened else super().choose_sentence(notice, game, mine=mine)


kind = ClockStarted()


@receiver(events.clock_restarted)
def on_clock_restarted(*, game_id: int, revision: int, kind: ClockChange.Kind, by_staff: bool, **_: Any) -> None:
    """Writes the notice, except for what staff did, which `staff_decided` tells."""
    if kind in HAPPENED and not by_staff:
        tell_opponent(game_id, revision=revision, why=kind.value)


def tell_opponent(game_id: int, *, revision: int, why: str) -> None:
    """Tells the player who waits for the opponent's turn."""
    ply, side = Game.objects.values_list("ply", "side_to_move").get(pk=game_id)
    payload = {"game": game_id, "ply": ply, "why": why}
    tell_player(kind, key=f"clock:{game_id}:{revision}", side=Side(side).other, payload=payload)
