"""A site without a mail server takes answers as files, from its owner alone."""

import os
import time
from pathlib import Path

import pytest

from games.models import Turn
from replies import receiving
from replies.models import Reply
from replies.receiving import Outcome
from replies.tasks import read_replies
from tests.factories import GameFactory
from tests.replies.ways.answering import write_answer

pytestmark = pytest.mark.django_db


@pytest.fixture
def folder(settings, tmp_path) -> Path:
    settings.REPLIES_DIR = tmp_path / "replies"
    settings.REPLIES_DIR.mkdir()
    return settings.REPLIES_DIR


def put(path: Path, content: bytes, *, age: float = 60) -> None:
    path.write_bytes(content)
    os.utime(path, (time.time() - age,) * 2)


def list_files(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir() or path.is_symlink())


def test_an_answer_is_played_and_its_file_is_gone(folder):
    game = GameFactory()
    put(folder / "a.eml", write_answer(game).as_bytes())
    assert (read_replies(), read_replies()) == (1, 0)
    assert Turn.objects.filter(game=game).count() == 1
    assert (list_files(folder), Reply.objects.get().way) == ([], "file")


def test_the_folder_is_made_where_it_is_missing(folder):
    folder.rmdir()
    assert read_replies() == 0
    assert folder.is_dir()


def test_what_is_not_complete_waits(folder):
    raw = write_answer(GameFactory()).as_bytes()
    put(folder / ".a.eml", raw)
    put(folder / "a.eml.part", raw)
    put(folder / "still-growing.eml", raw, age=0)
    assert read_replies() == 0
    assert len(list_files(folder)) == 3


@pytest.mark.parametrize("name", ["link.eml", "pipe.eml", "folder.eml", "huge.eml", "not-ours.eml"])
def test_what_is_no_mail_to_us_is_put_aside(folder, tmp_path, name):
    raw = write_answer(GameFactory()).as_bytes()
    path = folder / name
    if name == "link.eml":
        put(tmp_path / "secret", raw)
        path.symlink_to(tmp_path / "secret")
    elif name == "pipe.eml":
        os.mkfifo(path)
    elif name == "folder.eml":
        path.mkdir()
        put(path / "inside", raw)
    elif name == "huge.eml":
        put(path, raw + b"\n" * 1_100_000)
    else:
        put(path, b"To: ada@example.org\n\na1-a8\n")
    assert read_replies() == 1
    assert (folder / "refused" / name).exists() or (folder / "refused" / name).is_symlink()
    assert not Turn.objects.exists()


def test_a_file_of_another_user_is_put_aside(folder, monkeypatch):
    put(folder / "a.eml", write_answer(GameFactory()).as_bytes())
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    assert read_replies() == 1
    assert list_files(folder) == ["refused/a.eml"]


def test_what_meets_a_fault_is_tried_again_and_put_aside_in_the_end(folder, monkeypatch):
    monkeypatch.setattr(receiving, "receive", lambda incoming: 1 / 0)
    put(folder / "a.eml", b"To: x@example.org\n\nx\n")
    assert (read_replies(), list_files(folder)) == (0, ["a.eml"])
    put(folder / "a.eml", b"To: x@example.org\n\nx\n", age=3600)
    assert (read_replies(), list_files(folder)) == (1, ["refused/a.eml"])


def test_what_another_worker_has_in_hand_stays(folder, monkeypatch):
    monkeypatch.setattr(receiving, "receive", lambda incoming: Outcome.IN_HAND)
    put(folder / "a.eml", b"To: x@example.org\n\nx\n")
    assert (read_replies(), list_files(folder)) == (0, ["a.eml"])


def test_where_mails_leave_no_file_is_read(folder, settings):
    settings.MAIL_TO_FILES = False
    put(folder / "a.eml", write_answer(GameFactory()).as_bytes())
    assert (read_replies(), list_files(folder)) == (0, ["a.eml"])
