"""A page says that a failure of our servers will pass; an error of our program is reported as an error."""

import errno
import sqlite3
from pathlib import Path

import pytest
import redis
from django.db import IntegrityError, OperationalError
from django.test import RequestFactory
from psycopg_pool import PoolTimeout

from mastery_site.pages.unavailable import server_error
from notifications.channels.email.files import FileBackend
from tests.factories import GameFactory
from tests.rows import each_row


def caused_by(error: Exception, cause: Exception) -> Exception:
    error.__cause__ = cause
    return error


def full() -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorname = "SQLITE_FULL"
    return error


@each_row(
    ("error", "status", "words"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), 503, "The disk of this site is full."),
        (caused_by(OperationalError("database or disk is full"), full()), 503, "The disk of this site is full."),
        (
            OperationalError("server closed the connection unexpectedly"),
            503,
            "The database of this site does not answer.",
        ),
        (caused_by(OperationalError("x"), PoolTimeout("x")), 503, "The database of this site does not answer."),
        (
            redis.exceptions.ConnectionError("refused"),
            503,
            "A part of this site that it needs for this does not answer.",
        ),
        (redis.exceptions.TimeoutError("silent"), 503, "A part of this site that it needs for this does not answer."),
        (OSError(errno.EACCES, "Permission denied"), 500, "Something went wrong on our side"),
        (IntegrityError("duplicate key"), 500, "Something went wrong on our side"),
        (ZeroDivisionError(), 500, "Something went wrong on our side"),
    ],
)
def test_the_page_says_what_is_missing(error, status, words):
    try:
        raise error
    except Exception:
        response = server_error(RequestFactory().get("/"))
    assert response.status_code == status
    assert words in response.content.decode()
    assert ("Retry-After" in response) is (status == 503)


def test_a_turn_that_meets_the_failure_is_not_played_and_its_player_is_told(client, alice, boris, monkeypatch):
    game = GameFactory(first=alice, second=boris)
    client.force_login(alice)
    client.raise_request_exception = False

    def fail(*args, **kwargs):
        raise OperationalError("terminating connection due to administrator command")

    monkeypatch.setattr("games.play.turn.save_change", fail)
    response = client.post(f"/games/{game.pk}/play/", {"text": "Md1-c1", "revision": "1"})
    assert response.status_code == 503
    assert "no game is affected" in response.content.decode()
    assert "script-src 'self'" in response["Content-Security-Policy"]
    assert game.turns.count() == 0


def test_half_a_mail_takes_no_room_on_a_full_disk(settings, tmp_path, monkeypatch):
    from django.core.mail import EmailMessage

    settings.MAIL_DIR = tmp_path / "mail"

    def write_half(path: Path, content: bytes) -> None:
        path.open("wb").write(content[: len(content) // 2])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", write_half)
    with pytest.raises(OSError, match="No space left"):
        FileBackend().send_messages([EmailMessage("Hello", "there", to=["a@example.org"])])
    assert list(settings.MAIL_DIR.iterdir()) == []
