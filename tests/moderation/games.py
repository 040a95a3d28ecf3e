"""A game that moderators do things to, and what is looked at before and after."""

from datetime import timedelta

from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from engine.contract import Side
from games import chat, clock, play
from games.models import Game, Message, PlayerRating, RatedGame
from moderation.models import LoggedAction
from tests.factories import GameFactory

STATE = ("winner", "termination", "ended_at", "ply", "side_to_move", "position_text", "chat_closed_at", "quiet_turns")
STATE += ("private", "hidden_at")


def start_game(alice: User, boris: User) -> Game:
    """Rated, two turns played, a word said, Boris' time bank used up."""
    game = GameFactory(first=alice, second=boris, turns=["Md1-c1", "Mc8-b8"], control=clock.Bank(), rated=True)
    chat.send(boris, game_id=game.pk, text="You are a woodpusher")
    game.seats.filter(user=boris).update(bank=timedelta())
    return Game.objects.get(pk=game.pk)


def end(game: Game) -> None:
    play.resign(game.pk, side=Side.FIRST)


def pause(game: Game) -> None:
    until = timezone.now() + timedelta(days=20)
    play.offers.propose(game.pk, "pause", side=Side.FIRST, until=until)
    play.offers.accept(game.pk, "pause", side=Side.SECOND)


def state_of(game: Game) -> dict:
    game.refresh_from_db()
    seats = game.seats.order_by("side").values_list("bank", flat=True)
    lines = list(Message.objects.values_list("removed_at", flat=True))
    ratings = list(PlayerRating.objects.order_by("user").values("user", "rating", "deviation", "volatility", "games"))
    out = RatedGame.objects.exclude(taken_out_at=None).count()
    rows = {"banks": list(seats), "lines": lines, "ratings": ratings, "out": out}
    return {name: getattr(game, name) for name in STATE} | rows


def undo(staff, row: LoggedAction) -> int:
    return staff.post(
        reverse("moderation_undo", args=[row.pk]), {"reason": "A mistake.", "told": "We were wrong."}
    ).status_code
