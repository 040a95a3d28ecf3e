"""A computer gives no turn to a player who replays a running game between people against it, turn by turn."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from computers import hindrances, relaying, starting, tasks, thinking
from computers.models import LEASE, Relay, Thought
from computers.words import playing as words
from engine.contract import Side
from engine.search.playing import Decision
from engine.symmetry import list_symmetries
from games import play
from games.models import Game
from tests.computers.conftest import side_of
from tests.factories import GameFactory, UserFactory, play_turns

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("asked")]
FILES_REVERSED = 1
"""The number of this symmetry in MASTER, whose first position is its own image by it."""


def find_quiet(ruleset, position, *, ply: int) -> str:
    """A turn that takes nothing, so that no game ends early."""
    quiet = [turn for turn in position.legal_moves() if ruleset.is_quiet(turn)]
    return quiet[ply * 7 % len(quiet)]


@pytest.fixture(autouse=True)
def _quiet_computers(monkeypatch):
    def choose(position, *, ruleset, history, **_):
        turn = find_quiet(ruleset, position, ply=len(history))
        return Decision(turn, score=0, resigns=False, offers_draw=False, nodes=1)

    monkeypatch.setattr(thinking.playing, "choose", choose)


class Relaying:
    """A game of somebody's against the first level, and a running one between two others that goes alike."""

    def __init__(self, player, *, slug: str = "mastery", **running) -> None:
        """A guest, where no player is named."""
        as_guest = {"slug": slug, "level": "newcomer", "origin": ("here",)}
        self.game = (
            starting.start(player, slug=slug, level="newcomer")
            if player
            else starting.start_as_guest(None, **as_guest)[1]
        )
        self.running = GameFactory(ruleset_slug=slug, **running)
        self.mirror = list_symmetries(self.game.ruleset)[FILES_REVERSED if slug == "master" else 0]
        self.side = side_of(self.game, self.game.seats.exclude(user__kind=User.Kind.COMPUTER).get().user)

    def is_to_move(self) -> bool:
        return self.game.side_to_move != self.side

    def go_on(self, *, plies: int, behind: int = 0) -> None:
        """Plays to the first turn of the computer's after so many, and the running game alike, some turns behind."""
        while self.game.ply < plies or not self.is_to_move():
            if self.is_to_move():
                thinking.think(self.game.pk)
            else:
                play_turns(self.game, find_quiet(self.game.ruleset, self.game.position, ply=self.game.ply))
            self.game.refresh_from_db()
            for turn in self.game.turns.filter(ply__gt=self.running.ply, ply__lte=self.game.ply - behind):
                play_turns(self.running, self.mirror.map_turn(turn.text))

    def think(self) -> bool:
        """Whether the computer plays, a moment after it was last asked."""
        Thought.objects.update(seen_at=timezone.now() - LEASE.lasts - timedelta(seconds=1))
        before = self.game.ply
        thinking.think(self.game.pk)
        self.game.refresh_from_db()
        return self.game.ply > before


@pytest.mark.parametrize("slug", ["mastery", "master", "masters"])
@pytest.mark.parametrize("who", ["member", "guest"])
def test_it_waits_while_the_running_game_stands_there_and_goes_on_once_it_has_moved_on(alice, slug, who):
    relayed = Relaying(alice if who == "member" else None, slug=slug)
    relayed.go_on(plies=10)
    assert not relayed.think()
    assert hindrances.find_hindrance(relayed.game) == words.RELAYED()
    assert [(each.game, each.running) for each in Relay.objects.all()] == [(relayed.game, relayed.running)]
    assert not relayed.think(), "it looks again and again"
    assert Relay.objects.count() == 1
    play_turns(relayed.running, relayed.running.position.legal_moves()[-1])
    assert relayed.think()
    assert hindrances.find_hindrance(relayed.game) is None


def test_it_goes_on_once_the_running_game_is_over(alice):
    relayed = Relaying(alice)
    relayed.go_on(plies=10)
    assert not relayed.think()
    play.resign(relayed.running.pk, side=Side.FIRST)
    assert relayed.think()


def test_it_goes_on_at_once_where_the_player_takes_a_turn_back_and_plays_another(alice):
    relayed = Relaying(alice)
    relayed.go_on(plies=10)
    assert not relayed.think()
    staff = UserFactory(is_staff=True, is_superuser=True)
    play.take_back_by_staff(relayed.game.pk, turns=3, staff=staff, reason="A mistake")
    relayed.game.refresh_from_db()
    play_turns(relayed.game, relayed.game.position.legal_moves()[-1])
    thinking.think(relayed.game.pk)
    relayed.game.refresh_from_db()
    assert not relayed.is_to_move()


def test_it_waits_as_well_where_the_answer_in_the_running_game_is_guessed(alice):
    """The running game stands a turn before: what a computer would play against each answer is worth knowing."""
    relayed = Relaying(alice)
    relayed.go_on(plies=11, behind=1)
    assert relayed.running.ply == relayed.game.ply - 1
    assert not relayed.think()


def test_no_draw_is_answered_since_that_tells_what_the_position_is_worth(alice):
    relayed = Relaying(alice)
    relayed.go_on(plies=10)
    play.offers.propose(relayed.game.pk, "draw", side=relayed.side)
    assert not relayed.think()
    assert "draw" in Game.objects.get(pk=relayed.game.pk).offers


def test_two_positions_in_a_row_are_not_enough_nor_is_what_comes_before_the_eighth_turn(alice):
    relayed = Relaying(alice)
    relayed.go_on(plies=8)
    assert relayed.running.ply <= 9
    assert relayed.think()
    assert relaying.is_in_a_row(["a", "b", "c", "d"], {"b", "c", "d"})
    assert not relaying.is_in_a_row(["a", "b", "x", "c", "d"], {"a", "b", "c", "d"})


def test_a_running_game_that_is_also_against_a_computer_does_not_count(alice):
    """Two people who play the same opening against a level get the same answers."""
    relayed = Relaying(alice, first=UserFactory(kind=User.Kind.COMPUTER))
    relayed.go_on(plies=10)
    assert relayed.think()


def test_the_player_may_leave_and_reads_of_no_other_game(client, alice):
    relayed = Relaying(alice)
    relayed.go_on(plies=10)
    assert not relayed.think()
    client.force_login(alice)
    page = client.get(relayed.game.get_absolute_url()).content.decode()
    assert str(words.RELAYED()) in page
    assert f"/games/{relayed.running.pk}/" not in page
    assert f"game {relayed.running.pk}" not in page.lower()
    relayed.game.refresh_from_db()
    answer = client.post(reverse("call_off", args=[relayed.game.pk]), {"revision": relayed.game.revision})
    assert answer.status_code == 302
    relayed.game.refresh_from_db()
    assert relayed.game.is_over
    assert not relayed.game.has_result


def test_it_counts_as_no_failure_and_the_sweep_looks_again(alice, asked):
    relayed = Relaying(alice)
    relayed.go_on(plies=10)
    assert not relayed.think()
    thought = Thought.objects.get()
    assert (thought.stopped_at, thought.why, thought.relayed) == (None, "", True)
    asked.clear()
    tasks.look_after()
    assert asked == [], "not before a while has passed"
    Thought.objects.update(seen_at=timezone.now() - LEASE.lasts - timedelta(seconds=1))
    tasks.look_after()
    assert asked == [relayed.game.pk]


def test_looking_costs_one_query_in_an_opening_and_three_at_most(alice, django_assert_num_queries):
    relayed = Relaying(alice)
    relayed.go_on(plies=10)
    with django_assert_num_queries(3):
        assert relaying.find_relayed(relayed.game) == relayed.running.pk
    begun = GameFactory()
    with django_assert_num_queries(1):
        assert relaying.find_relayed(begun) is None
