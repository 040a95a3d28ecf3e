"""`manage.py backup -` and `restore -`: a backup flows out of a container that keeps no files, and into it."""

import errno
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from core.drafts import publish
from mastery_site.environment import keys
from tests.site.backups.test_backup import file, read_lines, run  # noqa: F401  # a fixture
from tests.site.composed import ROOT


def manage(folder, *arguments: str, given: bytes = b"") -> subprocess.CompletedProcess:
    """A command of the embedded site of this folder, whose standard output and input are no text."""
    told = {"PATH": os.environ["PATH"], "DATA_DIR": str(folder)}
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(command, cwd=ROOT, env=told, input=given, capture_output=True, timeout=120)


@pytest.fixture(scope="module")
def source(migrated, tmp_path_factory):
    """The folder of an embedded site with one user."""
    folder = tmp_path_factory.mktemp("source")
    shutil.copy(migrated, folder / "db.sqlite3")
    make = "from accounts.models import User; User.objects.create_user('Alice', 'alice@example.org')"
    assert manage(folder, "shell", "--no-imports", "-c", make).returncode == 0
    return folder


@pytest.fixture(scope="module")
def written(source) -> subprocess.CompletedProcess:
    return manage(source, "backup", "-")


def list_names(folder) -> list[str]:
    with closing(sqlite3.connect(folder / "db.sqlite3")) as database:
        return [name for (name,) in database.execute("SELECT username FROM accounts_user")]


@pytest.mark.processes
@pytest.mark.late
def test_a_backup_flows_from_one_site_into_another(written, tmp_path):
    assert written.returncode == 0, written.stderr
    assert b"Standard output holds them all." in written.stderr
    (tmp_path / "kept.gz").write_bytes(written.stdout)
    assert "Alice" in str(read_lines(tmp_path / "kept.gz"))
    assert not (ROOT / "-").exists()
    read = manage(tmp_path / "other", "restore", "-", given=written.stdout)
    assert read.returncode == 0, read.stderr
    assert list_names(tmp_path / "other") == ["Alice"]


@pytest.mark.processes
@pytest.mark.parametrize("damage", [lambda whole: whole[:-9], lambda whole: whole[:-6] + b"xxxxxx", lambda whole: b"?"])
def test_a_damaged_backup_from_a_stream_changes_nothing(source, written, damage):
    done = manage(source, "restore", "-", "--force", given=damage(written.stdout))
    assert done.returncode == 1
    assert b"Standard input is no backup, or a damaged one" in done.stderr
    assert b"Traceback" not in done.stderr
    assert list_names(source) == ["Alice"]


@pytest.mark.processes
def test_a_terminal_is_sent_no_backup(source):
    own, terminal = os.openpty()
    told = {"PATH": os.environ["PATH"], "DATA_DIR": str(source)}
    command = [sys.executable, "manage.py", "backup", "-"]
    done = subprocess.run(command, cwd=ROOT, env=told, stdout=terminal, stderr=subprocess.PIPE, timeout=120)
    os.close(terminal)
    os.close(own)
    assert b"send it into a file" in done.stderr
    assert done.returncode == 1


@pytest.mark.parametrize("refusal", [errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS], ids=errno.errorcode.get)
@pytest.mark.late
class TestWithoutHardLinks:
    """As on exFAT, to which many a backup goes."""

    @pytest.fixture(autouse=True)
    def _refused(self, refusal, monkeypatch):
        def refuse(*names: object) -> None:
            raise OSError(refusal, os.strerror(refusal))

        monkeypatch.setattr(os, "link", refuse)

    def test_a_backup_is_made(self, transactional_db, file):  # noqa: F811
        run("backup", file)
        assert read_lines(file)
        assert [path.name for path in file.parent.iterdir()] == [file.name]

    def test_a_file_that_another_process_made_meanwhile_stays(self, tmp_path):
        theirs, draft = tmp_path / "games.gz", tmp_path / ".games.gz"
        theirs.write_text("theirs")
        draft.write_text("ours")
        with pytest.raises(FileExistsError):
            publish(draft, theirs)
        assert theirs.read_text() == "theirs"

    def test_an_embedded_site_keeps_its_key(self, tmp_path):
        made = {keys.secret_key("", embedded=True, data_dir=tmp_path) for _ in range(2)}
        assert len(made) == 1
        assert not [*tmp_path.glob(".secret_key*")]
