"""A game of the reader is over."""

from dataclasses import replace
from datetime import datetime
from typing import Any

from django.dispatch import receiver
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.said import AS_TOLD
from core.words import Sentence, say_all
from engine.contract import Side
from games import events
from games.firsts import tell_firsts
from games.models import Game, Seat
from games.reading.ratings import may_see_ratings, read_rated
from games.telling.ratings import tell_points
from notifications.contract import Known, Line
from notifications.faults import Dropped
from notifications.models import Notice
from notifications.routing.writing import make, write
from notifications.scheduling import reminders
from notifications.wording import links
from notifications.wording.games import OfGame, describe_game, load_game
from notifications.wording.ladder import tell_stake
from notifications.wording.ratings import tell_rated
from notifications.wording.results import choose_told, is_same, name_outcome, read_result, tell_result, write_result
from notifications.words import games as words


class GameOver(OfGame):
    label = _("A game is over")
    order = 140
    sentence = Sentence("game_over", "No result against {who}")
    tells_result = True

    def describe(self, notice: Notice, *, now: datetime) -> dict[str, Any]:
        game = load_game(notice)
        if not game.is_over:
            raise Dropped("The game goes on.")
        told, present = read_told(notice), read_result(game)
        if told is not None and not is_same(told, present):
            raise Dropped("Staff have decided otherwise since, and have told it.")
        context = describe_game(game, notice, now=now, faced=True)
        mine, theirs = context["mine"], context["theirs"]
        sentence = tell_result(game, present, mine=mine, theirs=theirs)
        if is_as_planned(notice, game):
            sentence = str(say_all(AS_TOLD(text=sentence), words.PLANNED()))
        outcome = {"result": name_outcome(present, mine=mine), "result_sentence": sentence}
        rated = read_rated(game)
        brought = {
            "rated": tell_rated(game, rated, mine=mine),
            "stake": tell_stake(game, reader_id=mine.user_id),
            "firsts": tell_firsts(game, mine, rated=rated, ratings=may_see_ratings(mine.user)),
        }
        return {**context, **outcome, **brought, "contact": links.absolute(reverse("contact"))}

    def name_subject(self, notice: Notice) -> None:
        return None

    def tell_inbox(self, notice: Notice, *, user: User, known: Known) -> Line:
        """Adds what the game did to the reader's rating, if it stands as it was told."""
        line = super().tell_inbox(notice, user=user, known=known)
        number = notice.id_of("game") or 0
        game, told, change = known.games.get(number), read_told(notice), known.changes.get(number)
        if change is None or game is None or not game.is_over or (told and not is_same(told, read_result(game))):
            return line
        said = words.RATING(before=change.before, after=change.after, change=tell_points(change.change))
        return replace(line, about=words.AND_FACT(first=line.about, then=said))

    def choose_sentence(self, notice: Notice, game: Game, *, mine: Seat | None) -> Sentence:
        """Chooses a sentence about what was true when the notice was sent, and what has changed since."""
        if mine is None:
            return super().choose_sentence(notice, game, mine=mine)
        return choose_told(game, read_told(notice), mine=mine, is_planned=is_as_planned(notice, game))


kind = GameOver()


def is_as_planned(notice: Notice, game: Game) -> bool:
    """Whether the reader's conditional line caused the game's present result: staff may have decided otherwise
    since."""
    planned = isinstance(notice.payload, dict) and notice.payload.get("planned")
    return game.ended_at is not None and planned == name_end(game.termination, game.ended_at)


def name_end(termination: str, ended_at: datetime) -> str:
    """Names an end of a game, unlike all other ends of it: staff may decide again, or let it continue and end in the
    same way."""
    return f"{termination} {ended_at.isoformat()}"


def read_told(notice: Notice) -> dict[str, Any] | None:
    """Returns the result that the notice told; None in older notices."""
    found = notice.payload.get("result") if isinstance(notice.payload, dict) else None
    return found if isinstance(found, dict) else None


@receiver(events.result_changed)
def on_result_changed(
    *,
    game_id: int,
    after: events.Result | None,
    revision: int,
    answers: int,
    planned_by: Side | None,
    by_staff: bool,
    **_: Any,
) -> None:
    """Tells both players of the result. The row stores it, so that it can always be read.

    A result that staff decide is told with what they did (`staff_decided`). Only the owner of the conditional line that
    ended a game is told that a line ended it.
    """
    if after is None:
        return
    reminders.end_game(game_id)
    if by_staff:
        return
    key = f"over:{game_id}:{revision}"
    payload = {"game": game_id, "result": write_result(after), **({"answers": answers} if answers else {})}
    payloads = {
        side: payload | ({"planned": name_end(after.termination, after.ended_at)} if side == planned_by else {})
        for side in Side
    }
    players = Seat.objects.filter(game=game_id).values_list("user_id", "side")
    write(*(make(kind.name, key=key, recipient_id=player, payload=payloads[Side(side)]) for player, side in players))
