"""The process that thinks for computers is killed in the middle of a thought, once for each of many games: each turn is
played, and once.

The embedded site under its own supervisor, which starts the process again after a second, then two, then four. A
thought that was lost is found when it has given no sign of life for half a minute.

A version of seconds. For twenty kills in twenty games, ten minutes: FAULT_ROUNDS_KILLED_THOUGHTS=20.
"""

import os
import signal
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing

import pytest

from tests import servers
from tests.end_to_end.running import RunningSite
from tests.faults.conftest import repeat
from tests.faults.public import Scenes

pytestmark = [pytest.mark.processes, pytest.mark.long]

KILLS = repeat("KILLED_THOUGHTS", 1)
"""One: what it is to find loses the turn each time. `make soak` has 20, for what comes of one kill in seven."""
WITHIN = 300.0
"""Seconds for a thought to begin, and for the last turns: what is niced has little of a machine that does much else."""
LOOK_EVERY = 0.02
"""Seconds: a thought may be over within one."""


@pytest.fixture
def site(tmp_path, migrated) -> Iterator[RunningSite]:
    with RunningSite(tmp_path / "data", like=migrated, DEMO="0") as site:
        yield site


@pytest.fixture
def scenes(site) -> Iterator[Scenes]:
    scenes = Scenes({**site.environ, "DJANGO_SETTINGS_MODULE": "mastery_site.settings"})
    yield scenes
    scenes.end()


def ask(site: RunningSite, query: str, *values: object) -> list[tuple]:
    with closing(sqlite3.connect(site.folder / "db.sqlite3", timeout=30)) as database:
        return database.execute(query, values).fetchall()


def list_claims(site: RunningSite, game: int) -> list[tuple]:
    """That of the process that thinks about the game; of one that nobody thinks about it is empty."""
    return ask(site, "SELECT claim FROM computers_thought WHERE game_id = ?", game)


def wait_for_claim(site: RunningSite, game: int) -> str:
    until = time.monotonic() + WITHIN
    while time.monotonic() < until:
        for (claim,) in list_claims(site, game):
            if claim:
                return claim
        time.sleep(LOOK_EVERY)
    raise TimeoutError(f"Nobody thought about game {game}: {site.output[-20_000:]}")


def list_thinkers(site: RunningSite) -> list[int]:
    """The processes that think; the supervisor's command line holds the same words."""
    return [pid for pid in site.list_processes(holding="--queues thinking") if pid != site.process.pid]


def kill_who_thinks(site: RunningSite) -> None:
    """Returns when there is no such process any more."""
    (thinker,) = list_thinkers(site)
    os.kill(thinker, signal.SIGKILL)
    servers.wait_until(lambda: thinker not in list_thinkers(site), what="The end of the process")


@pytest.mark.late
def test_a_computer_killed_while_it_thinks_plays_each_turn_and_once(site, scenes):
    games = []
    for _ in range(KILLS):
        games.append(game := scenes.set("thought"))
        claim = wait_for_claim(site, game)  # of the one process there is: the game is newer than all before
        kill_who_thinks(site)
        assert list_claims(site, game) == [(claim,)]  # it had not played yet
    began = time.monotonic()
    servers.wait_until(lambda: not ask(site, "SELECT 1 FROM computers_thought"), what="The last turn", within=WITHIN)
    print(f"{KILLS} killed while they thought, all answered {time.monotonic() - began:.0f} s after the last kill")
    turns = "SELECT count(*) FROM games_turn WHERE game_id = games_game.id"
    assert ask(site, f"SELECT id, ply, ({turns}) FROM games_game ORDER BY id") == [(game, 2, 2) for game in games]
