"""Environments of the site for tests: what a public server is told, values that are wrong or right, and a process."""

import os
import subprocess
import sys

import pytest

from mastery_site.environment import make_vapid_key

PUBLIC = {
    "DATABASE_URL": "postgres://site:secret@db.example.org:5432/site",
    "REDIS_URL": "redis://cache.example.org:6379/0",
    "EMAIL_URL": "submission://site:secret@mail.example.org",
    "SECRET_KEY": "k5Jq0vYt9wZx3nB7mL1pRsD8fGhCeXaUoIiT2yQ6WbVn4MzAaE",
    "ALLOWED_HOSTS": "games.example.org, www.games.example.org",
    "SITE_URL": "https://games.example.org",
}

MALFORMED = [
    ("DATABASE_URL", "foo"),
    ("DATABASE_URL", "postgres://"),
    ("DATABASE_URL", "postgres:///site"),
    ("DATABASE_URL", "postgres://db.example.org"),
    ("DATABASE_URL", "postgres://db.example.org:port/site"),
    ("DATABASE_URL", "postgres://site:p/ss#w@rd@db.example.org/site"),
    ("DATABASE_URL", "mysql://db.example.org/site"),
    ("DATABASE_URL", "sqlite:///site.sqlite3"),
    ("DATABASE_URL", "postgres://db.example.org/site?server_side_binding=perhaps"),
    ("CONTACT_EMAIL", "Games <games@example.org>"),
    ("CONTACT_EMAIL", "games"),
    ("REDIS_URL", "cache.example.org"),
    ("REDIS_URL", "http://cache.example.org"),
    ("REDIS_URL", "redis://"),
    ("REDIS_URL", "redis://cache.example.org:none"),
    ("REDIS_URL", "redis://cache.example.org/zero"),
    ("EMAIL_URL", "mail.example.org"),
    ("EMAIL_URL", "imap://mail.example.org"),
    ("EMAIL_URL", "smtp://"),
    ("EMAIL_URL", "smtp://mail.example.org:99999"),
    ("EMAIL_URL", "smtp://mail.example.org?timeout=soon"),
    ("EMAIL_URL", "anymail+carrierpigeon:"),
    ("EMAIL_URL", "anymail+"),
    ("SECRET_KEY", "secret"),
    ("SECRET_KEY", "a" * 60),
    ("SECRET_KEY", "django-insecure-" + "k5Jq0vYt9wZx3nB7mL1pRsD8fGhCeXaUoIiT2yQ6WbVn4MzAaE"),
    ("ALLOWED_HOSTS", "https://games.example.org"),
    ("ALLOWED_HOSTS", "games.example.org:443"),
    ("ALLOWED_HOSTS", "games.example.org/play"),
    ("ALLOWED_HOSTS", "other.example.org"),
    ("ALLOWED_HOSTS", ","),
    ("SITE_URL", "games.example.org"),
    ("SITE_URL", "ftp://games.example.org"),
    ("SITE_URL", "https://"),
    ("SITE_URL", "https://["),
    ("SITE_URL", "https://games.example.org/play"),
    ("SITE_URL", "https://games.example.org?x=1"),
    ("SITE_URL", "http://games.example.org"),
    ("VAPID_PRIVATE_KEY", "key"),
    ("VAPID_PRIVATE_KEY", "A" * 43),
    ("VAPID_PRIVATE_KEY", "/" * 43),
    ("VAPID_PRIVATE_KEY", "é" * 43),
    ("VAPID_SUBJECT", "games@example.org"),
    ("VAPID_SUBJECT", "mailto:"),
    ("VAPID_SUBJECT", "http://games.example.org"),
    ("PUSH_HOSTS", "https://push.example.org"),
    ("PUSH_HOSTS", "*"),
    ("PUSH_HOSTS", "push.example.org,"),
    ("TELEGRAM_BOT_TOKEN", "token"),
    ("TELEGRAM_BOT_TOKEN", "bot123456789:AAF0123456789012345678901234567890a"),
    ("TELEGRAM_BOT_TOKEN", "123456789:AAF0123456789012345678901234567890a/x"),
    ("OUTGOING_HOSTS", "ntfy.lan"),
    ("OUTGOING_HOSTS", "https://ntfy.lan/topic"),
    ("OUTGOING_HOSTS", "https://NTFY.lan"),
    ("OUTGOING_HOSTS", "https://user:secret@ntfy.lan"),
    ("PROBE_URL", "web:8000/healthz"),
    ("PROBE_URL", "http:///healthz"),
    ("PROBE_URL", "https://games.example.org/"),
    ("ANYMAIL_WEBHOOK_SECRET", "secret"),
    ("ANYMAIL_WEBHOOK_SECRET", "postmark:short"),
    ("PORT", "http"),
    ("PORT", "0"),
    ("PORT", "65536"),
    ("PORT", "-1"),
    ("PORT", "9" * 6000),
    ("DATABASE_POOL", "0"),
    ("TRUSTED_PROXY_COUNT", "one"),
    ("BIND", "localhost"),
    ("BIND", "127.0.0.1:8000"),
    ("TRUSTED_PROXIES", "proxy.example.org"),
    ("TRUSTED_PROXIES", "10.0.0.1/24"),
    ("TRUSTED_PROXIES", "127.0.0.1, 0.0.0.0/0"),
    ("DEBUG", "perhaps"),
    ("DEBUG", "1"),
    ("DEBUG", "True"),
    ("ALLOWED_HOSTS", "*"),
    ("ALLOWED_HOSTS", "games.example.org,*"),
    ("DEMO", "maybe"),
    ("HSTS_PRELOAD", "perhaps"),
    ("HSTS_SUBDOMAINS", "perhaps"),
    ("SECRET_KEY_FALLBACKS", "short"),
    ("LOG_LEVEL", "LOUD"),
    ("REPLY_ADDRESS", "turn"),
    ("REPLY_ADDRESS", "replies@example.org"),
    ("REPLY_ADDRESS", "turn@"),
    ("REPLY_ADDRESS", "Turn <turn@example.org>"),
    ("REPLY_AUTHORITY", "mx.example.org; spf=pass"),
    ("INBOUND_URL", "anymail+mailjet:"),
    ("INBOUND_URL", "anymail+"),
    ("INBOUND_URL", "imap://turn:secret@mail.example.org/INBOX"),
    ("INBOUND_URL", "imaps://mail.example.org/INBOX"),
    ("INBOUND_URL", "imaps://turn@mail.example.org"),
    ("INBOUND_URL", "pop3://turn:secret@mail.example.org"),
    ("INBOUND_URL", "imaps://turn:secret@mail.example.org/?idle=1"),
]

AT_HOME = [("SITE_URL", "http://games.example.org"), ("DEBUG", "1"), ("DEBUG", "True")]
"""Wrong on a public server alone: a site at home needs no certificate, and may show its faults."""

WELL_FORMED = [
    ("BIND", "0.0.0.0"),
    ("BIND", "::"),
    ("TRUSTED_PROXIES", "10.0.0.7, 10.1.0.0/16, fd00::/8, ::1"),
    ("DATABASE_URL", "postgresql://site@%2Frun%2Fpostgresql/site"),
    ("DATABASE_URL", "postgres:///site?host=/run/postgresql"),
    ("DATABASE_URL", "postgres://db.example.org/site?server_side_binding=0"),
    ("REDIS_URL", "rediss://:secret@cache.example.org"),
    ("EMAIL_URL", "anymail+postmark:"),
    ("EMAIL_URL", "smtp://localhost:1025"),
    ("ALLOWED_HOSTS", ".example.org"),
    ("SITE_URL", "https://games.example.org/"),
    pytest.param("VAPID_PRIVATE_KEY", make_vapid_key(), id="VAPID_PRIVATE_KEY-made"),
    ("VAPID_SUBJECT", "mailto:games@example.org"),
    ("VAPID_SUBJECT", "https://games.example.org"),
    ("PUSH_HOSTS", "push.example.org, *.push.example.net"),
    ("TELEGRAM_BOT_TOKEN", "123456789:AAF0123456789012345678901234567890a"),
    ("OUTGOING_HOSTS", "https://ntfy.lan:8443, http://10.0.0.2:8080/"),
    ("PROBE_URL", "http://web:8000/healthz"),
    ("REPLY_AUTHORITY", "mx.example.org"),
    ("PORT", "65535"),
    ("DEMO", "0"),
    ("HSTS_PRELOAD", "1"),
    ("HSTS_SUBDOMAINS", "1"),
    ("SECRET_KEY_FALLBACKS", f"{'abcdefg-' * 8},{'hijklmn-' * 8}"),
    ("DEBUG", ""),
    ("LOG_LEVEL", "debug"),
]


def run_manage(*arguments: str, folder, **environ: str) -> subprocess.CompletedProcess:
    return run_python("manage.py", *arguments, folder=folder, **environ)


def run_python(*arguments: str, folder, **environ: str) -> subprocess.CompletedProcess:
    """A process of its own, told of nothing but these variables."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return subprocess.run(
        [sys.executable, *arguments],
        env={**kept, "DATA_DIR": str(folder), **environ},
        capture_output=True,
        text=True,
        timeout=120,
    )
