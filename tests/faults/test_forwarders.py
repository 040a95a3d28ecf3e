"""Nobody believes what a visitor says of proxies, though a real proxy hands it on to the real gunicorn from this
very machine: no page, no page kept for others, and no email leads anywhere else."""

import re
from itertools import product

import pytest

from tests import servers
from tests.machine import start

pytestmark = [pytest.mark.processes, pytest.mark.redis]

FORGED = {
    "SCRIPT_NAME": "/evil",
    "PATH_INFO": "/evil/",
    "REMOTE_USER": "Ada",
    "Script-Name": "/evil",
    "X-Script-Name": "/evil",
    "X-Forwarded-Prefix": "/evil",
    "X-Forwarded-Path": "/evil",
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Server": "evil.example",
    "X-Forwarded-Port": "666",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Protocol": "ssl",
    "X-Forwarded-Ssl": "on",
    "X-Original-URL": "/evil/",
    "X-Rewrite-URL": "/evil/",
    "Script-URL": "/evil/",
    "Forwarded": "for=198.51.100.7;host=evil.example;proto=https",
}

EVIL = re.compile(r"/evil|evil\.example")


@pytest.fixture(scope="module")
def people(public):
    """Alice and Boris with a game, whose page and lists have fragments that many share."""
    public.run_web(processes=1)
    people = public.set_scene("people", names=["Alice", "Boris"])
    public.set_scene("games", first="Alice", second="Boris", count=1)
    return people


@pytest.fixture(scope="module")
def ports(public, people):
    """Of gunicorn, as a proxy that hands everything on would ask it, and of the site's own proxy before it."""
    with start(servers.run_caddy(upstream=public.port, patience="1h")) as caddy:
        yield public.port, caddy


@pytest.mark.late
def test_no_page_leads_elsewhere_nor_does_what_others_are_shown(public, people, ports):
    """Each is asked first with the header, also below the prefix that gunicorn demands of a request that names one, so
    that what is kept of it for others is made then.
    """
    [[game]] = public.query("SELECT max(id) FROM games_game")
    alice, boris = (people[each]["session"] for each in ("Alice", "Boris"))
    for name, port, path in product(FORGED, ports, ("/", f"/games/{game}/")):
        for begin in ("", "/evil"):
            forged = public.get(begin + path, port=port, session=alice, headers={name: FORGED[name]})
            assert forged.status == (404 if begin else 200), (name, begin + path, forged.headers)
            assert begin or not EVIL.search(forged.text), name
            assert "Location" not in forged.headers
        for session in (boris, alice):
            shown = public.get(path, port=port, session=session)
            leads = re.findall(r' (?:href|src|action)="([^"]*)"', shown.text)
            assert any(address.startswith("/rules/") for address in leads)
            assert not EVIL.search(shown.text), name


@pytest.mark.late
def test_no_email_leads_elsewhere(public, people, ports):
    """Of no other address is one sent at all."""
    for port, begin in product(ports, ("", "/evil")):
        public.query("DELETE FROM accounts_allowance")
        before = public.count("notifications_notice")
        path = f"{begin}/account/password/reset/"
        answer = public.post(path, {"email": "alice@example.org"}, port=port, headers=FORGED)
        assert (answer.status, public.count("notifications_notice")) == ((404, before) if begin else (302, before + 1))
        if not begin:
            assert answer.headers["Location"] == "/account/password/reset/done/"
            [[message]] = public.query("SELECT payload::text FROM notifications_notice ORDER BY id DESC LIMIT 1")
            assert not EVIL.search(message)
            assert f"http://localhost:{public.port}/account/password/reset/key/" in message
