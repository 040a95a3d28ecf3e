"""A decision of several measures locks in the order in which the end of a game does, so that neither waits for ever."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from django.db import connection, transaction

from accounts import events
from accounts.models import Restriction
from competition.models import StandingGame
from engine.contract import Side
from games import challenges, play
from games.models import Game
from games.play import locking
from moderation import acting
from moderation.actions.registry import ACTIONS
from tests.factories import GameFactory, StandingFactory
from tests.moderation.test_deciding import make_order
from tests.servers import START_WITHIN, wait_until
from tests.together import is_anybody_waiting

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def game(alice, boris) -> Game:
    """A game of theirs that came from standing challenges; both have others, Alice the older one."""
    for owner in (alice, boris):
        StandingFactory(owner=owner)
    game = GameFactory(first=alice, second=boris, arranged=Game.Arranged.STANDING)
    StandingGame.objects.create(game=game, one=alice, other=boris)
    return game


@pytest.fixture
def laid():
    """Set once the first restriction is laid, which then waits until somebody waits for it."""
    first = Event()

    def wait(**_) -> None:
        if not first.is_set():
            first.set()
            wait_until(is_anybody_waiting, what="the end of the game")

    events.restriction_imposed.connect(wait)
    yield first
    events.restriction_imposed.disconnect(wait)


def resign(game: Game) -> None:
    try:
        play.resign(game.pk, side=Side.FIRST)
    finally:
        connection.close()


def test_two_are_muted_in_one_decision_while_a_game_of_theirs_ends(mira, alice, boris, game, laid):
    """Boris is first in the decision, Alice in the database."""

    def decide() -> None:
        try:
            order = make_order(mira)
            steps = [acting.Step(ACTIONS.get("mute"), person, order) for person in (boris, alice)]
            acting.perform_all(steps)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        decided = pool.submit(decide)
        assert laid.wait(START_WITHIN)
        ended = pool.submit(resign, game)
        decided.result(2 * START_WITHIN)
        ended.result(2 * START_WITHIN)
    assert Restriction.objects.filter(kind="muted").count() == 2
    assert Game.objects.get().termination == "resignation"


def test_people_are_locked_before_the_game_that_is_decided_with_them(mira, boris, game):
    """Somebody else has locked Boris, and wants his game next."""
    held = Event()

    def lock_both() -> None:
        try:
            with transaction.atomic():
                challenges.lock_people(boris.pk)
                held.set()
                wait_until(is_anybody_waiting, what="the decision")
                list(locking.lock(game.pk))
        finally:
            connection.close()

    mute = acting.Step(ACTIONS.get("mute"), boris, make_order(mira))
    with ThreadPoolExecutor(1) as pool:
        locked = pool.submit(lock_both)
        assert held.wait(START_WITHIN)
        acting.perform(ACTIONS.get("adjudicate"), game, order=make_order(mira), beside=[mute])
        locked.result(2 * START_WITHIN)
    assert Restriction.objects.get().user == boris
    assert Game.objects.get().termination == "adjudication"
