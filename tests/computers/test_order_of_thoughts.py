"""Nobody waits while a computer thinks for long about another game: a lower level goes first, at any moment."""

from datetime import datetime, timedelta
from types import SimpleNamespace

import pytest
from django.test import Client
from django.utils import timezone

from computers import review, reviewing, starting, tasks, thinking, waking
from computers.models import LEASE, Thought
from engine.search import analysing
from engine.search.playing import choose
from games.models import Game
from tests.computers.conftest import Killed

pytestmark = pytest.mark.django_db
BEGINS_AT = 7.0
"""When the guest begins to play, while the last level thinks."""
ENDS_AT = 19
"""When the last level has to choose, so that its turn is stored within 20 seconds."""


class Site:
    """Computers that begin each game, and a clock that runs only while the last level thinks."""

    def __init__(self, user, asked) -> None:
        self.user, self.asked, self.now = user, asked, 0.0
        self.begun_at = timezone.now()
        self.guests: list[int] = []
        self.answered: dict[int, float] = {}

    def read_clock(self) -> datetime:
        return self.begun_at + timedelta(seconds=self.now)

    def start(self, level: str) -> int:
        return starting.start(self.user, slug="mastery", level=level).pk

    def start_as_guest(self) -> int:
        Client().post("/computers/mastery/play/", {"level": "newcomer"})
        self.guests.append(Game.objects.latest("pk").pk)
        return self.guests[-1]

    def choose(self, position, *, level, stop, seed, **more):
        """Level 5 thinks for as long as it is let; the others at once. The seed is the game's number."""
        while level.seconds and not stop():
            self.now += 0.25
            if self.now == BEGINS_AT:
                self.start_as_guest()
        self.answered[seed] = self.now
        return choose(position, level=starting.list_levels(more["ruleset"])[0], stop=None, seed=seed, **more)


@pytest.fixture
def site(alice, asked, monkeypatch) -> Site:
    site = Site(alice, asked)
    monkeypatch.setattr(starting, "CHANCE", SimpleNamespace(shuffle=list.reverse))
    monkeypatch.setattr(thinking, "time", SimpleNamespace(monotonic=lambda: site.now))
    for module in (thinking, waking):
        monkeypatch.setattr(module, "timezone", SimpleNamespace(now=site.read_clock))
    monkeypatch.setattr(thinking.playing, "choose", site.choose)
    return site


def count_turns() -> dict[int, int]:
    return {game.pk: game.turns.count() for game in Game.objects.all()}


def test_a_guests_first_game_is_answered_while_level_5_thinks_which_loses_nothing(site):
    hard = site.start("champion")
    tasks.think(hard)
    guest = site.guests[0]
    assert site.answered[guest] - BEGINS_AT <= 5
    assert site.answered[hard] == ENDS_AT
    assert count_turns() == {hard: 1, guest: 1}
    assert not Thought.objects.exists()


def test_waiting_games_are_answered_by_level_and_then_by_age(site):
    games = [site.start(level) for level in ("champion", "regular", "hobby", "regular")]
    tasks.think(games[0])
    hard, third, second, third_later = games
    assert list(site.answered) == [second, third, third_later, *site.guests, hard]


def test_a_game_that_cannot_be_answered_now_holds_up_no_other(site, monkeypatch):
    hard, stuck = site.start("champion"), site.start("hobby")
    think, asked = thinking.think, []

    def think_unless_stuck(game_id):
        asked.append(game_id)
        if game_id != stuck:
            think(game_id)

    monkeypatch.setattr(thinking, "think", think_unless_stuck)
    thinking.think(hard)
    assert site.answered[hard] == ENDS_AT
    assert 1 < asked.count(stuck) <= 22


def test_time_spent_on_other_games_does_not_count_as_its_own(site, monkeypatch):
    think = thinking.think

    def think_slowly(game_id):
        think(game_id)
        site.now += 2 if game_id in site.guests else 0

    monkeypatch.setattr(thinking, "think", think_slowly)
    hard = site.start("champion")
    thinking.think(hard)
    assert site.answered[hard] == ENDS_AT + 2


@pytest.mark.parametrize("waited", [1.25, 4])
def test_the_wait_before_a_thought_begins_counts_as_part_of_its_time(site, waited):
    """The broker, and a worker that had something else to do: the player waits for all of it."""
    hard = site.start("champion")
    site.now = waited
    tasks.think(hard)
    assert site.answered[hard] == ENDS_AT


def test_a_thought_that_has_waited_for_long_still_has_three_quarters_of_its_time(site):
    hard = site.start("champion")
    site.now = 60
    tasks.think(hard)
    assert site.answered[hard] == 75


def test_a_clock_that_goes_behind_gives_no_thought_more_than_its_time(site):
    hard = site.start("champion")
    site.begun_at -= timedelta(seconds=30)
    tasks.think(hard)
    assert site.answered[hard] == ENDS_AT


def test_neither_of_two_long_thoughts_overtakes_the_other(site):
    first, second = site.start("champion"), site.start("champion")
    tasks.think(first)
    assert (first in site.answered, second in site.answered) == (True, False)


def test_after_a_kill_in_between_both_games_are_found_and_played_once(site, monkeypatch):
    def die(*args, level, **more):
        if not level.seconds:
            raise Killed
        return site.choose(*args, level=level, **more)

    hard = site.start("champion")
    with monkeypatch.context() as patch:
        patch.setattr(thinking.playing, "choose", die)
        with pytest.raises(Killed):
            tasks.think(hard)
    assert (tasks.look_after(), count_turns()) == (0, {hard: 0, site.guests[0]: 0})
    Thought.objects.update(seen_at=timezone.now() - LEASE.lasts - timedelta(seconds=1))
    site.asked.clear()
    assert tasks.look_after() == 2
    assert site.asked == [site.guests[0], hard]
    for game_id in site.asked:
        tasks.think(game_id)
    assert count_turns() == {hard: 1, site.guests[0]: 1}


def test_an_analysis_gives_way_within_a_position(site, over, alice, monkeypatch):
    def judge(position, *, stop, **more):
        while not site.guests or site.guests[0] not in site.answered:
            site.now += 0.25
            if site.now == BEGINS_AT:
                site.start_as_guest()
            assert not stop()
            assert site.now - BEGINS_AT <= 5
        return analysing.judge(position, **more, nodes=60)

    monkeypatch.setattr(reviewing, "judge", judge)
    review.ask(alice, game_id=over.pk)
    reviewing.review_waiting()
    assert over.review.is_done
