"""A site on which messages about turns wait a minute, and so long they can be undone."""

from datetime import timedelta

import pytest

from engine.contract import Side
from games import play
from games.models import Game
from tests.games.play.conftest import NOON

SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)
DARK, LIGHT = Side.FIRST, Side.SECOND


@pytest.fixture(autouse=True)
def _as_on_the_site(settings):
    settings.TURN_NOTICE_WAIT = MINUTE


def undo(game, *, side=None, revision=None, now=NOON + SECOND):
    """The side that has just moved undoes its turn."""
    game.refresh_from_db()
    side = Side(game.side_to_move).other if side is None else side
    undone = play.undo(game.pk, side=side, expected_revision=revision or game.revision, now=now)
    game.refresh_from_db()
    return undone


def rows_of(game) -> dict:
    """Every row that a turn may change, without what only counts or keeps the change itself."""
    (row,) = Game.objects.filter(pk=game.pk).values()
    for name in ("revision", "before_turn", "seen_at"):
        del row[name]
    rows = {"game": row, "turns": list(game.turns.filter(undone=False).values())}
    for name in ("seats", "offer_records", "conditional_lines", "clock_changes", "pauses"):
        rows[name] = list(getattr(game, name).order_by("pk").values())
    return rows
