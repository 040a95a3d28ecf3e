"""The embedded site on a full disk: a clear sentence, nothing corrupted, and all is well once there is room again.

The disk is a small file system of its own where one may be mounted; elsewhere the size of the web server's files is
limited, which SQLite meets as the same kind of fault.
"""

import resource
import secrets
import shutil
import sqlite3
import subprocess
from pathlib import Path

import pytest

from tests import servers
from tests.faults.public import PublicSite

pytestmark = [pytest.mark.processes, pytest.mark.late]

NO_ROOM = "No space left on device"
PASSWORD = "correct-horse-battery-staple"


class Disk:
    """A disk of 24 MB mounted at `folder`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def mount(self) -> None:
        subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", self.folder], check=True, capture_output=True
        )

    def unmount(self) -> None:
        subprocess.run(["umount", "--lazy", self.folder], check=True)

    def fill(self, web: subprocess.Popen) -> None:
        for size in (1 << 20, 1 << 12, 1):  # to the last byte
            with pytest.raises(OSError, match=NO_ROOM):
                pour(self.folder / "ballast", size)

    def empty(self, web: subprocess.Popen) -> None:
        (self.folder / "ballast").unlink()


def pour(path: Path, size: int) -> None:
    """Writes so many bytes at a time until it cannot."""
    with path.open("ab", buffering=0) as file:
        while True:
            file.write(b"x" * size)


class Limit(Disk):
    """In place of a disk: no file of the web server may grow."""

    def mount(self) -> None: ...

    def unmount(self) -> None: ...

    def fill(self, web: subprocess.Popen) -> None:
        self.limit(web, 1)

    def empty(self, web: subprocess.Popen) -> None:
        self.limit(web, resource.RLIM_INFINITY)

    def limit(self, web: subprocess.Popen, most: int) -> None:
        children = Path(f"/proc/{web.pid}/task/{web.pid}/children").read_text().split()
        for pid in (web.pid, *map(int, children)):
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))


@pytest.fixture(params=["disk", "limit"])
def disk(request, tmp_path):
    disk = {"disk": Disk, "limit": Limit}[request.param](tmp_path)
    try:
        disk.mount()
    except (OSError, subprocess.CalledProcessError):
        disk = Limit(tmp_path)  # who may not mount sees the same by a limit, twice
    yield disk
    disk.unmount()


@pytest.fixture
def site(disk, migrated):
    """The embedded site, its web process alone."""
    site = PublicSite(disk.folder / "data", database_url="", redis_url="", email_url="")
    site.environ |= {"PORT": str(servers.free_port()), "SECRET_KEY": secrets.token_urlsafe(60), "DEMO": "0"}
    site.port = int(site.environ["PORT"])
    for name in ("DATABASE_URL", "REDIS_URL", "EMAIL_URL", "SITE_URL", "ALLOWED_HOSTS"):
        del site.environ[name]
    with site:
        shutil.copy(migrated, site.folder)
        yield site


def stored(site) -> tuple[list, str]:
    database = sqlite3.connect(site.folder / "db.sqlite3", timeout=20)
    try:
        game = database.execute("SELECT ply, revision, position_text FROM games_game").fetchall()
        turns = database.execute("SELECT ply, text FROM games_turn").fetchall()
        notices = database.execute("SELECT dedupe_key FROM notifications_notice ORDER BY id").fetchall()
        return [game, turns, notices], database.execute("PRAGMA integrity_check").fetchone()[0]
    finally:
        database.close()


def test_a_clear_sentence_nothing_corrupted_and_all_well_with_room_again(site, disk):
    session = site.set_scene("people", names=["Alice", "Boris"], password=PASSWORD)["Alice"]["session"]
    (game,) = site.set_scene("games", first="Alice", second="Boris", count=1)
    web = site.run_web(processes=1)
    address = f"/games/{game}/"
    assert site.get(address, session=session).status == 200
    before, _ = stored(site)
    turn = {"text": "Md1-c1", "key": "k", "revision": 1}
    disk.fill(web)
    refused = [site.post(f"{address}play/", turn, session=session) for _ in range(5)]
    seen = [site.get(address, session=session), site.get("/challenges/"), site.get("/")]
    login = site.post("/account/login/", {"login": "Alice", "password": PASSWORD})
    disk.empty(web)
    assert [answer.status for answer in (*refused, login)] == [503] * 6
    for answer in (*refused, login, *(page for page in seen if page.status != 200)):
        assert answer.status == 503, answer.text
        assert "The disk of this site is full." in answer.text
        assert "no game is affected" in answer.text
    assert stored(site) == (before, "ok")
    assert site.post(f"{address}play/", turn, session=session).status == 302
    after, whole = stored(site)
    assert whole == "ok"
    assert after[1] == [(1, "Md1-c1")]
    assert site.post("/account/login/", {"login": "Alice", "password": PASSWORD}).status == 302
