"""`kill -9` of the worker again and again while it delivers: none lost, few doubled, all out soon."""

import random
import time
from collections import Counter

import pytest

from tests import servers
from tests.faults.conftest import repeat

pytestmark = [pytest.mark.processes, pytest.mark.redis]

KILLS = repeat("KILLS", 6)
NOTICES = 300
ALL_OUT_WITHIN = 120.0
"""Seconds after the last kill."""


def test_none_is_lost_and_at_most_one_a_kill_doubled_and_all_are_out_in_two_minutes(public, sink):
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    chance = random.Random(seed)
    sink.delay = 0.01  # a mail server at work, so that kills find mails on their way
    public.set_scene("people", names=["Alice"])
    public.set_scene("notices", count=NOTICES, recipient="Alice")
    public.run_beat()
    for _ in range(KILLS):
        arrived = sink.attempts
        worker = public.run_worker()
        public.wake_worker()
        servers.wait_until(lambda arrived=arrived: sink.attempts > arrived + 3, what="More mails", within=60)
        time.sleep(chance.uniform(0, 0.3))
        public.kill(worker)
    assert public.count("notifications_notice", "closed_at IS NULL") > 0, "The kills came too late to show anything"
    killed_at = time.monotonic()
    public.run_worker()
    servers.wait_until(
        lambda: not public.count("notifications_notice", "closed_at IS NULL"),
        what="The last of the mails",
        within=ALL_OUT_WITHIN,
    )
    copies = Counter(mail["Message-ID"] for mail in sink.mails)
    doubled = sum(copies.values()) - len(copies)
    print(f"{doubled} doubled by {KILLS} kills, all out {time.monotonic() - killed_at:.0f} s after the last")
    assert len(copies) == NOTICES
    assert doubled <= KILLS
    assert max(copies.values()) <= 1 + KILLS
    assert public.query("SELECT DISTINCT state FROM notifications_notice") == [("sent",)]
