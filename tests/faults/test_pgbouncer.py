"""A site behind a PgBouncer that lends one session of the server to one transaction after another."""

import subprocess
import sys
from functools import partial
from urllib.parse import urlsplit

import pytest

from tests import servers
from tests.faults.conftest import make_database
from tests.faults.public import PublicSite, call_together
from tests.machine import start

pytestmark = [pytest.mark.processes, pytest.mark.redis, pytest.mark.late]

GAMES = 12
ROUNDS = 4
LISTS = ["/", "/games/", "/challenges/", "/people/"]
TOLD = "server_side_binding=0"
"""Without it an older PgBouncer lets some of what follows fail, and gives others what they never asked for."""


@pytest.fixture(scope="module")
def pooled(postgres_url):
    """The address of a database of that name by way of PgBouncer."""
    with start(servers.run_pgbouncer(upstream=urlsplit(postgres_url).port, sessions=3)) as port:
        yield lambda url: f"postgresql://postgres@127.0.0.1:{port}{urlsplit(url).path}?{TOLD}"


@pytest.fixture(scope="module")
def site(postgres_url, prepared, pooled, redis_of_site, sink, tmp_path_factory):
    folder = tmp_path_factory.mktemp("pooled") / "data"
    folder.mkdir()
    (folder / "static").symlink_to(prepared.static)
    with (
        make_database(postgres_url, like=prepared.database) as url,
        PublicSite(folder, database_url=pooled(url), redis_url=redis_of_site, email_url=sink.url) as site,
    ):
        site.database_url = url  # what the test itself asks goes past it
        site.run_web(processes=2)
        site.run_worker("--beat", "--schedule", str(folder / "beat"))
        site.people = site.set_scene("people", names=["Alice", "Boris"])
        yield site


def run(site, *command: str) -> subprocess.CompletedProcess:
    arguments = [sys.executable, "manage.py", *command]
    return subprocess.run(
        arguments, env=site.environ, check=True, capture_output=True, text=True, timeout=2 * servers.START_WITHIN
    )


def test_many_requests_at_once_each_get_their_own_answer(site, sink):
    games = site.set_scene("games", first="Alice", second="Boris", count=GAMES)
    sink.mails.clear()
    session = site.people["Alice"]["session"]
    fields = [{"text": "Md1-c1", "key": f"key{game}", "revision": 1} for game in games]
    turns = [
        partial(site.post, f"/games/{game}/play/", given, session=session)
        for game, given in zip(games, fields, strict=True)
    ]
    site.insist(call_together(turns), *[302] * GAMES)
    played = site.query("SELECT game_id, count(*) FROM games_turn WHERE game_id = ANY(%s) GROUP BY 1 ORDER BY 1", games)
    assert played == [(game, 1) for game in games]
    for _ in range(ROUNDS):
        pages = call_together([partial(site.get, f"/games/{game}/", session=session) for game in games])
        site.insist(pages, *[200] * GAMES)
        assert all(f"/games/{game}/" in page.text for game, page in zip(games, pages, strict=True))
    lists = [partial(site.get, path, session=session) for path in LISTS * 3]
    site.insist(call_together(lists), *[200] * len(lists))
    servers.wait_until(lambda: sink.mails, what="The mail of those turns")


def test_rows_read_in_parts_all_arrive(site, tmp_path):
    run(site, "backup", str(tmp_path / "backup"))
    assert (tmp_path / "backup").stat().st_size > 0


def test_its_tables_are_made_through_it(postgres_url, pooled, site):
    with make_database(postgres_url) as url:
        site.environ["DATABASE_URL"], before = pooled(url), site.environ["DATABASE_URL"]
        try:
            run(site, "migrate", "--verbosity", "0")
        finally:
            site.environ["DATABASE_URL"] = before
