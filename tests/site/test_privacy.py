"""What no log and no error report may contain."""

import logging
import re
import time
from typing import ClassVar

import pytest
import sentry_sdk
from django.urls import URLPattern, get_resolver
from sentry_sdk.transport import Transport

from mastery_site.checks.environment import find_faults
from mastery_site.logs import sentry
from mastery_site.logs.lines import JsonLines, Lines, work
from mastery_site.logs.privacy import redact
from tests.rows import each_row

PUBLIC = {
    "set_up",
    "action",
    "username",
    "slug",
    "task",
    "pk",
    "deed",
    "ply",
    "step",
    "size",
    "provider",
    "kind",
    "rest",
    "mark",  # of a picture that everybody sees
}
"""Parts of addresses that are no secret."""
TEXTS = [
    ("Not Found: /invitation/Zx9_-k/accept/", "Not Found: /invitation/(secret)"),
    ("Not Found: /shared/Zx9_-k/?at=3", "Not Found: /shared/(secret)?at=3"),
    ("/shared/Zx9_-k/?at=3&beside=Yz8&right=2", "/shared/(secret)?at=3&beside=(secret)&right=2"),
    ("Not Found: /account/stop/MQ:1x:Zx9_-k/", "Not Found: /account/stop/(secret)"),
    ("Not Found: /account/decision/MQ:Zx9_-k/", "Not Found: /account/decision/(secret)"),
    ("Not Found: /feeds/Zx9_-k/turns.xml", "Not Found: /feeds/(secret)"),
    ("Forbidden: /unsubscribe/abc:def/ (CSRF)", "Forbidden: /unsubscribe/(secret) (CSRF)"),
    ("/account/password/reset/key/1-abc-def/ failed", "/account/password/reset/key/(secret) failed"),
    ("/account/login/?next=%2Finvitation%2FZx9%2F&a=1", "/account/login/?next=%2Finvitation%2F(secret)&a=1"),
    ("550 <anna.o'neil+x@mail.example.org> unknown", "550 <anna.o'(address)> unknown"),
    ("Key (email)=(a@b.example) already exists", "Key (email)=((address)) already exists"),
    ("postgres://site:pass@db.example.org:5432/site", "postgres://(secret)@db.example.org:5432/site"),
    ("Game 7 (mastery) ended on time @ ply 3", "Game 7 (mastery) ended on time @ ply 3"),
]


@each_row(("text", "kept"), TEXTS)
def test_addresses_and_secret_links_are_taken_out_of_a_text(text, kept):
    assert redact(text) == kept


@each_row("piece", ["x", "a@", "://a", "a.b@", "/invitation/", "%2F"])
def test_a_long_text_is_read_once(piece):
    """Otherwise a sender could keep the site busy for an hour with one line of its log. Read once, it takes a tenth of
    a second.
    """
    began = time.process_time()
    redact(piece * 500_000)
    assert time.process_time() - began < 60


def list_routes(patterns, before=""):
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            yield route, set(pattern.pattern.regex.groupindex)
        elif not route.startswith("admin/"):
            yield from list_routes(pattern.url_patterns, route)


def test_each_address_with_a_secret_in_it_is_known():
    secret = [route for route, names in list_routes(get_resolver().url_patterns) if names - PUBLIC]
    assert len(secret) > 5
    for route in secret:
        path = "/" + re.sub(r"<[^>]*>|\(\?P<.*\)", "S3cret", route.replace("^", ""))
        assert "S3cret" in path
        assert "S3cret" not in redact(path)


@pytest.fixture
def record():
    try:
        raise ValueError("anna@example.org is not known")
    except ValueError as error:
        exc_info = (type(error), error, error.__traceback__)
    return logging.LogRecord("any", logging.ERROR, __file__, 1, "Refused: %s", ("anna@example.org",), exc_info)


@pytest.mark.parametrize("formatter", [Lines(), JsonLines()], ids=["terminal", "json"])
def test_a_log_line_says_its_request_and_no_address(record, formatter):
    token = work.set({"request": "0123456789abcdef"})
    try:
        line = formatter.format(record)
    finally:
        work.reset(token)
    assert "0123456789abcdef" in line
    assert "Refused: (address)" in line
    assert "ValueError: (address) is not known" in line
    assert "anna" not in line


class Sent(Transport):
    """Keeps what would be sent."""

    envelopes: ClassVar[list[str]] = []

    def capture_envelope(self, envelope) -> None:
        self.envelopes.append(envelope.serialize().decode())


def test_sentry_gets_the_error_and_no_personal_data():
    options = sentry.get_options("https://key@sentry.example.org/1")
    client = sentry_sdk.Client(**options, transport=Sent, default_integrations=False)
    name, ip = "".join(["an", "na"]), ".".join(["198", "51", "100", "7"])  # lines of source are sent, too
    with sentry_sdk.new_scope() as scope:
        scope.set_client(client)
        scope.set_user({"email": f"{name}@example.org", "ip_address": ip})
        try:
            raise ValueError(f"{name}@example.org came by /invitation/{name}/")
        except ValueError:
            scope.capture_exception()
    (told,) = Sent.envelopes
    assert "ValueError" in told
    assert "(address) came by /invitation/(secret)" in told
    assert name not in told
    assert ip not in told


def test_sentry_hears_the_path_of_a_request_alone():
    event = {
        "request": {
            "method": "POST",
            "url": "https://games.example.org/never/S3cret/?x=1",
            "query_string": "x=1",
            "headers": {"Cookie": "sessionid=S3cret"},
            "data": {"note": "S3cret"},
        },
        "breadcrumbs": {"values": [{"message": "wrote to anna@example.org"}]},
    }
    kept = sentry.scrub(event)
    assert kept["request"] == {"method": "POST", "url": "/never/(secret)"}
    assert kept["breadcrumbs"] == {"values": [{"message": "wrote to (address)"}]}


@pytest.mark.parametrize("dsn", ["sentry", "https://sentry.example.org/1", "https://key@sentry.example.org/"])
def test_a_malformed_address_of_sentry_is_named_and_stops_nothing_else(dsn):
    assert [fault.msg.split()[0] for fault in find_faults({"SENTRY_DSN": dsn})] == ["SENTRY_DSN"]
    sentry.start(dsn)
    assert not sentry_sdk.is_initialized()


def test_an_address_of_sentry_that_fits_is_no_fault():
    assert find_faults({"SENTRY_DSN": "https://key@sentry.example.org/1"}) == []
