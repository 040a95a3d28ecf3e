"""What every page tells the browser: no inline script, nothing of other sites; graded as Mozilla's observatory does."""

import json
import os
import re
import secrets
import subprocess
import sys

import pytest

from tests.factories import ChallengeFactory, GameFactory, play_turns
from tests.faults.addresses import list_addresses

pytestmark = pytest.mark.long

INLINE = re.compile(
    r"<script\b(?![^>]*\bsrc=)(?![^>]*type=\"application/(?:ld\+)?json\")[^>]*>|<style\b|\sstyle=\"|\son[a-z]+=\"|javascript:",
    re.I,
)
FRAMED = {"mailbox_html"}
"""A mail in its sandbox: its own, stricter policy allows its inline styles."""
PRODUCTION = {
    "DATABASE_URL": "postgres://site:secret@127.0.0.1:1/site",
    "REDIS_URL": "redis://127.0.0.1:1/0",
    "EMAIL_URL": "smtp://user:secret@mail.example.org:587/?tls=True",
    "SITE_URL": "https://games.example.org",
    "ALLOWED_HOSTS": "games.example.org",
}


@pytest.fixture(params=["visitor", "player", "administrator"])
def reader(request, client, alice, boris, admin, confirmed):
    game = GameFactory(first=alice, second=boris)
    play_turns(game, "Md1-c1")
    ChallengeFactory(challenger=boris)
    if request.param != "visitor":
        client.force_login(alice if request.param == "player" else admin)
        confirmed(client)
    client.known = {"pk": game.pk, "ply": 1, "username": "Alice", "slug": "mastery"}
    return client


@pytest.mark.late
def test_no_page_has_or_allows_inline_script_or_style(reader):
    looked_at = 0
    for address in list_addresses(administration=True):
        response = reader.get(address.fill(**{k: v for k, v in reader.known.items() if k in address.parts}))
        if address.name in FRAMED:
            continue
        policy = response["Content-Security-Policy"]
        assert "'unsafe-" not in policy
        assert "default-src 'self'" in policy
        if response.get("Content-Type", "").startswith("text/html"):
            looked_at += 1
            assert INLINE.findall(response.content.decode()) == [], address.name
    assert looked_at > 20


def test_the_check_for_inline_finds_it():
    bad = '<script>x</script><p style="a" onclick="b"><style></style><a href="javascript:x">'
    assert len(INLINE.findall(bad)) == 5
    assert not INLINE.findall('<script src="a.js" defer></script><script id="x" type="application/json">{}</script>')


@pytest.fixture(scope="module")
def production(tmp_path_factory):
    """The environment of a public server, of which no server is there."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "PYTHONPATH") if name in os.environ}
    folder = tmp_path_factory.mktemp("production")
    return {**kept, **PRODUCTION, "DATA_DIR": str(folder), "SECRET_KEY": secrets.token_urlsafe(60)}


def run_in(environ, *arguments, text="") -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, *arguments], env=environ, input=text, capture_output=True, text=True, timeout=120
    )


@pytest.mark.processes
def test_the_deployment_check_is_silent(production):
    done = run_in(
        production, "-W", "error", "manage.py", "check", "--deploy", "--fail-level", "WARNING", "--settings-only"
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip() == "System check identified no issues (2 silenced)."


ASK = """
import json, django
from unittest import mock
django.setup()
from django.contrib import messages
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.test import Client, override_settings
from django.urls import path
from accounts.signing_in import known_devices
from accounts.models import User
from mastery_site import urls

def page(request):
    get_token(request)
    messages.success(request, "hello")
    answer = HttpResponse("hello")
    with mock.patch("accounts.conduct.sightings.note"):  # no database is asked
        known_devices.remember(request, answer, user=User(pk=1))
    return answer

urls.urlpatterns.insert(0, path("probe/", page))
client = Client(headers={"host": "games.example.org"}, raise_request_exception=False)
found = {"secure": client.get("/probe/", headers={"x-forwarded-proto": "https"}), "plain": client.get("/probe/")}
from django.conf import settings
print(json.dumps({
    "secure": dict(found["secure"].headers),
    "plain": [found["plain"].status_code, found["plain"]["Location"]],
    "cookies": {name: dict(morsel) for name, morsel in found["secure"].cookies.items()},
    "session_name": settings.SESSION_COOKIE_NAME,
    "session": [settings.SESSION_COOKIE_SECURE, settings.SESSION_COOKIE_HTTPONLY, settings.SESSION_COOKIE_SAMESITE],
}))
"""


@pytest.fixture(scope="module")
def told(production):
    done = run_in({**production, "DJANGO_SETTINGS_MODULE": "mastery_site.settings"}, "-c", ASK)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def grade(told) -> int:
    """The score by the observatory's published table of modifiers; 100 and more is A+."""
    headers = {name.lower(): value for name, value in told["secure"].items()}
    policy = headers.get("content-security-policy", "")
    age = int((re.search(r"max-age=(\d+)", headers.get("strict-transport-security", "")) or [0, 0])[1])
    cookies_secure = told["session"][:2] == [True, True] and all(c["secure"] for c in told["cookies"].values())
    same_site = told["session"][2] in ("Lax", "Strict") and all(c["samesite"] for c in told["cookies"].values())
    modifiers = [
        (-25 if not policy else -20 if "unsafe-inline" in policy else 10 if "default-src 'none'" in policy else 5),
        (-20 if age < 15_768_000 else 5 if "preload" in headers["strict-transport-security"] else 0),
        (-40 if not cookies_secure else 5 if same_site else -20),
        (5 if "frame-ancestors" in policy else 0 if headers.get("x-frame-options") == "DENY" else -20),
        (0 if headers.get("x-content-type-options") == "nosniff" else -5),
        (5 if headers.get("referrer-policy") in ("same-origin", "no-referrer", "strict-origin") else 0),
        (10 if headers.get("cross-origin-resource-policy") == "same-origin" else 0),
        (0 if told["plain"] == [301, "https://games.example.org/probe/"] else -20),
        (-50 if headers.get("access-control-allow-origin") == "*" else 0),
    ]
    penalties = 100 + sum(modifier for modifier in modifiers if modifier < 0)
    return penalties if penalties < 90 else penalties + sum(modifier for modifier in modifiers if modifier > 0)


@pytest.mark.processes
def test_the_observatory_grades_the_site_a_plus(told):
    print(f"score {grade(told)}")
    assert grade(told) >= 130


@pytest.mark.processes
def test_every_cookie_is_of_this_very_host(told):
    """By the prefix a browser refuses one that a neighbour under the same domain, or a page without TLS, has set."""
    names = {told["session_name"], *told["cookies"]}
    assert names == {f"__Host-{name}" for name in ("sessionid", "csrftoken", "messages", "known_device")}
    assert all(cookie["secure"] and cookie["path"] == "/" for cookie in told["cookies"].values())
    assert not any(cookie["domain"] for cookie in told["cookies"].values())


def test_without_tls_cookies_have_no_prefix(settings):
    """Browsers would not take them."""
    assert not settings.SECURE
    assert (settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME) == ("sessionid", "csrftoken")


@pytest.mark.processes
@pytest.mark.parametrize(
    ("name", "what"),
    [("HSTS_SUBDOMAINS", "; includeSubDomains"), ("HSTS_PRELOAD", "; includeSubDomains; preload")],
)
def test_other_hosts_and_the_lists_of_browsers_are_spoken_for_only_where_that_is_set(told, production, name, what):
    """A list takes none without the hosts below it."""
    assert told["secure"]["Strict-Transport-Security"] == "max-age=31536000"
    done = run_in({**production, name: "1", "DJANGO_SETTINGS_MODULE": "mastery_site.settings"}, "-c", ASK)
    assert json.loads(done.stdout)["secure"]["Strict-Transport-Security"] == f"max-age=31536000{what}"


@pytest.mark.processes
def test_a_page_asks_for_nothing_of_the_reader_s_machine_but_passkeys(told):
    allowed = dict(part.strip().split("=", 1) for part in told["secure"]["Permissions-Policy"].split(","))
    assert {"camera", "microphone", "geolocation", "payment"} <= set(allowed)
    assert {name for name, who in allowed.items() if who != "()"} == {
        "publickey-credentials-create",
        "publickey-credentials-get",
    }
    assert told["secure"]["Cross-Origin-Opener-Policy"] == "same-origin"


@pytest.mark.processes
def test_a_weaker_policy_gets_a_lower_grade(told):
    assert grade({**told, "secure": {**told["secure"], "Content-Security-Policy": ""}}) < 100
    assert grade({**told, "session": [True, False, "Lax"]}) < 100
