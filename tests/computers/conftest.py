"""Games against computers, in which a test is the worker: nothing is played until it has a thought thought."""

import pytest

from computers import thinking, waking
from computers.starting import start
from games import play
from games.engine.contract import Side


class Killed(BaseException):
    """What ends a worker in the middle, without anything after it."""


@pytest.fixture
def asked(monkeypatch) -> list[int]:
    """The games for which the worker was woken, which then does nothing by itself."""
    found: list[int] = []
    monkeypatch.setattr(waking, "wake", lambda *ids: found.extend(ids))
    return found


@pytest.fixture
def against(alice, asked, django_capture_on_commit_callbacks):
    """Starts a game of Alice's against the first level, and has the computer play where it begins."""

    def begin(slug: str = "mastery", *, level: int = 1):
        with django_capture_on_commit_callbacks(execute=True):
            game = start(alice, slug=slug, level=level)
        thinking.think(game.pk)
        game.refresh_from_db()
        return game

    return begin


def side_of(game, user) -> Side:
    return Side(game.seats.get(user=user).side)


def play_first(game, user):
    """Plays the first of the legal turns."""
    play.play_move(
        game.pk, side=side_of(game, user), expected_revision=game.revision, text=game.position.legal_moves()[0]
    )
    game.refresh_from_db()
