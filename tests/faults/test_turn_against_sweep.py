"""A turn against the sweep at the very deadline, through the real page and with sweeps of processes of their own."""

import json
import random
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from tests.faults.conftest import repeat
from tests.faults.public import PYTHON

pytestmark = [pytest.mark.processes, pytest.mark.redis]

ROUNDS = repeat("SWEEP", 60)
AHEAD = 0.3
"""Seconds from setting a game's clock to its last instant."""
SPREAD = (-0.12, 0.02)
"""Seconds round that instant at which the turn is sent: it takes a few hundredths to arrive."""
SET_CLOCK = """
UPDATE games_game SET deadline_at = clock_timestamp() + %s * interval '1 s' - interval '60 s',
    turn_started_at = clock_timestamp() - interval '3 days' WHERE id = %s
"""


@pytest.fixture(scope="module")
def site(public):
    public.run_web(processes=2)
    return public


def play_at_the_last_instant(site, session, game, wait):
    """The status of a turn that was sent so near to the end of its time."""
    site.query(SET_CLOCK, AHEAD, game)
    time.sleep(AHEAD + wait)
    fields = {"text": "Md1-c1", "key": f"key{game}", "revision": 1}
    return site.post(f"/games/{game}/play/", fields, session=session).status


def test_exactly_one_of_the_two_each_time_with_one_result_and_one_notice_each(site):
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    chance = random.Random(seed)
    session = site.set_scene("people", names=["Alice", "Boris"])["Alice"]["session"]
    games = site.set_scene("games", first="Alice", second="Boris", count=ROUNDS)
    waits = [chance.uniform(*SPREAD) for _ in games]
    command = [*PYTHON, "tests.faults.scene", "sweep", json.dumps({"seconds": 120})]
    sweeps = [subprocess.Popen(command, env=site.environ) for _ in range(2)]
    try:
        time.sleep(2)
        with ThreadPoolExecutor(4) as pool:
            statuses = list(pool.map(partial(play_at_the_last_instant, site, session), games, waits))
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
    for game, status in zip(games, statuses, strict=True):
        assert found[game] == ((1, 2, "", None) if status == 302 else (0, 2, "time", 1)), (game, status)
        told = site.query(
            "SELECT kind, count(*), count(DISTINCT recipient_id) FROM notifications_notice "
            "WHERE dedupe_key IN (%s, %s) AND channel = 'mail' GROUP BY kind",
            f"turn:{game}:2",
            f"over:{game}:2",
        )
        assert told == ([("your_turn", 1, 1)] if status == 302 else [("game_over", 2, 2)])
    print(f"{statuses.count(302)} played, {statuses.count(409)} lost on time")
    assert set(statuses) == {302, 409}
