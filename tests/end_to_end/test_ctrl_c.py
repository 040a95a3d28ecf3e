"""Ctrl-C ends the whole site within ten seconds, though a worker is in the middle of a long thought."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from mastery_site import supervisor
from tests.end_to_end.running import RunningSite
from tests.faults.public import Scenes
from tests.servers import START_WITHIN, wait_until

pytestmark = [pytest.mark.processes, pytest.mark.late]

THINKS_FOR = 300
"""Seconds, in place of the longest that a level has."""
LONG_THOUGHT = f"""
import sys
if "thinking" in sys.argv:
    from engine.games.mastery import levels
    levels.LEVELS = tuple(type(one)(name=one.name, seconds={THINKS_FOR}) for one in levels.LEVELS)
"""


@pytest.fixture
def site(tmp_path, migrated):
    """A site whose computers think for minutes at Mastery."""
    (tmp_path / "slower").mkdir()
    (tmp_path / "slower" / "sitecustomize.py").write_text(LONG_THOUGHT)
    path = os.pathsep.join([str(tmp_path / "slower"), str(Path.cwd())])
    with RunningSite(tmp_path / "data", like=migrated, DEMO="0", PYTHONPATH=path) as site:
        yield site


def is_thinking(site):
    with closing(sqlite3.connect(site.folder / "db.sqlite3", timeout=30)) as database:
        return database.execute("SELECT count(*) FROM computers_thought WHERE claim != ''").fetchone() == (1,)


def test_ctrl_c_ends_all_of_it_within_ten_seconds_while_a_computer_thinks(site):
    scenes = Scenes({**site.environ, "DJANGO_SETTINGS_MODULE": "mastery_site.settings"})
    try:
        scenes.set("thought")
        wait_until(lambda: is_thinking(site), what="The thought")
        time.sleep(1)
        assert is_thinking(site)  # it takes long
        began = time.monotonic()
        assert site.press_ctrl_c() == 0
        assert time.monotonic() - began < 10
    finally:
        scenes.end()
    assert site.list_processes() == []
    assert "Traceback" not in site.output
    assert site.output.endswith("Stopped.\n")


DEAF = """
import os, pathlib, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
pathlib.Path(sys.argv[1]).write_text(str(os.getpid()))
time.sleep(3600)
"""


def test_it_ends_within_ten_seconds_though_a_child_is_deaf(tmp_path):
    number = tmp_path / "number"
    command = [*supervisor.python("mastery_site.supervisor"), "child", sys.executable, "-c", DEAF, str(number)]
    with subprocess.Popen(command, env={**os.environ, "DATA_DIR": str(tmp_path)}) as running:
        wait_until(lambda: number.exists() and number.read_text(), what="The child")
        began = time.monotonic()
        running.send_signal(signal.SIGINT)
        assert running.wait(timeout=START_WITHIN) == 0
        assert time.monotonic() - began < 10
    with pytest.raises(ProcessLookupError):
        os.kill(int(number.read_text()), 0)
