"""A computer plays its turn once, as anyone does, whichever worker thinks about it and whatever happens to it."""

from datetime import timedelta
from random import Random

import pytest
from django.db import InterfaceError, OperationalError
from django.utils import timezone

from computers import hindrances, tasks, thinking
from computers.models import LEASE, Computer, Thought
from engine import registry
from games import play
from games.models import Game
from tests.computers.conftest import Killed, play_first, side_of

pytestmark = pytest.mark.django_db
SLUGS = [ruleset.slug for ruleset in registry.all_rulesets()]


@pytest.fixture
def waiting(against, alice):
    """A game in which the computer is to move, and nobody thinks yet."""
    game = against()
    play_first(game, alice)
    return game


@pytest.mark.parametrize("slug", SLUGS)
def test_it_answers_a_turn(against, alice, slug):
    game = against(slug)
    play_first(game, alice)
    ply = game.ply
    thinking.think(game.pk)
    game.refresh_from_db()
    assert (game.ply, game.side_to_move) == (ply + 1, side_of(game, alice))
    assert not Thought.objects.exists()


def test_asked_again_it_plays_no_second_turn(waiting):
    thinking.think(waiting.pk)
    thinking.think(waiting.pk)
    assert waiting.turns.count() == waiting.ply + 1


def test_two_that_think_about_one_turn_play_it_once(waiting, monkeypatch):
    choose = thinking.playing.choose

    def be_late(*args, **kwargs):
        monkeypatch.setattr(thinking.playing, "choose", choose)
        Thought.objects.update(seen_at=timezone.now() - 2 * LEASE.lasts)
        thinking.think(waiting.pk)  # another, who takes the first for lost
        return choose(*args, **kwargs)

    monkeypatch.setattr(thinking.playing, "choose", be_late)
    thinking.think(waiting.pk)
    assert waiting.turns.count() == waiting.ply + 1


@pytest.mark.parametrize("where", ["choose", "played"])
def test_the_sweep_finds_a_turn_whose_worker_was_killed(waiting, monkeypatch, asked, where):
    """Killed while it thinks, or after its turn and before it could say so."""
    with monkeypatch.context() as patch:
        if where == "choose":
            patch.setattr(thinking.playing, "choose", lambda *a, **k: (_ for _ in ()).throw(Killed))
        else:
            play_move = play.play_move
            patch.setattr(play, "play_move", lambda *a, **k: (play_move(*a, **k), (_ for _ in ()).throw(Killed)))
        with pytest.raises(Killed):
            thinking.think(waiting.pk)
    asked.clear()
    assert tasks.look_after() == 0  # it may still be alive
    Thought.objects.update(seen_at=timezone.now() - LEASE.lasts - timedelta(seconds=1))
    assert tasks.look_after() == 1
    tasks.think(*asked)
    assert waiting.turns.count() == waiting.ply + 1
    assert not Thought.objects.exists()


def test_the_sweep_finds_a_turn_whose_task_was_lost(waiting, asked):
    asked.clear()
    assert tasks.look_after() == 1
    assert asked == [waiting.pk]


def test_an_idle_site_asks_for_nothing(alice, asked):
    assert tasks.look_after() == 0
    assert asked == []


def test_staff_stop_a_thought(waiting, monkeypatch):
    choose = thinking.playing.choose

    def stop_meanwhile(*args, **kwargs):
        Thought.objects.update(stopped_at=timezone.now(), claim="")
        return choose(*args, **kwargs)

    monkeypatch.setattr(thinking.playing, "choose", stop_meanwhile)
    thinking.think(waiting.pk)
    assert waiting.turns.count() == waiting.ply
    assert tasks.look_after() == 0


def test_a_long_thought_gives_signs_and_ends_when_it_is_stopped(waiting, monkeypatch):
    monkeypatch.setattr(thinking, "SIGN_EVERY", 0)
    Thought.objects.update(claim="mine", seen_at=timezone.now() - LEASE.lasts / 2)
    thought = Thought.objects.get()
    signs = thinking.Signs(thought, seconds=None)
    assert not signs()
    assert Thought.objects.get().seen_at > thought.seen_at
    Thought.objects.update(stopped_at=timezone.now())
    assert signs()


def test_switched_off_it_waits_and_goes_on_later(waiting):
    Computer.objects.update(on=False)
    thinking.think(waiting.pk)
    assert tasks.look_after() == 0
    assert waiting.turns.count() == waiting.ply
    Computer.objects.update(on=True)
    assert tasks.look_after() == 1
    thinking.think(waiting.pk)
    assert waiting.turns.count() == waiting.ply + 1


def test_a_failure_stops_the_thought_and_says_why(waiting, monkeypatch):
    def fail(*args, **kwargs):
        raise RuntimeError("broken")

    monkeypatch.setattr(thinking.playing, "choose", fail)
    thinking.think(waiting.pk)
    assert Thought.objects.get().why == "It failed: RuntimeError"
    assert tasks.look_after() == 0


@pytest.mark.parametrize("error", [OperationalError, InterfaceError])
def test_a_database_that_fails_for_a_moment_stops_no_thought(waiting, monkeypatch, asked, error):
    """As after its restart, or where it is locked: the sweep finds the turn as if the worker had been killed."""

    def fail(*args, **kwargs):
        raise error("the connection is lost")

    with monkeypatch.context() as patch:
        patch.setattr(play, "play_move", fail)
        thinking.think(waiting.pk)
    assert hindrances.find_hindrance(waiting) is None
    Thought.objects.update(seen_at=timezone.now() - LEASE.lasts - timedelta(seconds=1))
    asked.clear()
    assert tasks.look_after() == 1
    tasks.think(*asked)
    assert waiting.turns.count() == waiting.ply + 1


def test_a_game_that_ends_meanwhile_is_forgotten(waiting, alice):
    play.resign(waiting.pk, side=side_of(waiting, alice))
    thinking.think(waiting.pk)
    assert not Thought.objects.exists()


def test_a_takeback_is_granted(waiting, alice):
    play.offers.propose(waiting.pk, "takeback", side=side_of(waiting, alice))
    thinking.think(waiting.pk)
    waiting.refresh_from_db()
    assert waiting.turns.exclude(taken_back_at=None).count() == 1
    assert waiting.side_to_move == side_of(waiting, alice)
    assert not Thought.objects.exists()


def test_a_draw_at_the_start_is_answered(waiting, alice):
    play.offers.propose(waiting.pk, "draw", side=side_of(waiting, alice))
    thinking.think(waiting.pk)
    waiting.refresh_from_db()
    assert not waiting.is_over or waiting.is_draw
    assert "draw" not in waiting.offers
    assert not Thought.objects.exists()


def test_another_game_is_played_at_once(waiting, alice):
    play.resign(waiting.pk, side=side_of(waiting, alice))
    play.offers.propose(waiting.pk, "rematch", side=side_of(waiting, alice))
    thinking.think(waiting.pk)
    assert Game.objects.count() == 2
    assert not Thought.objects.filter(game=waiting).exists()


@pytest.mark.parametrize("wanted", [True, False])
def test_a_draw_is_taken_where_it_is_wanted(waiting, alice, monkeypatch, wanted):
    monkeypatch.setattr(thinking.playing, "takes_draw", lambda *a, **k: wanted)
    play.offers.propose(waiting.pk, "draw", side=side_of(waiting, alice))
    thinking.think(waiting.pk)
    waiting.refresh_from_db()
    assert waiting.is_draw is wanted
    assert wanted or waiting.side_to_move == side_of(waiting, alice)  # it still had its turn to play
    assert "draw" not in waiting.offers
    assert waiting.turns.count() == waiting.ply
    assert not Thought.objects.exists()


def test_a_whole_game_against_the_first_level_ends(against, alice):
    """By a player who plays at random; seventy turns at most, then they resign."""
    rng, game = Random(7), against("mastery")
    side = side_of(game, alice)
    while not game.is_over:
        if game.ply > 140:
            play.resign(game.pk, side=side)
        else:
            text = rng.choice(game.position.legal_moves())
            play.play_move(game.pk, side=side, expected_revision=game.revision, text=text)
            thinking.think(game.pk)
        game = Game.objects.get(pk=game.pk)
    assert not Thought.objects.exists()
