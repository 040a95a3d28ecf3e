"""Rows are not replaced while a site is running: its turns would be lost, or mixed in."""

import subprocess
import sys
from datetime import timedelta

import pytest
from django.core.management import CommandError
from django.utils import timezone

from accounts.models import User
from mastery_site.backup import living
from mastery_site.embedded import data_lock
from mastery_site.models import LastRun
from tests import servers
from tests.factories import UserFactory
from tests.site.backups.test_backup import file, run  # noqa: F401  # a fixture
from tests.site.backups.test_move_data import tell_public
from tests.site.composed import ROOT


@pytest.fixture
def kept(transactional_db, file):  # noqa: F811
    """A backup of a site on which something has happened since."""
    UserFactory(username="Alice")
    run("backup", file)
    UserFactory(username="Boris")
    yield file
    assert User.objects.count() == 2


def refuse_to_restore(kept, *, since: str) -> None:
    with pytest.raises(CommandError, match=since):
        run("restore", kept, "--force")


def test_an_embedded_site_that_runs_is_named(kept, settings):
    with data_lock.hold(settings.DATA_DIR, what="http://localhost:8000, process 7"):
        refuse_to_restore(kept, since=r"The site is running \(http://localhost:8000, process 7\)\. Stop it first")


def test_a_site_whose_tasks_ran_within_a_minute_runs(kept):
    LastRun.objects.create(task="games.tasks.flag_expired_games", ended_at=timezone.now() - timedelta(seconds=40))
    refuse_to_restore(kept, since="was at work 4. seconds ago. Stop it first")


@pytest.mark.postgres
def test_a_site_without_a_worker_is_known_by_its_connections(kept, tmp_path):
    ask = "from accounts.models import User; print(User.objects.count(), flush=True); input()"
    command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", ask]
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env=tell_public(tmp_path),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        preexec_fn=servers.end_with_parent(),
    ) as process:
        assert process.stdout.readline() == b"2\n"
        refuse_to_restore(kept, since=r"The site is running: \d+ other connections")
        process.communicate(b"\n", timeout=servers.START_WITHIN)


def test_a_site_that_was_stopped_a_minute_ago_is_restored(transactional_db, file):  # noqa: F811
    LastRun.objects.create(task="games.tasks.flag_expired_games", ended_at=timezone.now() - timedelta(seconds=61))
    run("backup", file)
    assert "Restored" in run("restore", file, "--force")


def test_no_site_starts_in_the_folder_meanwhile(tmp_path):
    with living.held(tmp_path), pytest.raises(data_lock.Held, match=r"manage\.py"), data_lock.hold(tmp_path, what=""):
        pytest.fail("it starts")
