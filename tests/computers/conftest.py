"""Games against computers, and reviews of finished games. The test is the worker: nothing happens before it asks."""

import pytest

from computers import comparing, review, reviewing, tasks, thinking, waking
from computers.models import Evaluation, Review
from computers.starting import start
from engine.contract import Side
from engine.search import analysing as engine
from engine.search.analysing import Judgement
from games import play
from games.models import Game
from tests.factories import GameFactory
from tests.moderation.staff import make_moderator

TURNS = ["Md1-c1", "Me8-f8", "Mc1-d1", "Mf8-e8"]
"""Of a game that is then analysed."""


class Killed(BaseException):
    """Ends a worker in the middle, so that nothing after it runs."""


@pytest.fixture
def asked(monkeypatch) -> list[int]:
    """The games for which the worker was woken, which then does nothing by itself."""
    found: list[int] = []
    monkeypatch.setattr(waking, "wake", lambda *ids: found.extend(ids))
    return found


@pytest.fixture
def against(alice, asked, django_capture_on_commit_callbacks):
    """Starts a game of Alice's against the first level, and has the computer play where it begins."""

    def begin(slug: str = "mastery", *, level: str = "newcomer"):
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


@pytest.fixture
def hasty(monkeypatch, asked):
    """A few nodes for each position, and no worker but the test."""
    monkeypatch.setattr(reviewing, "judge", lambda *args, **more: engine.judge(*args, **more, nodes=60))
    monkeypatch.setattr(waking, "wake_reviewer", lambda: asked.append("reviewer"))


@pytest.fixture
def over(alice, boris) -> Game:
    return finish(GameFactory(first=alice, second=boris, turns=TURNS))


def finish(game: Game) -> Game:
    play.resign(game.pk, side=Side.SECOND)
    game.refresh_from_db()
    return game


def look_back(game: Game, user) -> Review:
    review.ask(user, game_id=game.pk)
    reviewing.review_waiting()
    return Review.objects.get(game=game)


@pytest.fixture
def mira(db):
    return make_moderator()


@pytest.fixture
def zoe(db):
    return make_moderator("Zoe")


@pytest.fixture
def judged(monkeypatch) -> list[int]:
    """The computer would always play what Alice played; by how many turns the positions are that it looked at."""
    seen: list[int] = []

    def judge(position, *, history, **more):
        seen.append(len(history))
        return Judgement(0, (TURNS[len(history)],) if len(history) < len(TURNS) else (position.legal_moves()[0],))

    monkeypatch.setattr(comparing, "judge", judge)
    return seen


def work() -> None:
    tasks.review()


def make_game(first, second, *, turns=TURNS, over=True) -> Game:
    game = GameFactory(first=first, second=second, turns=turns)
    return finish(game) if over else game


def keep_line(game: Game, ply: int, line: list[str], *, score: int = -900) -> None:
    """As if the computer had found this line there, and everything else to be lost for the first side."""
    found = Evaluation.objects.filter(review__game=game)
    found.exclude(score=900).update(score=-900)
    found.filter(ply=ply).update(line="; ".join(line), score=score)
    found.update(look=Evaluation.Look.LONG)
