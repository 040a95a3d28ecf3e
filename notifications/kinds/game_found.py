"""A game was found for the reader, by a standing challenge or because a player challenged them on a ladder.

Every channel that sends it sends no separate notice of the first turn.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.dispatch import receiver
from django.utils.translation import gettext_lazy as _

from competition import events
from core.words import Said, Sentence
from games import telling
from games.events import StartedTurn
from games.models import Game, Seat
from notifications import timing
from notifications.kind_names import FOUND, OF_TURNS
from notifications.models import Notice
from notifications.routing.readers import Reader, read_readers
from notifications.routing.writing import make, write
from notifications.scheduling import reminders
from notifications.wording.games import OfGame, describe_game, load_game
from notifications.wording.ladder import tell_stake
from notifications.words import competition as words

PAIRED, ACCEPTED, CHALLENGED = "paired", "accepted", "challenged"
TOLD = {PAIRED: words.FOUND, ACCEPTED: words.ACCEPTED, CHALLENGED: words.CHALLENGED}
WHY = {PAIRED: words.WHY_PAIRED, ACCEPTED: words.WHY_ACCEPTED, CHALLENGED: words.WHY_CHALLENGED}


class GameFound(OfGame):
    takes_replies = True
    label = _("A game has been found for me")
    order = 22
    sentence = words.FOUND

    def describe(self, notice: Notice, *, now: datetime) -> dict[str, Any]:
        """Describes the game in its present state, which may be some turns further or over."""
        game = load_game(notice)
        context = describe_game(game, notice, now=now)
        stake = tell_stake(game, reader_id=context["mine"].user_id)
        return {
            **context,
            "why": tell_why(notice, game, who=context["opponent"]),
            "stake": stake,
            **describe_terms(game),
        }

    def choose_sentence(self, notice: Notice, game: Game, *, mine: Seat | None) -> Sentence:
        return TOLD.get(read_why(notice), words.FOUND)


kind = GameFound()


def read_why(notice: Notice) -> str:
    return str(notice.payload.get("why", PAIRED))


def tell_why(notice: Notice, game: Game, *, who: str) -> Said:
    why = read_why(notice)
    named = {"ruleset": game.ruleset.name} if why == CHALLENGED else {}
    return WHY.get(why, words.WHY_PAIRED)(who=who, **named)


def describe_terms(game: Game) -> dict[str, Any]:
    """Describes what was agreed on before there was a game."""
    return {
        "options": telling.options_of(game),
        "time": telling.agreed_time_of(game),
        "rated": game.rated,
        "on_ladder": words.LADDER_TERMS() if game.arranged == Game.Arranged.LADDER else "",
    }


@receiver(events.game_found)
def on_game_found(*, game_id: int, user_ids: Collection[int], **_: Any) -> None:
    """Tells each of these players. If a standing challenge was accepted by hand, only its owner is told."""
    arranged = Game.objects.values_list("arranged", flat=True).get(pk=game_id)
    why = CHALLENGED if arranged == Game.Arranged.LADDER else PAIRED if len(user_ids) > 1 else ACCEPTED
    turn = reminders.read_turns([game_id]).get(game_id)
    readers = read_readers(user_ids, kinds=OF_TURNS | {FOUND})
    found = [
        make(kind.name, key=f"found:{game_id}", recipient_id=user_id, payload={"game": game_id, "why": why, **in_time})
        for user_id in user_ids
        for in_time in [find_latest(turn, readers[user_id]) if turn and turn.mover_id == user_id else {}]
    ]
    write(*found, readers=readers)


def find_latest(turn: StartedTurn, reader: Reader) -> dict[str, Any]:
    """Returns by when, and through which channels, the player to move must be told, since nothing else tells of the
    turn."""
    alone = reader.list_alone(FOUND)
    if turn.deadline_at is None or not alone:
        return {}
    latest = timing.find_latest(began=turn.started_at, deadline=turn.deadline_at)
    return {"alone": alone, "latest": latest.isoformat()}
