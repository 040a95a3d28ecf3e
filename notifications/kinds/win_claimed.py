"""The opponent claims the win of a game without a time limit, because the reader has been silent on their turn for
long."""

from datetime import datetime
from typing import Any

from django.dispatch import receiver
from django.utils.translation import gettext_lazy as _

from core.words import Sentence
from engine.contract import Side
from games import events
from notifications.faults import Dropped
from notifications.models import Notice
from notifications.wording.games import OfGame, describe_game, load_game, require_my_turn, tell_player


class WinClaimed(OfGame):
    label = _("My opponent claims the win because I was away")
    order = 55
    passes_with_turn = True
    sentence = Sentence("win_claimed", "{who} claims the win: play within 7 days")

    def describe(self, notice: Notice, *, now: datetime) -> dict[str, Any]:
        """Describes the claim. Raises Dropped if the reader has played, or if the game is over."""
        game = load_game(notice)
        require_my_turn(game, notice)
        if game.deadline_at is None or notice.payload["ply"] != game.ply:
            raise Dropped("The claim no longer stands.")
        return describe_game(game, notice, now=now)


kind = WinClaimed()


@receiver(events.win_claimed)
def on_win_claimed(*, game_id: int, revision: int, side: Side, ply: int, **_: Any) -> None:
    payload = {"game": game_id, "ply": ply}
    tell_player(kind, key=f"claim:{game_id}:{revision}", side=side.other, payload=payload)
