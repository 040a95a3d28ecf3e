"""PostgreSQL restarted in the middle of a request: an error page, nothing half done, and the next request works."""

import threading
import time

import psycopg
import pytest
from psycopg_pool import ConnectionPool

from mastery_site.environment import backends
from tests import servers
from tests.faults.conftest import make_database, run_postgres_program
from tests.faults.public import PublicSite
from tests.machine import miss
from tests.servers import START_WITHIN

pytestmark = [pytest.mark.processes, pytest.mark.redis, pytest.mark.late]


@pytest.fixture(scope="module")
def server():
    try:
        with servers.Postgres(options=["-c", "fsync=off"]) as server:
            yield server
    except servers.Missing as error:
        miss(str(error))


@pytest.fixture(scope="module")
def site(server, prepared, redis_of_site, sink, tmp_path_factory):
    folder = tmp_path_factory.mktemp("restart") / "data"
    folder.mkdir()
    (folder / "static").symlink_to(prepared.static)
    with (
        make_database(server.url) as url,
        PublicSite(folder, database_url=url, redis_url=redis_of_site, email_url=sink.url) as site,
    ):
        run_postgres_program("psql", url, prepared.tables)
        site.run_web(processes=1)
        site.run_worker()
        site.run_beat()
        site.people = site.set_scene("people", names=["Alice", "Boris"])
        yield site


def play(site, game):
    fields = {"text": "Md1-c1", "key": f"key{game}", "revision": 1}
    return site.post(f"/games/{game}/play/", fields, session=site.people["Alice"]["session"])


def fill_the_pool(site):
    """So many requests at once that the web process keeps several connections, all of which will die."""
    crowd = [threading.Thread(target=site.get, args=["/challenges/"]) for _ in range(8)]
    for thread in crowd:
        thread.start()
    for thread in crowd:
        thread.join()


@pytest.mark.parametrize("how", ["fast", "immediate"])
def test_an_error_page_nothing_half_done_and_the_next_request_works(site, server, sink, how):
    (game,) = site.set_scene("games", first="Alice", second="Boris", count=1)
    sink.mails.clear()
    fill_the_pool(site)
    answers = []
    other = psycopg.connect(site.database_url)
    other.execute("SELECT 1 FROM games_game WHERE id = %s FOR UPDATE", [game])  # so that the turn has to wait
    thread = threading.Thread(target=lambda: answers.append(play(site, game)))
    thread.start()
    servers.wait_until(lambda: is_waiting(site), what="The turn in the middle of its transaction")
    server.stop(how)
    other.close()
    server.start()
    thread.join(timeout=START_WITHIN)
    (answer,) = answers
    assert answer.status == 503
    assert "does not answer" in answer.text
    assert "no game is affected" in answer.text
    assert site.query("SELECT ply, revision FROM games_game WHERE id = %s", game) == [(0, 1)]
    assert site.count("games_turn", "game_id = %s", game) == 0
    again = play(site, game)
    assert again.status == 302, again.text
    assert [site.get(f"/games/{game}/").status for _ in range(12)] == [200] * 12
    began = time.monotonic()
    site.wait_until(lambda: sink.mails, what="The mail of that turn, by a worker that lived on")
    print(f"the mail came {time.monotonic() - began:.1f} s after the turn")


def is_waiting(site) -> bool:
    return site.query("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")[0][0] > 0


def test_after_a_longer_absence_the_next_request_works_too(site, server):
    """The pool tried after 1, 3, 7, 15 and 31 seconds, and so on: a request in the pause before the last waited in vain
    for a database that was there again.
    """
    fill_the_pool(site)
    server.stop()
    began = time.monotonic()
    fill_the_pool(site)  # which finds that all its connections are dead
    time.sleep(max(0.0, 17 - (time.monotonic() - began)))
    server.start()
    assert site.get("/challenges/").status == 200


def test_a_request_that_waits_as_the_pool_gives_up_is_served_once_the_database_is_back(server, monkeypatch):
    gave_up, served = threading.Event(), threading.Event()
    monkeypatch.setenv("DATABASE_URL", server.url)
    of_site = backends.database(backends.Env(), embedded=False, data_dir=None)["OPTIONS"]["pool"]

    def give_up(pool):
        of_site["reconnect_failed"](pool)
        gave_up.set()

    def ask(pool):
        with pool.connection() as connection:
            connection.execute("SELECT 1")
            served.set()

    server.stop()
    quicker = {"min_size": 0, "timeout": START_WITHIN, "reconnect_timeout": 1, "reconnect_failed": give_up}
    with ConnectionPool(server.url, open=True, **(of_site | quicker)) as pool:
        threading.Thread(target=ask, args=[pool], daemon=True).start()
        assert gave_up.wait(START_WITHIN)
        server.start()
        assert served.wait(START_WITHIN)
