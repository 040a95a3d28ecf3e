"""Two beats and two workers, as after a careless move to another machine: nothing happens twice."""

from collections import Counter

import pytest

from tests import servers

pytestmark = [pytest.mark.processes, pytest.mark.redis, pytest.mark.late]

DUE, WAITING = 20, 30


def test_two_beats_and_two_workers_do_nothing_twice(public, sink):
    public.set_scene("people", names=["Alice", "Boris", "Carol"])
    games = public.set_scene("games", first="Alice", second="Boris", count=DUE)
    public.query(
        "UPDATE games_game SET turn_started_at = now() - interval '4 days', deadline_at = now() - interval '1 d'"
    )
    public.set_scene("notices", count=WAITING, recipient="Carol")
    for _ in range(2):
        public.run_worker()
        public.run_beat()
    servers.wait_until(lambda: len(sink.mails) >= 2 * DUE + WAITING, what="Every mail")
    servers.wait_until(lambda: not public.count("notifications_notice", "closed_at IS NULL"), what="Every mark")
    write_unannounced(public)
    servers.wait_until(lambda: len(sink.mails) > 2 * DUE + WAITING, what="Another sweep")
    ended = public.query("SELECT id, revision, winner, termination FROM games_game ORDER BY id")
    assert ended == [(game, 2, 1, "time") for game in games]
    copies = Counter((mail["To"], mail["Message-ID"]) for mail in sink.mails)
    assert set(copies.values()) == {1}
    assert Counter(to for to, _ in copies) == {
        "alice@example.org": DUE,
        "boris@example.org": DUE,
        "carol@example.org": WAITING + 1,
    }


def write_unannounced(site) -> None:
    """Writes a notice without a wake-up: only a sweep finds it."""
    site.query(
        """INSERT INTO notifications_notice
        (recipient_id, address, kind, channel, dedupe_key, payload, created_at, due_at, state, claim, attempts,
        last_error)
        SELECT id, '', 'test', 'email', 'probe', '{}', now(), now(), 'waiting', '', 0, ''
        FROM accounts_user WHERE username = 'Carol'"""
    )
