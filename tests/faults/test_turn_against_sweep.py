"""A turn against the sweep at the very deadline, through the real page and with sweeps of processes of their own."""

import json
import random
import subprocess
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import chain

import pytest

from tests.faults.conftest import repeat
from tests.faults.public import PYTHON
from tests.servers import wait_until

pytestmark = [pytest.mark.processes, pytest.mark.redis, pytest.mark.late]

ROUNDS = repeat("SWEEP", 24)
"""24 games: a fault that shows in one of eight is missed once in 25 runs. `make soak` has 300, for one of
a hundred."""
AT_ONCE = 4
AHEAD = 0.1
"""Seconds from setting a game's clock to its last instant, at first: then more after a turn that came too late, and
less after one that came in time, so that they end round the very instant however long a turn takes to arrive."""
MORE, LESS = 1.6, 0.7
SET_CLOCK = """
UPDATE games_game SET deadline_at = clock_timestamp() + %s * interval '1 s' - interval '60 s',
    turn_started_at = clock_timestamp() - interval '3 days' WHERE id = %s
"""


@pytest.fixture(scope="module")
def site(public):
    public.run_web(processes=2)
    return public


def play_at_the_last_instant(site, session, games, chance):
    """The statuses of turns that were sent near to the end of their time, one after another."""
    ahead, statuses = AHEAD, []
    for game in games:
        site.query(SET_CLOCK, ahead * chance.uniform(0.9, 1.1), game)
        fields = {"text": "Md1-c1", "key": f"key{game}", "revision": 1}
        statuses.append(site.post(f"/games/{game}/play/", fields, session=session).status)
        ahead *= LESS if statuses[-1] == 302 else MORE
    return statuses


def wait_for_sweeps(site, game):
    """Until one is at work."""
    site.query(SET_CLOCK, -60, game)
    wait_until(lambda: site.count("games_game", "id = %s AND ended_at IS NOT NULL", game), what="The first sweep")


def test_exactly_one_of_the_two_each_time_with_one_result_and_one_notice_each(site):
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    chance = random.Random(seed)
    session = site.set_scene("people", names=["Alice", "Boris"])["Alice"]["session"]
    over, *games = site.set_scene("games", first="Alice", second="Boris", count=ROUNDS + 1)
    parts = [games[number::AT_ONCE] for number in range(AT_ONCE)]
    command = [*PYTHON, "tests.faults.scene", "sweep", json.dumps({"seconds": 3600})]
    sweeps = [subprocess.Popen(command, env=site.environ) for _ in range(2)]
    try:
        wait_for_sweeps(site, over)
        with ThreadPoolExecutor(AT_ONCE) as pool:
            played = pool.map(partial(play_at_the_last_instant, site, session, chance=chance), parts)
            statuses = dict(chain.from_iterable(map(zip, parts, played)))
    finally:
        for sweep in sweeps:
            sweep.kill()
            sweep.wait()
    found = {
        game: (ply, revision, termination, winner)
        for game, ply, revision, termination, winner in site.query(
            "SELECT id, ply, revision, termination, winner FROM games_game"
        )
    }
    for game, status in statuses.items():
        assert found[game] == ((1, 2, "", None) if status == 302 else (0, 2, "time", 1)), (game, status)
        told = site.query(
            "SELECT kind, count(*), count(DISTINCT recipient_id) FROM notifications_notice "
            "WHERE dedupe_key IN (%s, %s) AND channel = 'email' GROUP BY kind",
            f"turn:{game}:2",
            f"over:{game}:2",
        )
        assert told == ([("your_turn", 1, 1)] if status == 302 else [("game_over", 2, 2)])
    print(Counter(statuses.values()))
    assert set(statuses.values()) == {302, 409}
