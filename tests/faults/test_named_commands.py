"""Every command by which docs/operations.md, compose.yaml and Makefile run the site lives under its watchdog."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import servers
from tests.faults.named_commands import OPERATIONS, ROOT, WATCHED, read_commands
from tests.faults.public import PublicSite

pytestmark = [pytest.mark.processes, pytest.mark.redis, pytest.mark.asked, pytest.mark.late]

FASTER = 6.0
"""How much faster the watchdogs' clocks go: five minutes of theirs are fifty seconds."""
LIVES_FOR = 300 / FASTER
COMMANDS = read_commands()
SILENT = ["sleep", "3600"]
"""Gives no sign of life: shows that the watchdogs look, and how fast their clocks go."""


class Watched:
    """A command under the supervisor, in an environment, with its own port and folder; its words go into a file."""

    def __init__(self, command: list[str], environ: dict[str, str], *, folder: Path) -> None:
        is_supervised = "mastery_site.supervisor" in command or "manage.py" in command
        self.command = command if is_supervised else [*WATCHED, "it", *command]
        self.folder, self.log = folder, folder.with_suffix(".log")
        self.environ = {
            **environ,
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "PYTHONPATH": f"{Path(__file__).parent / 'faster'}:{ROOT}",
            "PYTHONWARNINGS": "ignore:You're running the worker with superuser privileges",  # in CI it may be root
            "FASTER": str(FASTER),
            "DATA_DIR": str(folder),
            "PORT": str(servers.free_port()),
        }

    def start(self) -> None:
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                self.command,
                cwd=ROOT,
                env=self.environ,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                preexec_fn=servers.end_with_parent(),
            )

    def end(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=servers.START_WITHIN)

    @property
    def said(self) -> str:
        return self.log.read_text(errors="replace")

    def is_heard(self) -> bool:
        """Whether each of its processes has given a sign of life, or one has ended."""
        processes = 4 if "manage.py" in self.command else 1
        return "process ended" in self.said or len([*self.folder.glob("*.pulse")]) == processes


@pytest.fixture(scope="module")
def lives(public: PublicSite, migrated, tmp_path_factory) -> Iterator[dict[str, Watched]]:
    """All of them at once, five minutes of their watchdogs' time after the last of them was first heard of."""
    folder = tmp_path_factory.mktemp("commands")
    alone = {name: value for name, value in public.environ.items() if name in ("HOME", "LANG")} | {"DEMO": "0"}
    commands = {**COMMANDS, "silent": SILENT}
    started = {}
    for number, (name, command) in enumerate(commands.items()):
        embedded = "manage.py" in command
        environ = alone if embedded else {**public.environ, "STATIC_ROOT": str(public.folder / "static")}
        started[name] = Watched(command, environ, folder=folder / str(number))
        started[name].folder.mkdir()
        if embedded:
            (started[name].folder / "db.sqlite3").write_bytes(migrated.read_bytes())
    for one in started.values():
        one.start()
    try:
        servers.wait_until(lambda: all(started[name].is_heard() for name in COMMANDS), what="Signs of life of all")
        time.sleep(LIVES_FOR)
        yield started
    finally:
        for one in started.values():
            one.end()


def test_the_commands_of_a_whole_site_are_found():
    written = [name for name in COMMANDS if name.startswith(f"{OPERATIONS}: ")]
    for program in ("gunicorn ", "celery --app mastery_site worker", "celery --app mastery_site.beat beat"):
        assert any(program in name for name in written), written
    assert {name.split(":")[0] for name in COMMANDS} == {OPERATIONS, "compose.yaml", "Makefile"}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_lives_for_five_minutes_of_its_watchdog(lives, name):
    one = lives[name]
    assert one.process.poll() is None, one.said
    assert "process ended" not in one.said, one.said
    assert "no sign of life" not in one.said, one.said


def test_a_process_without_a_sign_of_life_is_ended_in_that_time(lives):
    assert "The it process gives no sign of life and is ended." in lives["silent"].said
