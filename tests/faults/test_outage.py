"""Everything stops for hours and starts again, twice over: nobody loses on time who could not have moved."""

from datetime import timedelta

import pytest

from tests import servers

pytestmark = [pytest.mark.processes, pytest.mark.redis, pytest.mark.late]

HOUR = timedelta(hours=1)
DUE = "UPDATE games_game SET turn_started_at = now() - interval '4 days', deadline_at = now() + %s WHERE id = %s"


def test_a_player_whose_time_ran_out_in_an_outage_has_time_when_it_is_over(public):
    public.set_scene("people", names=["Alice", "Boris"])
    before, within, after = public.set_scene("games", first="Alice", second="Boris", count=3)
    running = [public.run_worker(), public.run_beat(), public.run_web(processes=1)]
    servers.wait_until(lambda: public.count("games_heartbeat", "part = 'web'"), what="The first probe")
    for process in running:
        public.kill(process)
    public.query("UPDATE games_heartbeat SET at = at - interval '3 hours'")  # as if it had been then
    for game, due in ((before, -4 * HOUR), (within, -HOUR), (after, 48 * HOUR)):
        public.query(DUE, due, game)
    deadlines = dict(public.query("SELECT id, deadline_at FROM games_game"))

    public.run_worker()
    public.run_beat()
    silent = "part = 'beat' AND at > now() - interval '1 minute'"
    servers.wait_until(lambda: public.count("games_heartbeat", silent), what="A sweep without pages")
    assert public.count("games_outage") == public.count("games_game", "ended_at IS NOT NULL") == 0
    public.run_web(processes=1)
    servers.wait_until(lambda: public.count("games_outage", "settled_at IS NOT NULL"), what="The outage")
    servers.wait_until(lambda: public.count("games_game", "ended_at IS NOT NULL"), what="The next sweep")

    ((length, moved),) = public.query("SELECT until_at - from_at, games_moved FROM games_outage")
    assert 3 * HOUR <= length < 4 * HOUR
    ended = dict(public.query("SELECT id, termination FROM games_game"))
    now_due = dict(public.query("SELECT id, deadline_at FROM games_game"))
    assert (moved, ended) == (2, {before: "time", within: "", after: ""})
    assert {game: now_due[game] - deadlines[game] for game in deadlines} == {
        before: timedelta(),
        within: 12 * HOUR,
        after: length,
    }
    assert "2 games: 3 hours" in public.get("/status/").text
