"""Nobody wins or loses because a computer is broken: it has no clock, and the page says what it is doing."""

from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.limiting.limits import ACTIONS
from accounts.limiting.spending import spend
from accounts.models import User
from computers import tasks, thinking
from computers.models import Computer, Thought
from computers.starting import find_computer
from core.refusal import Refusal
from engine import registry
from engine.contract import Side
from engine.search.playing import Decision
from games import chat, clock, play
from games.models import Game, Message, OfferRecord
from games.results import Results, count_against
from tests.computers.conftest import play_first, side_of
from tests.factories import GameFactory, UserFactory

pytestmark = pytest.mark.django_db
CONTROLS = [clock.Days(2), clock.Reserve(1, 10), clock.Bank(10, 1, 20), clock.Unlimited()]
LATE = timedelta(days=400)


@pytest.fixture
def begun(alice, asked):
    """Alice has begun a game against a computer, which is to move."""

    def begin(control=CONTROLS[0]):
        computer = find_computer(registry.get("mastery"), level="newcomer")
        game = GameFactory(first=alice, second=computer.user, control=control)
        play_first(game, alice)
        return game

    return begin


@pytest.mark.parametrize("control", CONTROLS, ids=lambda control: type(control).__name__)
def test_no_time_runs_while_a_computer_is_to_move(begun, alice, control):
    """It does not lose on time, nor can the win be claimed, however late the answer comes; then all is as ever."""
    game = begun(control)
    bank = game.seats.get(user__kind=User.Kind.COMPUTER).bank
    later = timezone.now() + LATE
    assert play.run_out_due(now=later) == 0
    with pytest.raises(Refusal):
        play.claim_win(game.pk, side=side_of(game, alice), now=later)
    thinking.think(game.pk)
    game.refresh_from_db()
    assert (game.is_over, game.side_to_move) == (False, side_of(game, alice))
    assert (game.deadline_at is None) is isinstance(control, clock.Unlimited)
    assert game.seats.get(user__kind=User.Kind.COMPUTER).bank == bank


def test_a_turn_of_a_computer_that_staff_take_back_has_no_clock_either(begun, alice):
    game = begun()
    thinking.think(game.pk)
    staff = UserFactory(is_staff=True, is_superuser=True)
    game.refresh_from_db()
    play.take_back_by_staff(game.pk, turns=1, staff=staff, reason="A mistake")
    game.refresh_from_db()
    assert (game.ply, game.deadline_at) == (1, None)


STATES = {
    "thinking": (lambda: None, "The computer is thinking."),
    "off": (lambda: Computer.objects.update(on=False), "switched off at the moment"),
    "stopped": (
        lambda: Thought.objects.update(stopped_at=timezone.now(), by_staff=True),
        "Our staff have stopped this computer here.",
    ),
    "failed": (
        lambda: thinking.stop(Thought.objects.get(), why="It failed: ValueError"),
        "Something went wrong, and the computer stopped playing here.",
    ),
    "away": (lambda: Thought.objects.update(asked_at=timezone.now() - LATE), "slow to answer just now"),
}


def test_the_page_says_what_the_computer_is_doing_and_shows_no_chat(client, begun, alice):
    game = begun()
    client.force_login(alice)
    for name, (do, words) in STATES.items():
        Computer.objects.update(on=True)
        Thought.objects.update(stopped_at=None, by_staff=False)
        do()
        page = client.get(game.get_absolute_url()).content.decode()
        assert words in page, name
        assert ("no clock runs" in page) is (name != "thinking")
    assert 'id="chat"' not in page
    assert "can lose by a claim" not in page


@pytest.mark.parametrize("state", STATES)
def test_a_player_who_waits_in_vain_can_leave_without_losing(client, begun, alice, state):
    """While it plays the game is theirs to resign alone; what it has played meanwhile is seen first."""
    game = begun()
    STATES[state][0]()
    client.force_login(alice)
    page = client.get(game.get_absolute_url()).content.decode()
    assert ("End the game without a result" in page) is (state != "thinking")
    address = f"/games/{game.pk}/call-off/"
    assert client.post(address, {"revision": game.revision - 1}).status_code == 409
    assert client.post(address, {"revision": game.revision}).status_code == (409 if state == "thinking" else 302)
    game.refresh_from_db()
    assert game.is_over is (state != "thinking")
    assert not game.has_result
    tasks.look_after()
    waits = not game.is_over or state == "stopped"
    assert Thought.objects.exists() is waits, "staff see in the queue what waits, what they stopped, and nothing else"
    Computer.objects.update(on=True)
    Thought.objects.update(stopped_at=None, by_staff=False)
    thinking.think(game.pk)
    assert not Thought.objects.exists()
    if game.is_over:
        page = client.get(game.get_absolute_url()).content.decode()
        assert "The game was called off: the computer wasn’t playing." in page
        assert count_against(alice, reader=alice) == Results()


def test_a_player_to_move_and_a_guest_can_leave_too_but_never_a_game_between_people(client, asked, alice, boris):
    Computer.objects.all().delete()
    client.post("/computers/mastery/play/", {"level": "newcomer"})
    game = Game.objects.get()
    thinking.think(game.pk)
    game.refresh_from_db()
    Computer.objects.update(on=False)
    assert "End the game without a result" in client.get(game.get_absolute_url()).content.decode()
    client.post(f"/games/{game.pk}/call-off/", {"revision": game.revision})
    assert Game.objects.get().termination == "called_off"
    with pytest.raises(Refusal, match="Only a game against a computer"):
        play.call_off(GameFactory(first=alice, second=boris).pk, side=Side.FIRST, expected_revision=1)


def test_a_message_to_a_computer_is_refused_in_words(client, begun, alice):
    game = begun()
    client.force_login(alice)
    answer = client.post(f"/games/{game.pk}/chat/", {"message": "Hello?"})
    assert answer.status_code == 409
    assert "Computers don’t read the chat." in answer.content.decode()
    with pytest.raises(Refusal):
        chat.send(alice, game_id=game.pk, text="Hello?")
    assert not Message.objects.exists()


# --- How computers behave ----------------------------------------------------------------------------------------
def decide(**fields):
    return lambda *args, **more: Decision(**{"score": 0, "resigns": False, "offers_draw": False, "nodes": 1, **fields})


def test_without_a_legal_turn_or_any_hope_it_resigns(begun, monkeypatch):
    for fields in ({"turn": None, "resigns": True}, {"turn": "Me8-f8", "resigns": True}):
        game = begun()
        monkeypatch.setattr(thinking.playing, "choose", decide(**fields))
        thinking.think(game.pk)
        game.refresh_from_db()
        assert (game.termination, game.winner) == ("resignation", 0)


@pytest.fixture
def quiet(monkeypatch) -> list[bool]:
    """A computer finds soon that a game gets nowhere, however it stands; whether it would have offered a draw."""
    choose, wished = thinking.playing.choose, []

    def note(*args, **more):
        decision = choose(*args, **more)
        wished.append(decision.offers_draw)
        return decision

    for name, soon in (("EARLIEST_DRAW", 0), ("QUIET_FROM", 0), ("QUIET_TURNS", 1)):
        monkeypatch.setattr(thinking.playing, name, soon)
    monkeypatch.setattr(thinking.playing, "BETTER", 10_000)
    monkeypatch.setattr(thinking.playing, "choose", note)
    return wished


@pytest.mark.parametrize("answers", ["declines", "plays on", "takes back"])
def test_it_offers_a_draw_once_in_a_game_whatever_the_answer(begun, alice, quiet, answers):
    game, offered = begun(), []
    for _ in range(4):
        thinking.think(game.pk)
        game.refresh_from_db()
        offered.append("draw" in game.offers)
        if offered[-1] and answers == "declines":
            play.offers.decline(game.pk, "draw", side=side_of(game, alice))
        if answers == "takes back" and len(offered) == 1:
            play.offers.propose(game.pk, "takeback", side=side_of(game, alice))
            thinking.think(game.pk)
        game.refresh_from_db()
        play_first(game, alice)
    assert quiet == [True] * 4
    assert offered == [True, False, False, False]
    assert OfferRecord.objects.filter(kind="draw", step=OfferRecord.Step.MADE).count() == 1


def test_it_asks_for_earlier_offers_only_where_it_would_offer_and_by_one_query(begun, django_assert_num_queries):
    game = begun()
    with django_assert_num_queries(1):
        assert not thinking.has_offered_draw(game, side=Side.SECOND)
    with CaptureQueriesContext(connection) as found:
        thinking.think(game.pk)
    assert not any("games_offerrecord" in query["sql"] for query in found)


def test_it_offers_draws_in_however_many_games_of_a_day(begun, monkeypatch):
    """The limits keep people from pestering each other."""
    game, limits = begun(), ACTIONS["offer"].limits
    computer = game.seats.get(user__kind=User.Kind.COMPUTER).user
    with transaction.atomic():
        for number in range(max(limit.most for limit in limits)):
            spend("offer", now=timezone.now(), sender=computer.pk, recipient=-number)
    monkeypatch.setattr(thinking.playing, "choose", decide(turn=game.position.legal_moves()[0], offers_draw=True))
    thinking.think(game.pk)
    game.refresh_from_db()
    assert "draw" in game.offers


@pytest.mark.parametrize("moment", ["my turn", "its turn"])
def test_more_time_and_pauses_are_accepted(begun, alice, moment):
    """A pause may also be offered while the computer is to move: then it stops the clock of the turn after."""
    game = begun()
    mine = side_of(game, alice)
    until = timezone.now() + timedelta(days=5)
    if moment == "my turn":
        thinking.think(game.pk)
        game.refresh_from_db()
        before = game.deadline_at
        play.offers.propose(game.pk, "more_time", side=mine, days=3)
        thinking.think(game.pk)
        game.refresh_from_db()
        assert game.deadline_at == before + timedelta(days=3)
        play.offers.propose(game.pk, "pause", side=mine, until=until)
    else:
        thinking.think(game.pk)
        game.refresh_from_db()
        play.offers.propose(game.pk, "pause", side=mine, until=until)
        game.refresh_from_db()
        play_first(game, alice)
    thinking.think(game.pk)
    game.refresh_from_db()
    assert game.paused_until == until
    assert (game.side_to_move, game.deadline_at > until) == (mine, True)
    assert not game.offers
    assert not Thought.objects.exists()
