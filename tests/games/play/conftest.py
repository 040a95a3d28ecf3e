"""One game of Alice (Dark, first) and Boris (Light), started at NOON, three days per turn; and who heard what of it."""

from datetime import UTC, datetime

import pytest

from games import events
from games.models import Game
from tests.factories import GameFactory

NOON = datetime(2027, 1, 4, 12, tzinfo=UTC)
NAMES = [
    "turn_started",
    "result_changed",
    "deadline_moved",
    "vacation_used",
    "offer_made",
    "offer_declined",
]


@pytest.fixture
def game(alice, boris):
    return GameFactory(first=alice, second=boris, now=NOON)


@pytest.fixture
def news():
    """What was announced since the fixture was asked for: name of the event and what it carried, in order."""
    heard, receivers = [], []
    for name in NAMES:

        def receive(sender, signal, name=name, **carried):
            heard.append((name, carried))

        signal = getattr(events, name)
        signal.connect(receive, weak=False)
        receivers.append((signal, receive))
    yield heard
    for signal, receive in receivers:
        signal.disconnect(receive)


def started(game):
    """What is announced of the turn that a game is in."""
    game = Game.objects.get(pk=game.pk)
    mover = game.seats.get(side=game.side_to_move).user_id
    told = events.StartedTurn(game.pk, game.ply, mover, game.turn_started_at, game.deadline_at)
    return "turn_started", {"turn": told, "revision": game.revision, "arranged": game.arranged}


def ended(game, *, before=None, answers=0, by_staff=False):
    """What is announced of the result that a game has, by the change that was its last."""
    game = Game.objects.get(pk=game.pk)
    after = events.Result(game.winner, game.termination, game.ended_at)
    told = {"before": before, "after": after, "revision": game.revision, "answers": answers}
    told |= {"planned_by": None, "by_staff": by_staff, "rated": game.rated, "arranged": ""}
    told |= {"ended": (game.ruleset_slug, game.ply)}
    return "result_changed", {"game_id": game.pk, **told}


def state_of(game):
    """All that is stored of a game and its seats and turns, to show that nothing changed."""
    game.refresh_from_db()
    columns = {name: value for name, value in vars(game).items() if not name.startswith("_")}
    return columns, list(game.seats.order_by("side").values()), list(game.turns.values())


def log_of(game) -> list[tuple]:
    """Kind of each change in the log of the game's clock, and the deadline after it, the first to come first."""
    return list(game.clock_changes.order_by("pk").values_list("kind", "after_at"))
