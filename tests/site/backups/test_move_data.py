"""`manage.py move-data`: all that SQLite holds comes to PostgreSQL."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

import pytest
from django.core.management import CommandError
from django.db import connection
from django.db.models import Max

from accounts.models import User
from games.models import Game
from mastery_site.backup import rows
from mastery_site.embedded import data_lock
from tests.clearing import clear
from tests.factories import GameFactory, UserFactory
from tests.site.backups.test_backup import read_lines, run
from tests.site.composed import GIVEN
from tests.site.played import WANTED, play_many

pytestmark = pytest.mark.late


def manage(folder: Path, *arguments: object, **environ: str) -> subprocess.CompletedProcess:
    """A command of the site in a process of its own: of the embedded site in this folder, or as the variables say."""
    told = {"PATH": os.environ["PATH"], "DATA_DIR": str(folder), **environ}
    command = [sys.executable, "manage.py", *map(str, arguments)]
    return subprocess.run(command, env=told, capture_output=True, text=True, timeout=280 + WANTED)


def find_url() -> str:
    """The address of this test's own database."""
    return urlsplit(os.environ["TEST_DATABASE_URL"])._replace(path=f"/{connection.settings_dict['NAME']}").geturl()


def tell_public(folder: Path) -> dict[str, str]:
    """The environment of a public server on the database of this test."""
    public = {"DATABASE_URL": find_url(), "REDIS_URL": "redis://127.0.0.1:1/0", "EMAIL_URL": GIVEN["EMAIL_URL"]}
    public |= {"SITE_URL": "http://localhost", "ALLOWED_HOSTS": "localhost", "SECRET_KEY": GIVEN["SECRET_KEY"]}
    return {"PATH": os.environ["PATH"], "DATA_DIR": str(folder), **public}


def move_data(folder: Path, *arguments: object, **environ: str) -> subprocess.CompletedProcess:
    """Moves the embedded site of this folder into the database of this test."""
    return manage(folder, "move-data", *arguments, **{**tell_public(folder), **environ})


@pytest.mark.postgres
def test_many_played_games_move_from_sqlite_to_postgresql(transactional_db, tmp_path):
    play_many()
    counts = rows.count_rows("default")
    highest = Game.objects.aggregate(Max("pk"))["pk__max"]
    run("backup", tmp_path / "from-postgresql.gz")
    restored = manage(tmp_path / "data", "restore", tmp_path / "from-postgresql.gz")
    assert restored.returncode == 0, restored.stderr
    clear()
    moved = move_data(tmp_path / "data")
    assert moved.returncode == 0, moved.stderr
    run("backup", tmp_path / "moved.gz")
    assert read_lines(tmp_path / "moved.gz")[1:] == read_lines(tmp_path / "from-postgresql.gz")[1:]
    for label in ("games.game", "games.turn"):
        told = [label, f"{counts[label]:,}", "0", f"{counts[label]:,}"]
        assert any(line.split() == told for line in moved.stdout.splitlines())
    total = sum(counts.values())
    assert f"{total}/{total} rows" in moved.stderr
    assert GameFactory().pk == highest + 1


@pytest.mark.postgres
def test_a_database_that_is_not_empty_is_left_alone(transactional_db, migrated, tmp_path):
    UserFactory()
    shutil.copy(migrated, tmp_path)
    moved = move_data(tmp_path)
    assert moved.returncode == 1
    assert "This database is not empty (1 of account.emailaddress" in moved.stderr
    assert User.objects.count() == 1


@pytest.mark.postgres
@pytest.mark.parametrize(
    ("content", "sentence"), [(None, "There is no SQLite database at"), (b"x" * 5000, "cannot be read: file is not a")]
)
def test_a_file_that_is_no_database_is_named(transactional_db, tmp_path, content, sentence):
    path = tmp_path / "other.sqlite3"
    if content:
        path.write_bytes(content)
    moved = move_data(tmp_path, path)
    assert moved.returncode == 1
    assert sentence in moved.stderr
    assert "Traceback" not in moved.stderr


INHABIT = """
from allauth.mfa.totp.internal.auth import TOTP
from django.utils import timezone
from notifications.models import Device
from tests.factories import UserFactory
TOTP.activate(UserFactory(username="Alice"), "JBSWY3DPEHPK3PXP")
Device.objects.create(user=UserFactory(), endpoint="https://push.example.org/1", added_at=timezone.now())
"""
AT_WORK = """
from django.utils import timezone
from mastery_site.models import LastRun
LastRun.objects.create(task="games.tasks.flag_expired_games", ended_at=timezone.now())
"""


@pytest.fixture
def embedded(migrated, tmp_path) -> Path:
    """The folder of an embedded site on which somebody has a second factor, and somebody a device."""
    shutil.copy(migrated, tmp_path)
    made = manage(tmp_path, "shell", "--no-imports", "-c", INHABIT)
    assert made.returncode == 0, made.stderr
    return tmp_path


@pytest.mark.postgres
def test_nobody_is_locked_out_silently(transactional_db, embedded):
    """What has to be carried along is named and checked, before anything is moved."""
    refused = move_data(embedded)
    assert refused.returncode == 1
    assert "1 second factors cannot be read" in refused.stderr
    assert "1 devices get no push messages any more" in refused.stderr
    assert f"SECRET_KEY is not yet that of {embedded}/secret_key" in refused.stderr
    assert f"VAPID_PRIVATE_KEY is not yet that of {embedded}/vapid_key" in refused.stderr
    assert not User.objects.exists()
    keys = {"SECRET_KEY_FALLBACKS": "secret_key", "VAPID_PRIVATE_KEY": "vapid_key"}
    moved = move_data(embedded, **{setting: (embedded / name).read_text() for setting, name in keys.items()})
    assert moved.returncode == 0, moved.stderr
    assert f"SECRET_KEY is that of {embedded}/secret_key." in moved.stdout
    assert f"VAPID_PRIVATE_KEY is that of {embedded}/vapid_key." in moved.stdout
    assert "cannot be read" not in moved.stdout + moved.stderr
    assert User.objects.count() == 2


@pytest.mark.postgres
def test_an_operator_who_lost_the_keys_moves_without_them_and_reads_what_is_lost(transactional_db, embedded):
    moved = move_data(embedded, "--without-keys")
    assert moved.returncode == 0, moved.stderr
    assert "1 second factors cannot be read" in moved.stdout
    assert f"SECRET_KEY is not yet that of {embedded}/secret_key" in moved.stdout
    assert User.objects.count() == 2


@pytest.mark.postgres
def test_nothing_is_moved_from_beside_a_living_site(transactional_db, embedded):
    with data_lock.hold(embedded, what="http://localhost:8000"):
        assert "The site is running (http://localhost:8000). Stop it first." in move_data(embedded).stderr
    assert manage(embedded, "shell", "--no-imports", "-c", AT_WORK).returncode == 0
    moved = move_data(embedded, "--without-keys")
    assert (moved.returncode, "was at work" in moved.stderr) == (1, True)
    assert not User.objects.exists()


OPEN_AS_NOBODY = """
import os
from pathlib import Path
from mastery_site.backup import rows, transfer
rows.list_migrations("default")  # loads all that nobody may not read
if os.geteuid() == 0:
    os.setuid(65534)
try:
    with transfer.opened_sqlite(Path(os.environ["COPY"])):
        print("it opens")
except rows.BackupError as error:
    print(error)
"""


@pytest.mark.processes
def test_a_database_that_may_not_be_written_says_why_it_does_not_open(migrated, tmp_path):
    """SQLite writes beside a database even to read it, and its own words help nobody."""
    with TemporaryDirectory(dir="/tmp") as name:  # where nobody may look
        copy = Path(shutil.copy(migrated, name))
        copy.chmod(0o444)
        copy.parent.chmod(0o555)
        told = manage(tmp_path, "shell", "--no-imports", "-c", OPEN_AS_NOBODY, COPY=str(copy)).stdout
        copy.parent.chmod(0o755)
    assert f"{copy} cannot be read:" in told
    assert "It may not be written, and SQLite writes beside it even to read: copy it" in told


def test_without_database_url_there_is_nowhere_to_move_to(tmp_path):
    with pytest.raises(CommandError, match="Set DATABASE_URL"):
        run("move-data", tmp_path / "db.sqlite3")
