"""An upgrade of a site in use: the database of the commit before migrates, and its code lives with the result."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.conftest import miss

ROOT = Path(__file__).resolve().parents[2]


def git(*arguments: str) -> subprocess.CompletedProcess:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, timeout=60)


@pytest.fixture
def parent(tmp_path):
    """The site as it was a commit ago, in a folder of its own."""
    archive = git("archive", "HEAD~1")
    if archive.returncode != 0:
        if git("rev-parse", "--is-shallow-repository").stdout.strip() != b"false":
            miss("The commit before is not in this copy of the repository")
        pytest.skip("There is no commit before this one")
    code = tmp_path / "parent"
    code.mkdir()
    subprocess.run(["tar", "--extract", "--directory", code], input=archive.stdout, check=True, timeout=60)
    return code


def manage(code: Path, data: Path, *arguments: str) -> str:
    """Runs a command of that code on that data; returns what it printed."""
    environ = {"PATH": os.environ["PATH"], "DATA_DIR": str(data)}
    command = [sys.executable, "manage.py", *arguments]
    done = subprocess.run(command, cwd=code, env=environ, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def count_games(data: Path) -> int:
    with closing(sqlite3.connect(data / "db.sqlite3")) as database:
        return database.execute("SELECT count(*) FROM games_game").fetchone()[0]


@pytest.mark.processes
def test_the_database_of_the_commit_before_migrates_with_all_its_rows(parent, tmp_path):
    data = tmp_path / "data"
    manage(parent, data, "demo")
    before = count_games(data)
    manage(ROOT, data, "migrate", "--noinput")
    manage(ROOT, data, "backup", str(tmp_path / "all.gz"))  # reads every column of every row
    assert count_games(data) == before > 0


@pytest.mark.processes
def test_the_commit_before_still_plays_on_the_migrated_database(parent, tmp_path):
    """So does a site that runs on while its database is migrated."""
    data = tmp_path / "data"
    manage(ROOT, data, "migrate", "--noinput")
    manage(parent, data, "demo")
    assert count_games(data) > 0
