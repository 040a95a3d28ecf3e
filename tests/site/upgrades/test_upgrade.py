"""An upgrade of a site in use: the database of an older commit migrates with all its rows, and old code lives with it.

The older commits are the one before, and those that `upgrade_from.txt` names: what people may still run, the oldest
first.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest

from tests import servers
from tests.faults.conftest import make_database
from tests.machine import miss
from tests.sharing import begin_with
from tests.site.environments import PUBLIC
from tests.site.upgrades.schema import read_postgres, read_sqlite

ROOT = Path(__file__).resolve().parents[3]
NAMED = [line.split()[0] for line in Path(__file__).with_name("upgrade_from.txt").read_text().splitlines()]
OLDEST = NAMED[0]
FILL = (Path(__file__).parents[1] / "fill_every_model.py").read_text()
GROW = {"auth_permission", "auth_group_permissions", "django_content_type", "moderation_messagetemplate"}
"""Tables to which a migration adds rows of its own."""

pytestmark = [pytest.mark.processes, pytest.mark.late]


def git(*arguments: str) -> subprocess.CompletedProcess:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, timeout=60)


@pytest.fixture(scope="module")
def old(request, tmp_path_factory) -> Path:
    """The site as it was, in a folder of its own."""
    archive = git("archive", request.param)
    if archive.returncode != 0:
        if git("rev-parse", "--is-shallow-repository").stdout.strip() != b"false":
            miss(f"{request.param} is not in this copy of the repository")
        assert request.param not in NAMED, "upgrade_from.txt names no commit of this repository"
        pytest.skip("There is no commit before this one")
    code = tmp_path_factory.mktemp("old")
    subprocess.run(["tar", "--extract", "--directory", code], input=archive.stdout, check=True, timeout=60)
    if request.param not in NAMED and read_migrations(code) == read_migrations(ROOT):
        pytest.skip(f"No migration has come since {request.param}")
    return code


def read_migrations(code: Path) -> dict[Path, bytes]:
    return {path.relative_to(code): path.read_bytes() for path in code.glob("*/migrations/**/*.py")}


@pytest.fixture
def database(request, tmp_path) -> dict[str, str]:
    """What the environment says of an empty database, of either kind."""
    if request.param == "sqlite":
        yield {"DATA_DIR": str(tmp_path / "data")}
        return
    with make_database(request.getfixturevalue("postgres_url")) as url:
        yield {**PUBLIC, "DATA_DIR": str(tmp_path / "data"), "DATABASE_URL": url}


def manage(code: Path, environ: dict[str, str], *arguments: str, text: str = "") -> str:
    """Runs a command of that code in that environment; returns what it printed."""
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=code,
        env={"PATH": os.environ["PATH"], **environ},
        input=text,
        capture_output=True,
        text=True,
        timeout=servers.START_WITHIN * 5,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def fill(code: Path, environ: dict[str, str], *commands: tuple[str, ...]) -> dict[str, int]:
    """Rows by table, once that code has run these commands and then given each of its models one row at least: all in
    one process, each of which takes a second to load the site."""
    calls = [f"call_command(*{words!r})" for words in commands]
    text = "\n".join(["from django.core.management import call_command", *calls, FILL])
    return json.loads(manage(code, environ, "shell", "--no-imports", text=text).splitlines()[-1])


@pytest.fixture
def new_schema(database, request) -> list[tuple]:
    """Of a database that this version has made from nothing."""
    if "DATABASE_URL" not in database:
        return read_sqlite(request.getfixturevalue("migrated"))
    with make_database(request.getfixturevalue("postgres_url")) as url:  # no copy: psql writes conditions another way
        manage(ROOT, {**database, "DATABASE_URL": url}, "migrate", "--noinput")
        return read_postgres(url)


def read_schema(database: dict[str, str]) -> list[tuple]:
    if url := database.get("DATABASE_URL"):
        return read_postgres(url)
    return read_sqlite(Path(database["DATA_DIR"]) / "db.sqlite3")


@pytest.mark.asked
@pytest.mark.parametrize("database", ["sqlite", "postgres"], indirect=True)
@pytest.mark.parametrize("old", [*NAMED, "HEAD~1"], indirect=True)
def test_the_database_of_an_older_commit_migrates_with_rows_of_every_model(old, database, new_schema, tmp_path):
    demo = [] if "DATABASE_URL" in database else [("demo",)]
    before = fill(old, database, ("migrate", "--noinput"), *demo)
    assert min(before.values()) > 0
    backup = ("backup", str(tmp_path / "all.gz"))  # reads every column of every row
    after = fill(ROOT, database, ("migrate", "--noinput"), backup)  # gives a row to what is new, so writes it as well
    assert set(before) <= set(after), "a table is gone: say where its rows went"
    assert min(after.values()) > 0
    assert {name: after[name] for name in before if name not in GROW} == {
        name: number for name, number in before.items() if name not in GROW
    }
    assert read_schema(database) == new_schema


def empty(database: dict[str, str]) -> None:
    """As *Going back* of docs/operations.md has it."""
    if url := database.get("DATABASE_URL"):
        name = urlsplit(url).path.strip("/")
        with psycopg.connect(urlsplit(url)._replace(path="/postgres").geturl(), autocommit=True) as server:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")
            server.execute(f"CREATE DATABASE {name}")
        return
    for path in Path(database["DATA_DIR"]).glob("db.sqlite3*"):
        path.unlink()


@pytest.mark.asked
@pytest.mark.parametrize("database", ["sqlite", "postgres"], indirect=True)
@pytest.mark.parametrize("old", [OLDEST], indirect=True)
def test_whoever_goes_back_restores_the_backup_from_before_into_an_empty_database(old, database, tmp_path):
    kept = str(tmp_path / "before.gz")
    before = fill(old, database, ("migrate", "--noinput"))
    manage(old, database, "backup", kept)
    manage(ROOT, database, "migrate", "--noinput")
    empty(database)
    manage(old, database, "restore", kept)
    assert fill(old, database) == before


@pytest.mark.parametrize("old", begin_with(1, [OLDEST, "HEAD~1"]), indirect=True)
def test_older_code_still_plays_on_the_migrated_database(old, migrated, tmp_path):
    """So does a site that runs on while its database is migrated. The demonstration would migrate as well, which older
    code refuses: that is set aside."""
    data = {"DATA_DIR": str(tmp_path)}
    shutil.copy(migrated, tmp_path)
    aside = "from django.db.models.signals import pre_migrate; pre_migrate.receivers.clear()"
    text = f"{aside}\nfrom django.core.management import call_command\ncall_command('demo')"
    manage(old, data, "shell", "--no-imports", text=text)
    assert fill(ROOT, data)["games_game"] > 1
