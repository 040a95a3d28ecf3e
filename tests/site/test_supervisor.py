"""The supervisor: starts again what dies or falls silent, waits longer each time, and loads nothing of the site."""

import os
import signal
import subprocess
import sys
import time

import pytest

from mastery_site import supervisor
from mastery_site.supervisor import Child
from tests.servers import wait_until

BEATS = "import os, pathlib, time\nwhile True:\n    pathlib.Path(os.environ['PULSE']).touch()\n    time.sleep(0.02)"
SILENT = "import os, pathlib, time\npathlib.Path(os.environ['PULSE']).touch()\ntime.sleep(60)"


@pytest.fixture
def make(tmp_path, monkeypatch):
    monkeypatch.setattr(supervisor, "SILENT_FOR", 1.0)
    monkeypatch.setattr(supervisor, "START_WITHIN", 3.0)
    made: list[Child] = []

    def make(program: str) -> Child:
        made.append(Child("worker", [sys.executable, "-c", program], pulse=str(tmp_path / "pulse")))
        return made[-1]

    yield make
    for child in made:
        child.kill()


def look(child: Child, *, until, within: float = 20) -> list[str]:
    """Looks at the child as the supervisor does, until this holds; what was said."""
    said: list[str] = []

    def look_once() -> bool:
        child.look(say=said.append)
        return until(said)

    wait_until(look_once, what="What the child was looked at for", within=within)
    return said


def test_a_child_that_gives_signs_of_life_stays(make):
    child = make(BEATS)
    began = time.monotonic()
    assert look(child, until=lambda said: time.monotonic() - began > 3) == []
    assert child.process.poll() is None


@pytest.mark.parametrize("number", [signal.SIGSTOP, None], ids=["stopped", "hangs"])
def test_a_child_that_falls_silent_is_ended_and_started_again(make, number):
    child = make(BEATS if number else SILENT)
    look(child, until=lambda said: child.heard is not None)
    first = child.process.pid
    if number:
        os.kill(first, number)
    said = look(child, until=lambda said: child.process and child.process.pid != first)
    assert said[0] == "The worker process gives no sign of life and is ended."
    assert said[1] == "The worker process ended (killed by SIGKILL); it starts again in 1 s."


def test_a_slow_start_is_no_silence(make):
    child = make("import time\ntime.sleep(2)\n" + BEATS)
    assert look(child, until=lambda said: child.heard is not None) == []


def test_what_falls_silent_again_and_again_waits_longer_each_time(make, monkeypatch):
    monkeypatch.setattr(supervisor, "FIRST_WAIT", 0.2)
    child = make(SILENT)
    child.wait = 0.2
    look(child, until=lambda said: len(said) >= 6, within=60)
    assert child.wait == pytest.approx(1.6)


def test_an_hour_in_which_the_machine_slept_is_no_silence(make, monkeypatch):
    child = make(BEATS)
    look(child, until=lambda said: child.heard is not None)
    later = time.monotonic() + 3600
    monkeypatch.setattr(supervisor.time, "monotonic", lambda: later)
    assert not child.is_silent(later)


def test_it_loads_nothing_of_the_site(tmp_path):
    program = "import sys, mastery_site.supervisor\nprint(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert not {"django", "celery", "http.client", "mastery_site.settings"} & set(told)


def test_several_children_are_told_apart_by_dashes():
    assert supervisor.split(["web", "gunicorn", "-c", "x", "--", "beat", "celery"]) == [
        ["web", "gunicorn", "-c", "x"],
        ["beat", "celery"],
    ]
