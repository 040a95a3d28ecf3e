"""A public site as processes: PostgreSQL, Redis, several web processes, workers and beats as a test asks for them."""

import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, NamedTuple, Self
from urllib.parse import urlencode

import psycopg
from celery import Celery

from tests import servers

PYTHON = [sys.executable, "-m"]
WORKER = [*PYTHON, "celery", "--app", "mastery_site", "--quiet", "worker", "--loglevel", "WARNING"]
WORKER += ["--without-gossip", "--without-mingle", "--without-heartbeat", "--concurrency", "2"]
BEAT = [*PYTHON, "celery", "--app", "mastery_site.beat", "--quiet", "beat", "--loglevel", "WARNING"]
CSRF = "c" * 32


class Answer(NamedTuple):
    status: int
    headers: Mapping[str, str]
    text: str


class Scenes:
    """A process that sets scenes of `tests.faults.scene`, one after another, in a site's environment; it starts when it
    is first asked, and is none of the site's own processes."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self.environ = environ
        self.process: subprocess.Popen | None = None

    def set(self, name: str, **arguments: Any) -> Any:
        """What the scene returned."""
        process = self.process = self.process or self.start()
        timer = threading.Timer(2 * servers.START_WITHIN, process.kill)
        timer.start()
        try:
            print(json.dumps([name, arguments]), file=process.stdin, flush=True)
            told = process.stdout.readline()
        finally:
            timer.cancel()
        assert told, f"The scene {name} was not set: see what its process wrote to stderr"
        return json.loads(told)

    def start(self) -> subprocess.Popen:
        return subprocess.Popen(
            [*PYTHON, "tests.faults.scene"],
            env={**self.environ, "DATA_DIR": self.environ["DATA_DIR"] + "/."},  # the same folder under another name
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            preexec_fn=servers.end_with_parent(),
        )

    def end(self) -> None:
        if self.process:
            self.process.kill()
            self.process.communicate()


class PublicSite:
    """Use as a context manager. `run` starts a process that ends with the site."""

    def __init__(self, folder: Path, *, database_url: str, redis_url: str, email_url: str, **environ: str) -> None:
        self.folder, self.port = folder, int(environ.pop("PORT", servers.free_port()))
        self.database_url = database_url
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "PYTHONPATH") if name in os.environ}
        self.environ = {
            **kept,
            "DJANGO_SETTINGS_MODULE": "mastery_site.settings",
            "DATA_DIR": str(folder),
            "PORT": str(self.port),
            "DATABASE_URL": database_url,
            "REDIS_URL": redis_url,
            "EMAIL_URL": email_url,
            "SECRET_KEY": secrets.token_urlsafe(60),
            "SITE_URL": f"http://localhost:{self.port}",
            "ALLOWED_HOSTS": "localhost",
            "LOG_LEVEL": "WARNING",
            "TURN_NOTICE_WAIT": "0",
            "TURN_NOTICE_GAP": "0",
            **environ,
        }
        self.processes: list[subprocess.Popen] = []
        self.scenes = Scenes(self.environ)

    def __enter__(self) -> Self:
        self.folder.mkdir(exist_ok=True)
        return self

    def __exit__(self, *fault: object) -> None:
        self.scenes.end()
        for process in self.processes:
            self.kill(process)

    @property
    def output(self) -> str:
        return self.folder.with_suffix(".log").read_text(errors="replace")

    def run(self, command: Sequence[str], **environ: str) -> subprocess.Popen:
        with self.folder.with_suffix(".log").open("ab") as log:
            process = subprocess.Popen(
                command,
                env={**self.environ, **environ},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=servers.end_with_parent(),
            )
        self.processes.append(process)
        return process

    def run_web(self, *more: str, processes: int = 3, port: int | None = None) -> subprocess.Popen:
        """Gunicorn as the site configures it, with so many processes, and another program or
        options where they are given; returns when it answers."""
        port = port or self.port
        process = self.begin_web(*more, processes=processes, port=port)
        servers.wait_until(lambda: self.get("/nothing/", port=port).status == 404, what="The first page")
        return process

    def begin_web(self, *more: str, processes: int, port: int) -> subprocess.Popen:
        """The same, but returns when it can be asked: what comes before it has loaded the site waits for that."""
        gunicorn = [*PYTHON, "gunicorn", "--config", "python:mastery_site.gunicorn_conf"]
        process = self.run([*gunicorn, "--workers", str(processes), *(more or ["mastery_site.wsgi"])], PORT=str(port))
        connect = partial(socket.create_connection, ("127.0.0.1", port))
        servers.wait_until(lambda: connect().close() is None, what="Listening")
        return process

    def run_worker(self, *more: str) -> subprocess.Popen:
        return self.run([*WORKER, *more])

    def run_beat(self) -> subprocess.Popen:
        return self.run(BEAT)

    def run_supervised(self) -> None:
        """A worker and a beat as docs/operations.md has them run: each starts again when it dies or falls silent."""
        for name, command in {"worker": WORKER, "beat": BEAT}.items():
            self.run([*PYTHON, "mastery_site.supervisor", name, *command])

    def wake_worker(self) -> None:
        """Sends what a commit sends."""
        with Celery(broker=self.environ["REDIS_URL"]) as app:
            app.send_task("notifications.tasks.deliver_due", queue="mail")

    def kill(self, process: subprocess.Popen, number: int = signal.SIGKILL) -> None:
        """The process and what it started."""
        if process.poll() is None:
            os.killpg(process.pid, number)
        process.wait(timeout=servers.START_WITHIN)

    def set_scene(self, name: str, **arguments: Any) -> Any:
        """Calls a function of `tests.faults.scene` in the site's own environment."""
        return self.scenes.set(name, **arguments)

    def query(self, sql: str, *values: object) -> list[tuple]:
        with psycopg.connect(self.database_url, autocommit=True) as database:
            cursor = database.execute(sql, values)
            return cursor.fetchall() if cursor.description else []

    def count(self, table: str, where: str = "true", *values: object) -> int:
        return self.query(f"SELECT count(*) FROM {table} WHERE {where}", *values)[0][0]

    def wait_until(self, answers: Callable[[], object], **more: Any) -> None:
        """As `servers.wait_until`; where it waits in vain the log is shown, which says why."""
        try:
            servers.wait_until(answers, **more)
        except TimeoutError as error:
            raise TimeoutError(f"{error}; the end of the log:\n{self.output[-20_000:]}") from None

    def insist(self, answers: Sequence[Answer], *statuses: int) -> None:
        """The answers have these statuses, in whatever order; where they have not, the log is shown, which says why."""
        found = sorted(answer.status for answer in answers)
        assert found == sorted(statuses), f"{found}; the end of the log:\n{self.output[-20_000:]}"

    def get(self, path: str, **more: Any) -> Answer:
        return call(more.pop("port", self.port), "GET", path, **more)

    def post(self, path: str, data: Mapping[str, object] | None = None, **more: Any) -> Answer:
        return call(more.pop("port", self.port), "POST", path, data=data or {}, **more)


def call(
    port: int,
    method: str,
    path: str,
    *,
    data: Mapping[str, object] | None = None,
    session: str = "",
    headers: Mapping[str, str] | None = None,
    timeout: float = servers.START_WITHIN,
) -> Answer:
    """One request over a connection of its own, as a browser with this session would send it."""
    cookies = f"csrftoken={CSRF}" + (f"; sessionid={session}" if session else "")
    told = {"Host": f"localhost:{port}", "Cookie": cookies, **(headers or {})}
    body = None
    if data is not None:
        body = urlencode({"csrfmiddlewaretoken": CSRF, **data})
        told["Content-Type"] = "application/x-www-form-urlencoded"
    connection = HTTPConnection("127.0.0.1", port, timeout=timeout)
    try:
        connection.request(method, path, body, told)
        answer = connection.getresponse()
        text = answer.read().decode(errors="replace")
        return Answer(answer.status, dict(answer.getheaders()), text)
    finally:
        connection.close()


def call_together(calls: Sequence[Callable[[], Answer]]) -> list[Answer]:
    """Each in a thread of its own, all let go at one instant; answers in order."""
    barrier = threading.Barrier(len(calls), timeout=servers.START_WITHIN)

    def run(one: Callable[[], Answer]) -> Answer:
        barrier.wait()
        return one()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))
