"""What a machine wrote is known as such, and what this site wrote itself."""

import pytest

from replies.mails.automatic import is_automatic, is_ours
from replies.mails.parsing import parse
from tests.rows import each_row


def mail(head: str = ""):
    return parse(f"From: kim@example.org\r\n{head}\r\n\r\na2-a3".replace("\r\n\r\n\r\n", "\r\n\r\n").encode())


MACHINES = (
    "Auto-Submitted: auto-replied",
    "Auto-Submitted: auto-generated (vacation)",
    "Auto-Submitted: no\r\nAuto-Submitted: auto-replied",
    "Precedence: Bulk",
    "Precedence: list",
    "Precedence: junk",
    "List-Id: <games.example.org>",
    "X-Autoreply: yes",
    "X-Autorespond: vacation",
    "X-Vacation: yes",
    "X-Auto-Response-Suppress: All",
    "X-Auto-Response-Suppress: DR, All",
    "Precedence: auto_reply",
    "X-Failed-Recipients: boris@example.org",
    "Return-Path: <>",
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
)


@each_row("head", MACHINES)
def test_headers_of_machines(head):
    assert is_automatic(mail(head), envelope_sender="kim@example.org")


@pytest.mark.parametrize("sender", ["MAILER-DAEMON@example.org", "postmaster@example.org"])
def test_senders_that_are_machines(sender):
    assert is_automatic(parse(f"From: {sender}\r\n\r\n".encode()), envelope_sender=None)
    assert is_automatic(mail(), envelope_sender=sender)


@pytest.mark.parametrize("sender", ["", "<>", " "])
def test_a_bounce_by_its_envelope(sender):
    assert is_automatic(mail(), envelope_sender=sender)


PEOPLE = (
    "X: y",
    "Auto-Submitted: no",
    "Auto-Submitted: No; by=kim",
    "Precedence: first-class",
    "Auto-Submitted: (by hand) no (really)",
    "X-Auto-Response-Suppress: None",
    "X-Auto-Response-Suppress: DR, OOF, AutoReply",
    "X-Loop: kim@example.org",
    "List-Unsubscribe: <https://example.org/>",
    "Return-Path: <bounces+17-kim=example.org@relay.example.net>",
    "Return-Path: <kim@example.org>",
    "Content-Type: text/plain",
    "X-Mailer: Thunderbird",
    "Feedback-ID: i123:Fastmail",
)


@each_row("head", PEOPLE)
def test_people(head):
    assert is_automatic(mail(head), envelope_sender="kim@example.org") == ""
    assert is_automatic(mail(head), envelope_sender=None) == ""


@pytest.mark.parametrize(
    "sender",
    ["bounce+17@relay.example.net", "<bounces+17-kim=example.org@relay.example.net>", "noreply@relay.example.net"],
)
def test_relays_send_what_people_write_from_addresses_of_their_own(sender):
    assert is_automatic(mail(), envelope_sender=sender) == ""


def test_our_own():
    assert is_ours(mail("Message-ID: <notice-17@games.example.org>"), host="games.example.org")
    assert is_ours(mail(), host="games.example.org", senders=["Kim@example.org"])
    assert not is_ours(mail("Message-ID: <notice-17@games-example.org>"), host="games.example.org")
    assert not is_ours(mail("Message-ID: <17@games.example.org>"), host="games.example.org", senders=["a@example.org"])
