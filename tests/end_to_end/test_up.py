"""`manage.py up`: one command starts everything, says where, and leaves nothing behind however it ends."""

import json
import os
import re
import signal
import sqlite3
from contextlib import suppress
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from tests import servers
from tests.end_to_end.running import RunningSite, find_processes
from tests.servers import START_WITHIN, wait_until

pytestmark = pytest.mark.processes

PLAYERS = ("Hazel", "Rowan", "Mallow", "Juniper")


@pytest.fixture(scope="module")
def site(tmp_path_factory, migrated):
    """A site, which may have been ended by the test before. An older one left a letter that all may read."""
    folder = tmp_path_factory.mktemp("lasting") / "data"
    (folder / "mail" / "old").mkdir(parents=True)
    (folder / "mail" / "old" / "letter.eml").write_text("Set your password here")
    for path in [folder, *folder.rglob("*")]:
        path.chmod(0o755 if path.is_dir() else 0o644)
    assert list_open(folder)
    before = os.umask(0o022)
    with RunningSite(folder, like=migrated, DEMO="0") as site:
        yield site
    os.umask(before)


def list_open(folder: Path) -> list[str]:
    """What somebody else may read, write or search, with its mode."""
    found = {path: path.lstat().st_mode for path in [folder, *folder.rglob("*")] if path.exists()}
    return [f"{path.relative_to(folder)} {mode:o}" for path, mode in found.items() if mode & 0o077]


@pytest.fixture
def lasting(site):
    """The same, running: it goes on whatever a test does to it, but for those that end it."""
    if site.process.poll() is not None:
        site.begin()
    return site


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    """A site with the demonstration, from an empty folder."""
    with RunningSite(tmp_path_factory.mktemp("shown") / "data") as site:
        yield site


def test_from_an_empty_folder_it_shows_the_first_page_and_says_where_and_as_whom(shown):
    """How long that takes is told by `make bench-start`."""
    assert "<!doctype html>" in shown.read().lower()
    assert all(f"{name} " in shown.output for name in PLAYERS)
    assert f"http://localhost:{shown.port} " in shown.output
    assert all(f">{name}<" in shown.read(f"/people/{name}/") for name in PLAYERS)


@pytest.mark.late
def test_static_files_have_hashed_names_are_compressed_and_kept_for_ever(lasting):
    """A file of two hundred bytes is left as it is, which a compressed one would not be smaller than."""
    for path in re.findall(r'(?:href|src)="(/static/[^"]+\.(?:css|js))"', lasting.read("/practice/mastery/")):
        assert re.search(r"\.[0-9a-f]{12}\.(css|js)$", path), path
        with urlopen(Request(lasting.url + path, headers={"Accept-Encoding": "gzip"})) as answer:
            assert answer.headers["Content-Encoding"] == "gzip" or len(answer.read()) < 200, path
            assert {"immutable", "public"} <= set(answer.headers["Cache-Control"].split(", ")), path
    with urlopen(lasting.url + "/static/admin/css/base.css") as plain:  # not collected: found in its folder
        assert plain.status == 200


SEND = "from django.core.mail import send_mail; send_mail('Hello', 'Set your password', None, ['a@example.org'])"


def test_others_can_read_nothing_that_it_writes_or_an_older_one_left(lasting):
    lasting.read()
    lasting.manage("shell", "--command", SEND)
    wait_until(lambda: list((lasting.folder / "mail").glob("*.eml")), what="An email as a file")
    assert list_open(lasting.folder) == []


def test_a_second_start_says_that_the_first_is_running(lasting):
    second = RunningSite(lasting.folder, DEMO="0")
    second.folder = lasting.folder.with_name("second")  # for its log alone
    second.start()
    assert second.process.wait(timeout=START_WITHIN) == 1
    assert f"The site is already running: {lasting.url}, process {lasting.process.pid}" in second.output
    assert "Traceback" not in second.output
    assert lasting.process.poll() is None
    assert lasting.read()


def test_a_taken_port_is_named(lasting, tmp_path):
    other = RunningSite(tmp_path / "other", PORT=str(lasting.port))
    other.start()
    assert other.process.wait(timeout=START_WITHIN) == 1
    assert f"Port {lasting.port} is taken by another program. Set another" in other.output
    assert "Traceback" not in other.output


COMMANDS = {
    "web": "-m gunicorn",
    "worker": "--queues mail",
    "computers": "--queues thinking",
    "beat": " beat --loglevel",
}
"""Of the supervisor's children, by name: what their command lines hold, as that of the supervisor does."""
MOST_MEMORY = 380
"""Megabytes, of all processes of an embedded site that has just begun."""


def list_children(site, name: str) -> list[int]:
    """What the supervisor itself has started. Children of theirs may have lower numbers, as numbers begin anew, and
    each process looks like its parent until it runs a program of its own."""
    found = find_processes(f"DATA_DIR={site.folder}")
    own = found.get(site.process.pid, "")
    children = [pid for pid, line in found.items() if COMMANDS[name] in line and line != own]
    return [pid for pid in children if find_parent(pid) == site.process.pid]


def find_parent(pid: int) -> int:
    with suppress(OSError):  # it may have ended
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    return 0


def test_all_of_it_together_holds_little_memory(shown):
    wait_until(lambda: list_children(shown, "beat"), what="Every process")
    for path in ("/", "/rules/", "/rules/mastery/", "/account/login/", "/people/Hazel/"):
        shown.read(path)
    wait_until(lambda: is_swept(shown), what="The first sweep")
    held = {pid: measure_memory(pid) for pid in shown.list_processes()}
    assert len(held) == 6
    assert sum(held.values()) < MOST_MEMORY, held
    assert held[shown.process.pid] < 15, held
    assert not [pid for pid in held if "psycopg" in Path(f"/proc/{pid}/maps").read_text()]  # there is no PostgreSQL


def test_computers_think_where_nothing_else_wants_the_processor(shown):
    wait_until(lambda: all(list_children(shown, name) for name in COMMANDS), what="Every process")
    for name in COMMANDS:
        expected = min(os.nice(0) + (15 if name == "computers" else 0), 19)
        assert {os.getpriority(os.PRIO_PROCESS, pid) for pid in list_children(shown, name)} == {expected}, name


def test_the_computers_are_there_from_the_first_start(shown):
    wait_until(lambda: shown.read("/people/Mastery-newcomer/"), what="The account of a computer")
    wait_until(lambda: shown.read("/people/Masters-champion/"), what="The last of them")


def is_swept(site) -> bool:
    """Whether a worker has gone through what is due, as it will every 20 seconds."""
    return json.loads(site.read("/healthz"))["sweep"]["seconds_since"] is not None


def measure_memory(pid: int) -> float:
    """Megabytes that a process holds, what it shares with others counted in part (PSS)."""
    return int(Path(f"/proc/{pid}/smaps_rollup").read_text().split("Pss:", 1)[1].split()[0]) / 1024


@pytest.mark.asked
@pytest.mark.parametrize("what", ["web", "worker", "computers", "beat"])
def test_a_process_that_dies_is_started_again_with_a_message(lasting, what):
    wait_until(lambda: list_children(lasting, what), what="The process")
    first = list_children(lasting, what)[0]
    os.kill(first, signal.SIGKILL)
    wait_until(
        lambda: f"The {what} process ended (killed by SIGKILL); it starts again" in lasting.output, what="The note"
    )
    wait_until(lambda: set(list_children(lasting, what)) - {first}, what="Another start")
    wait_until(lambda: lasting.read(), what="The next page")


def test_without_the_demonstration_it_says_how_to_make_the_first_administrator(lasting):
    assert "manage.py createsuperuser" in lasting.output
    assert not any(name in lasting.output for name in PLAYERS)
    environ = {"DJANGO_SUPERUSER_PASSWORD": "a-long-pass-phrase"}
    lasting.environ.update(environ)
    lasting.manage("createsuperuser", "--noinput", "--username", "Ada", "--email", "ada@example.org")
    with sqlite3.connect(lasting.folder / "db.sqlite3") as database:
        rows = database.execute("SELECT email, verified FROM account_emailaddress").fetchall()
    assert rows == [("ada@example.org", 1)]


def test_a_file_that_is_no_database_is_reported_in_a_sentence(tmp_path):
    site = RunningSite(tmp_path / "data", PORT=str(servers.free_port()))
    site.folder.mkdir()
    (site.folder / "db.sqlite3").write_bytes(b"no database at all" * 100)
    site.start()
    assert site.process.wait(timeout=START_WITHIN) == 1
    assert "The database does not answer as it should: file is not a database" in site.output
    assert "Traceback" not in site.output


def test_a_killed_supervisor_leaves_no_process_and_the_next_start_works(lasting):
    lasting.kill()
    wait_until(lambda: not lasting.list_processes(), what="The end of every process")
    for name in ("messages", "control"):
        (lasting.folder / "queue" / name / "stale").write_bytes(b"half a mess")
    lasting.begin()
    assert "<!doctype html>" in lasting.read().lower()
    assert not list((lasting.folder / "queue").rglob("stale"))


def test_ctrl_c_stops_all_of_it_without_a_traceback(lasting):
    wait_until(lambda: all(list_children(lasting, name) for name in COMMANDS), what="Every process")
    assert lasting.press_ctrl_c() == 0
    assert lasting.list_processes() == []
    assert "Traceback" not in lasting.output
    assert lasting.output.endswith("Stopped.\n")
