"""Runs the whole site with one command: migrates, then starts web, workers and beat under a supervisor."""

import errno
import os
import shutil
import signal
import socket
import sqlite3
from typing import IO, TYPE_CHECKING, Any, NoReturn, cast

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection, connections

from mastery_site import supervisor
from mastery_site.embedded import data_lock
from mastery_site.embedded.demo import make_demo, wants_demo
from mastery_site.environment import data_folder

if TYPE_CHECKING:
    from django.db.backends.postgresql.base import DatabaseWrapper

FIRST_ADMINISTRATOR = "To make the first administrator, run: .venv/bin/python manage.py createsuperuser"


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = ("site",)  # the checks of the environment; Django's own check the code, which tests do

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            what = f"http://localhost:{settings.PORT}, process {os.getpid()}, data in {settings.DATA_DIR}"
            with data_lock.hold(settings.DATA_DIR, what=what) as lock:
                refuse_taken_port()
                self.prepare()
                self.hand_over(lock)
        except data_lock.Held as held:
            raise CommandError(f"The site is already running: {held}.") from None
        except KeyboardInterrupt:
            raise CommandError("Stopped before the site was up.", returncode=130) from None
        except (DatabaseError, sqlite3.Error) as error:
            raise CommandError(f"The database does not answer as it should: {error}".strip()) from error
        except OSError as error:
            if error.errno not in (errno.ENOSPC, errno.EACCES, errno.EROFS, errno.EPERM, errno.EDQUOT):
                raise
            raise CommandError(f"{settings.DATA_DIR} cannot be written: {error.strerror}.") from None

    def prepare(self) -> None:
        """Migrates the database, removes what a former run left behind, and fills an empty embedded database with the
        demonstration."""
        if settings.EMBEDDED:
            data_folder.close_to_others(settings.DATA_DIR)
        call_command("migrate", interactive=False, verbosity=0, stdout=self.stdout)
        if not settings.REDIS_URL:
            empty_queues()
        unseen = ["admin"] if settings.EMBEDDED else []  # hundreds of files, for a single administrator
        call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=unseen)
        if settings.EMBEDDED:
            if wants_demo(os.environ):
                self.say(make_demo() or "")
            else:
                self.say(FIRST_ADMINISTRATOR)
        connections.close_all()  # the children make their own
        if connection.vendor == "postgresql":
            cast("DatabaseWrapper", connection).close_pool()

    def hand_over(self, lock: IO[str]) -> NoReturn:
        """Replaces this process by its supervisor, which needs no Django. The process id and the lock stay the same."""
        os.set_inheritable(lock.fileno(), True)
        signal.pthread_sigmask(signal.SIG_BLOCK, supervisor.HEARD)  # until the supervisor listens for them
        os.environ["DATA_DIR"] = str(settings.DATA_DIR)
        site = ["--site", settings.BIND, str(settings.PORT), settings.ALLOWED_HOSTS[0].lstrip(".*") or "localhost"]
        children = ["web", *web_command(), "--", "worker", *worker_command(), "--", "beat", *beat_command()]
        children += ["--", "computers", *computers_command()]
        command = supervisor.python("mastery_site.supervisor", *site, *children)
        os.execv(command[0], command)

    def say(self, sentence: str) -> None:
        if sentence:
            self.stdout.write(sentence)
            self.stdout.flush()


def refuse_taken_port() -> None:
    """Raises CommandError if another program listens on the port, or if this process is not allowed to."""
    with socket.socket(socket.AF_INET6 if ":" in settings.BIND else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.BIND, settings.PORT))
        except OSError as error:
            hint = "Set another, as in: PORT=8001 make run"
            why = "taken by another program" if error.errno == errno.EADDRINUSE else f"not to be had ({error.strerror})"
            raise CommandError(f"Port {settings.PORT} is {why}. {hint}") from None


def empty_queues() -> None:
    """Removes what a former run left in the queues. Rows say which work there is, and half-written files would be in
    the way."""
    for name in data_folder.QUEUE_FOLDERS:
        shutil.rmtree(settings.DATA_DIR / "queue" / name, ignore_errors=True)
        (settings.DATA_DIR / "queue" / name).mkdir(parents=True, exist_ok=True)


def web_command() -> list[str]:
    return supervisor.python("gunicorn", "--config", "python:mastery_site.gunicorn_conf", "mastery_site.wsgi")


def worker_command() -> list[str]:
    """The worker has one process: SQLite allows one writer at a time, so more processes would only wait."""
    quiet = ["--loglevel", "WARNING", "--without-gossip", "--without-mingle", "--without-heartbeat"]
    size = ["--hostname", "worker@%h", "--queues", "mail,upkeep", "--concurrency", "2"]
    return celery("mastery_site", "worker", *size, *quiet)


def computers_command() -> list[str]:
    """The worker that thinks for the computers: one thought at a time, on one processor, and at low priority."""
    quiet = ["--loglevel", "WARNING", "--without-gossip", "--without-mingle", "--without-heartbeat"]
    size = ["--hostname", "computers@%h", "--queues", "thinking", "--concurrency", "1"]
    return ["nice", "-n", "15", *celery("mastery_site", "worker", *size, *quiet)]


def beat_command() -> list[str]:
    return celery("mastery_site.beat", "beat", "--loglevel", "WARNING")


def celery(app: str, *arguments: str) -> list[str]:
    return supervisor.python("celery", "--app", app, "--quiet", *arguments)
