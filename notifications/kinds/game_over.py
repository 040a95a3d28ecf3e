"""A game of its reader's is over."""

from datetime import datetime
from typing import Any

from django.dispatch import receiver
from django.urls import reverse

from engine.contract import Side
from games import events, words
from games.models import Game, Seat
from notifications.faults import Dropped
from notifications.models import Notice
from notifications.routing.writing import make, write
from notifications.scheduling import reminders
from notifications.wording import links
from notifications.wording.games import OfGame, describe_game, load_game

DRAWN, WON, LOST, VOID = "drawn", "won", "lost", "void"
PLANNED = "Your conditional turns did this for you, as you had planned."
SENTENCES = {WON: "You won against {who}", LOST: "You lost against {who}", DRAWN: "A draw with {who}"}


class GameOver(OfGame):
    label = "a game is over"
    order = 140
    sentence = "No result against {who}"

    def describe(self, notice: Notice, *, now: datetime) -> dict[str, Any]:
        game = load_game(notice)
        if not game.is_over:
            raise Dropped("The game goes on.")
        context = describe_game(game, notice, now=now)
        result = describe_result(game, mine=context["mine"], theirs=context["theirs"])
        if is_as_planned(notice, game):
            result["result_sentence"] += f" {PLANNED}"
        return {**context, **result, "contact": links.absolute(reverse("contact"))}

    def name_subject(self, notice: Notice) -> None:
        return None

    def choose_sentence(self, notice: Notice, game: Game, *, mine: Seat | None) -> str:
        outcome = words.tell_outcome(mine.side if mine else None, winner=game.winner, termination=game.termination)
        return SENTENCES.get(outcome, self.sentence) + (", as you had planned" if is_as_planned(notice, game) else "")


kind = GameOver()


def is_as_planned(notice: Notice, game: Game) -> bool:
    """Whether a line of its reader's ended the game as it stands: staff may have decided otherwise since."""
    planned = isinstance(notice.payload, dict) and notice.payload.get("planned")
    return game.ended_at is not None and planned == name_end(game.termination, game.ended_at)


def name_end(termination: str, ended_at: datetime) -> str:
    """What tells this end from others of its game: staff may decide anew, or have it go on and end alike."""
    return f"{termination} {ended_at.isoformat()}"


def describe_result(game: Game, *, mine: Seat, theirs: Seat) -> dict[str, Any]:
    """The result in words from the reader's side of the board."""
    if game.winner is None:
        return {"result": DRAWN if game.is_draw else VOID, "result_sentence": words.result_of(game)}
    won = game.winner == mine.side
    loser = f"{theirs.user.username} ({theirs.side_name})" if won else f"You ({mine.side_name})"
    what = words.ENDINGS.get(game.termination) or game.ruleset.terminations.get(game.termination, game.termination)
    return {"result": WON if won else LOST, "result_sentence": f"{loser} {what}."}


@receiver(events.result_changed)
def on_result_changed(
    *, game_id: int, after: events.Result | None, revision: int, answers: int, planned_by: Side | None, **_: Any
) -> None:
    """Tells of the result, also of one that staff have changed; that a game goes on is told with its turn. Only the
    owner of the line that ended a game is told that it was one."""
    if after is None:
        return
    reminders.end_game(game_id)
    key, payload = f"over:{game_id}:{revision}", {"game": game_id, **({"answers": answers} if answers else {})}
    payloads = {
        side: payload | ({"planned": name_end(after.termination, after.ended_at)} if side == planned_by else {})
        for side in Side
    }
    players = Seat.objects.filter(game=game_id).values_list("user_id", "side")
    write(*(make(kind.name, key=key, recipient_id=player, payload=payloads[Side(side)]) for player, side in players))
