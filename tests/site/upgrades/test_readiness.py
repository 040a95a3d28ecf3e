"""A version whose migrations or static files are missing is refused: by `check`, by web processes and by workers."""

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import OperationalError
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from mastery_site.checks import readiness
from tests import servers
from tests.faults.conftest import make_database
from tests.faults.public import WORKER, PublicSite

ROOT = Path(__file__).resolve().parents[3]
GUNICORN = [sys.executable, "-m", "gunicorn", "--config", "python:mastery_site.gunicorn_conf", "mastery_site.wsgi"]


@pytest.mark.late
def test_a_migrated_database_is_ready(db):
    assert readiness.find_unready() == []
    call_command("check")


def test_all_migrations_are_known_by_their_files(db):
    assert readiness.list_migrations() == MigrationLoader(None).disk_migrations.keys()


def test_missing_migrations_are_named_with_the_command(db):
    recorder = MigrationRecorder.Migration.objects.filter(app="games")
    recorder.filter(name__gte="0020").delete()
    (told,) = readiness.find_unready()
    assert told.startswith("The database lacks migrations of this version: games.0020_canonical_key, ")
    assert told.endswith("Run: python manage.py migrate")
    with pytest.raises(CommandError, match="lacks migrations"):
        call_command("check")
    call_command("check", settings_only=True)


def test_migrations_of_a_newer_version_are_no_fault(db):
    MigrationRecorder.Migration.objects.create(app="games", name="9999_from_tomorrow")
    assert readiness.find_unready() == []


def test_a_database_that_is_away_is_no_reason(monkeypatch):
    def fail():
        raise OperationalError

    monkeypatch.setattr(readiness, "tell_migrations", fail)
    assert readiness.find_unready() == []


def test_missing_static_files_are_named_with_the_command_where_pages_are_shown(db, settings, monkeypatch):
    def collect(paths):
        monkeypatch.setattr(readiness, "staticfiles_storage", SimpleNamespace(hashed_files=dict.fromkeys(paths, "")))

    files = {path for finder in get_finders() for path, _ in finder.list(None)}
    settings.EMBEDDED = False
    collect(files)
    assert readiness.find_unready() == []
    for collected in (set(), files - {"css/practice.css"}):
        collect(collected)
        (told,) = readiness.find_unready()
        assert "Run: python manage.py collectstatic --noinput" in told
        assert readiness.find_unready(pages=False) == []
    assert "version: css/practice.css. Run" in told


@pytest.fixture
def bare_site(postgres_url, tmp_path):
    """The environment of a public site whose database is empty, and whose static files were not collected."""
    with make_database(postgres_url) as url, servers.run_redis() as redis_url:
        yield PublicSite(tmp_path, database_url=url, redis_url=redis_url, email_url="smtp://127.0.0.1:1/").environ


@pytest.mark.postgres
@pytest.mark.processes
@pytest.mark.redis
@pytest.mark.asked
@pytest.mark.parametrize("command", [GUNICORN, [*GUNICORN, "--workers", "2"], WORKER, [*WORKER, "--queues", "mail"]])
@pytest.mark.late
def test_a_process_without_them_ends_and_says_what_to_run(command, tmp_path, bare_site):
    environ = {**bare_site, "STATIC_ROOT": str(tmp_path), "PORT": str(servers.free_port())}
    done = subprocess.run(
        command, cwd=ROOT, env=environ, capture_output=True, text=True, timeout=servers.START_WITHIN, check=False
    )
    assert done.returncode != 0
    assert "Run: python manage.py migrate" in done.stderr
    assert ("Run: python manage.py collectstatic" in done.stderr) is (command[2] == "gunicorn")


@pytest.mark.processes
@pytest.mark.asked
@pytest.mark.parametrize("command", [GUNICORN, WORKER])
def test_a_process_whose_environment_is_at_fault_ends_and_names_it(command, bare_site):
    environ = {**bare_site, "SITE_URL": "", "PORT": str(servers.free_port())}
    done = subprocess.run(
        command, cwd=ROOT, env=environ, capture_output=True, text=True, timeout=servers.START_WITHIN, check=False
    )
    assert done.returncode != 0
    assert "SITE_URL is missing" in done.stderr
