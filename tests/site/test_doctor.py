"""`manage.py doctor`: a line for each part in its own words, whatever is dead beside it; no secrets; 0 or 1."""

import json
import os
from io import StringIO
from pathlib import Path
from time import monotonic

import pytest
from django.core.management import call_command
from django.utils import timezone

from core import outgoing
from mastery_site.doctor import running
from mastery_site.doctor.contract import Asked
from mastery_site.doctor.kinds import chat_apps, clock, disk, telegram
from mastery_site.doctor.registry import KINDS
from notifications.models import ServerFault
from tests.dropping import drop_in
from tests.notifications.smtp_sink import Sink

pytestmark = pytest.mark.django_db(transaction=True)  # each examination has a thread, and so a connection of its own
FOLDER = Path(__file__).parent / "doctor_dropped_in"
ALWAYS = ["settings", "database", "broker", "cache", "disk", "clock", "email"]


@pytest.fixture(autouse=True)
def _quiet(settings):
    """A site without push and replies, whose settings are sound."""
    settings.VAPID_PRIVATE_KEY = settings.REPLY_ADDRESS = ""


@pytest.fixture
def sink(settings):
    with Sink() as sink:
        settings.NOTICE_EMAIL_BACKEND, settings.MAIL_TO_FILES = "notifications.channels.email.smtp.StagedBackend", False
        settings.EMAIL_HOST, settings.EMAIL_PORT, settings.CONTACT_EMAIL = "127.0.0.1", sink.port, "owner@example.org"
        yield sink


def run(*options: str) -> tuple[dict[str, list[dict]], int]:
    """The lines by what they are about, and the exit status."""
    said, status = StringIO(), 0
    try:
        call_command("doctor", "--json", *options, stdout=said)
    except SystemExit as end:
        status = end.code
    told = json.loads(said.getvalue())
    assert told["ok"] is (status == 0)
    lines: dict[str, list[dict]] = {}
    for line in told["lines"]:
        lines.setdefault(line["name"], []).append(line)
    return lines, status


def find(*options: str) -> dict:
    lines, _ = run(*options)
    return {name: found[-1] for name, found in lines.items()}


def test_where_all_is_well_each_part_has_a_line_and_the_status_is_0(sink):
    lines, status = run()
    assert (list(lines), status) == (ALWAYS, 0)
    assert lines["email"][0]["said"] == "To owner@example.org: 250 OK"
    (mail,) = sink.mails
    assert (mail["To"], mail["Subject"]) == ("owner@example.org", "A test of email from Slowboard")


def test_a_person_reads_the_same(sink):
    said = StringIO()
    call_command("doctor", "--to", "ada@example.org", stdout=said)
    assert "ok    email      127.0.0.1:" in said.getvalue()
    assert [mail["To"] for mail in sink.mails] == ["ada@example.org"]


def test_a_monitor_need_not_send_emails(sink, settings):
    settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = "games"
    assert find("--no-email")["email"]["said"] == "Connected and logged in; no email was sent."
    assert (sink.sessions, sink.mails) == (1, [])


@pytest.mark.parametrize(
    ("stage", "answer"),
    [("RCPT", "550 5.1.1 No such person"), ("MAIL", "553 5.7.1 Not your address"), ("DATA", "554 5.7.1 Spam")],
)
def test_what_the_mail_server_does_not_take_is_told_in_its_words(sink, stage, answer):
    sink.answers[stage] = answer
    lines, status = run()
    assert (lines["email"][0]["ok"], status) == (False, 1)
    assert answer.split(" ", 1)[1] in lines["email"][0]["said"]
    assert all(line["ok"] for name in ALWAYS[:-1] for line in lines[name])


def test_a_refused_log_in_counts_and_the_next_waits_unless_one_says_now(sink, settings):
    settings.EMAIL_HOST_USER, settings.EMAIL_HOST_PASSWORD = "games", "wrong-password"
    sink.answers["AUTH"] = "535 5.7.8 authentication failed"
    assert "535" in find()["email"]["said"]
    told = find()["email"]["said"]
    assert "authentication failed" in told
    assert "log-ins refused in a row: 1; the next waits until" in told
    assert sink.sessions == 1
    assert "535" in find("--now")["email"]["said"]
    assert (sink.sessions, ServerFault.objects.get().refusals) == (2, 2)
    sink.answers.clear()
    assert find("--now")["email"]["ok"]
    assert not ServerFault.objects.exists()


def test_what_hangs_or_falls_is_a_line_and_stops_no_other(sink):
    began = monotonic()
    with drop_in(KINDS, FOLDER):
        lines, status = run("--no-email")
    assert (list(lines), status) == (["silent", "falling", *ALWAYS], 1)
    assert monotonic() - began < 20
    assert [line["said"] for line in lines["silent"]] == ["I begin.", "No answer within 1 seconds."]
    assert [line["said"] for line in lines["falling"]] == ["Ouch, on two lines."]


SECRET = "hunter2+/=&more"


def test_no_line_tells_a_secret(sink, settings, monkeypatch, capfd):
    """They stand in every setting that may hold one, and each server repeats what it was told."""
    planted = {
        "DATABASE_URL": f"postgres://site:{SECRET}-d@127.0.0.1:1/site",
        "REDIS_URL": f"redis://:{SECRET}-r@127.0.0.1:1/0",
        "EMAIL_URL": "smtp://games:hunter2%2B%2F%3D%26more-e@127.0.0.1:1/",
        "INBOUND_URL": f"imaps://turn:{SECRET}-i@127.0.0.1:1/INBOX",
        "SENTRY_DSN": f"https://{SECRET}-s@127.0.0.1/1",
        "OUTGOING_HOSTS": f"https://ntfy:{SECRET}-o@ntfy.lan",
        **{name: f"{SECRET}-{name}" for name in ("SECRET_KEY", "METRICS_TOKEN", "ANYMAIL_POSTMARK_SERVER_TOKEN")},
        "SECRET_KEY_FALLBACKS": f"{SECRET}-f1,{SECRET}-f2",
        "ANYMAIL_WEBHOOK_SECRET": f"postmark:{SECRET}-w",
        "TELEGRAM_BOT_TOKEN": f"12345:{SECRET}-t",
        "VAPID_PRIVATE_KEY": f"{SECRET}-v",
    }
    for name, value in planted.items():
        monkeypatch.setenv(name, value)
    settings.EMAIL_HOST_USER, settings.EMAIL_HOST_PASSWORD = "games", f"{SECRET}-e"
    settings.TELEGRAM_BOT_TOKEN, settings.OUTGOING_HOSTS = planted["TELEGRAM_BOT_TOKEN"], [planted["OUTGOING_HOSTS"]]
    settings.REPLY_ADDRESS, settings.REPLY_MAILBOX = "turn@reply.example.org", planted["INBOUND_URL"]
    settings.VAPID_PRIVATE_KEY = planted["VAPID_PRIVATE_KEY"]
    sink.answers["AUTH"] = f"535 5.7.8 {SECRET}-e is no password of games"
    with drop_in(KINDS, FOLDER):
        lines, status = run()
    told = json.dumps(lines, ensure_ascii=False) + "".join(capfd.readouterr())
    assert status == 1
    assert {"replies", "push", "telegram", "chat apps", "email"} <= {name for name, found in lines.items() if found}
    assert "is no password of games" in told
    assert "hunter2" not in told
    assert "aHVudGVyMi" not in told, "the same in base64"
    for row in ServerFault.objects.all():
        assert "hunter2" not in row.said


def test_a_setting_that_is_missing_is_a_line(sink, monkeypatch):
    monkeypatch.setenv("PORT", "none")
    lines, status = run("--no-email")
    assert [line["said"] for line in lines["settings"] if not line["ok"]] == [
        "PORT must be a whole number from 1 to 65535."
    ]
    assert status == 1


def test_a_full_disk_and_one_without_rights_are_told(settings, tmp_path, monkeypatch):
    settings.DATA_DIR = tmp_path / "gone"
    (line,) = disk.kind.examine(Asked())
    assert (line.ok, line.said) == (False, "No such file or directory")
    settings.DATA_DIR = tmp_path
    assert next(disk.kind.examine(Asked())).ok
    monkeypatch.setattr(disk, "LEAST_FREE", 10**18)
    assert not next(disk.kind.examine(Asked())).ok
    assert os.listdir(tmp_path) == []


def test_a_clock_that_goes_wrong_is_told():
    now = timezone.now()
    assert clock.compare(now, began=now, about="database").ok
    for apart in (clock.MOST_APART * 2, -clock.MOST_APART * 2):
        line = clock.compare(now + apart, began=now, about="database")
        assert (line.ok, "s apart" in line.said) == (False, True)


def test_chat_services_answer_for_themselves(settings, monkeypatch):
    """Telegram by its bot, the owner's own servers by any answer at all."""
    settings.TELEGRAM_BOT_TOKEN, settings.OUTGOING_HOSTS = "12345:a-token-of-the-bot", ["https://ntfy.lan"]
    answers = {
        "https://api.telegram.org": outgoing.Response(401, b'{"ok":false,"description":"Unauthorized"}', {}),
        "https://ntfy.lan": outgoing.Response(404, b"", {}),
    }
    monkeypatch.setattr(outgoing.Client, "send", lambda self, method, url, **_: answers["/".join(url.split("/")[:3])])
    (line,) = running.Run(telegram.kind, Asked()).try_alone()
    assert (line.ok, line.said) == (False, "Telegram refuses: 401 Unauthorized")
    (line,) = chat_apps.kind.examine(Asked())
    assert (line.ok, line.about, line.said) == (True, "ntfy.lan", "It answers (404).")
