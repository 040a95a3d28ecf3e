"""No secret of a setting is shown, whichever way it is written; other words are."""

import base64
from urllib.parse import quote

import pytest

from core.concealing import HIDDEN, conceal

SECRET = "pass word/with:signs@home"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DATABASE_URL", f"postgres://site:{quote(SECRET, safe='')}@db.example.org/site"),
        ("DATABASE_URL", f"postgres://db.example.org/site?user=site&password={quote(SECRET, safe='')}"),
        ("EMAIL_URL", f"smtp://games:{SECRET}@mail.example.org:587/"),  # not encoded, as nothing could read it
        ("SOME_URL", f"redis://:{SECRET}@cache.example.org/0"),
        ("SENTRY_DSN", f"https://{SECRET}@sentry.example.org/1"),
        ("ANYMAIL_MAILGUN_API_KEY", SECRET),
        ("SECRET_KEY_FALLBACKS", f"another-key-of-before,{SECRET}"),
        ("ANYMAIL_WEBHOOK_SECRET", f"postmark:{SECRET}"),
    ],
)
@pytest.mark.parametrize("spell", [str, lambda secret: quote(secret, safe=""), repr], ids=["plain", "encoded", "repr"])
def test_a_secret_is_hidden(monkeypatch, name, value, spell):
    monkeypatch.setenv(name, value)
    shown = conceal(f"I was told {spell(SECRET)}, and that is wrong at mail.example.org by postmark.")
    assert "pass" not in shown
    assert HIDDEN in shown
    assert shown.endswith("and that is wrong at mail.example.org by postmark.")


@pytest.mark.parametrize("before", ["", "\0"])
def test_what_a_log_in_carries_is_hidden(monkeypatch, before):
    monkeypatch.setenv("EMAIL_URL", "smtp://games:our-password@mail.example.org/")
    told = base64.b64encode(f"{before}our-password".encode()).decode().rstrip("=")
    assert told not in conceal(f"535 {told} is wrong")


def test_settings_that_hold_no_secret_hide_no_word(monkeypatch):
    for name, value in {"KEYBOARD": "connection", "SITE_NAME": "refused", "METRICS_TOKEN": "ab"}.items():
        monkeypatch.setenv(name, value)
    assert conceal("connection refused at absent") == "connection refused at absent"
