"""The reader's conditional turns were played, and it is the opponent's turn. In other cases `your_turn` or `game_over`
tells it."""

from datetime import datetime
from typing import Any

from django.dispatch import receiver
from django.utils.translation import gettext_lazy as _

from core.words import Sentence
from engine.contract import Side
from games import events
from notifications.faults import Dropped
from notifications.models import Notice
from notifications.wording.games import OfGame, describe_game, load_game, tell_player


class PlannedTurns(OfGame):
    takes_replies = True
    label = _("My conditional turns were played")
    order = 45
    sentence = Sentence("planned_turns", "Your conditional turn against {who} was played")

    def describe(self, notice: Notice, *, now: datetime) -> dict[str, Any]:
        game = load_game(notice)
        context = describe_game(game, notice, now=now)
        if not context["chain"]:
            raise Dropped("The turns were taken back.")
        return context


kind = PlannedTurns()


@receiver(events.turns_answered)
def on_turns_answered(*, game_id: int, revision: int, side: Side, ply: int, answers: int, **_: Any) -> None:
    payload = {"game": game_id, "ply": ply, "answers": answers}
    tell_player(kind, key=f"planned:{game_id}:{revision}", side=side, payload=payload)
