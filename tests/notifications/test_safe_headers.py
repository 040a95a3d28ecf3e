"""Nothing that anybody typed reaches a header or a subject but as plain words on one line."""

import unicodedata
from email import message_from_bytes, policy
from unittest import mock

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from games.models import Challenge
from notifications.channels.email.composing import compose
from notifications.models import Notice
from notifications.wording.clean import clean_line, clean_lines
from tests.factories import ChallengeFactory

NASTY = [
    "Eve\r\nBcc: all@example.org",
    "Eve\u2028Bcc: all@example.org",
    "\u202egro.elpmaxe\u202c",
    "<script>alert(1)</script>",
    "\x00\x1b[31m\x7f\x85",
    "{{ settings.SECRET_KEY }}",
    "a\u0300" * 300,
    "=?utf-8?q?Bcc=3A?=",
    "\ud800",
]


@given(st.text() | st.sampled_from(NASTY))
@example("\r\n")
def test_a_line_has_nothing_that_breaks_hides_or_turns(text):
    line = clean_line(text)
    assert len(line) <= 160
    assert not [one for one in line if unicodedata.category(one)[0] == "C" or (one.isspace() and one != " ")]
    line.encode()
    assert clean_line(line) == line


@given(st.text())
def test_a_note_keeps_its_lines_and_nothing_else_that_breaks(text):
    for line in clean_lines(text):
        assert line == clean_line(line, longest=2000) != ""


@pytest.fixture
def invitation(alice):
    ChallengeFactory(challenger=alice, audience="address", address="dora@example.net")
    return Notice.objects.get()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25, deadline=None)
@given(name=st.sampled_from(NASTY[:-1]) | st.text(max_size=40), note=st.sampled_from(NASTY) | st.text(max_size=200))
def test_a_mail_is_whole_whatever_the_name_and_the_note(invitation, alice, name, note):
    challenge = Challenge.objects.get()
    challenge.note, challenge.challenger.username = note, name
    with mock.patch("notifications.kinds.invitation.load_challenge", return_value=challenge):
        message = compose(invitation, now=timezone.now())
    raw = message.message().as_bytes()
    parsed = message_from_bytes(raw, policy=policy.default)
    assert parsed["To"] == "dora@example.net"
    assert parsed["Bcc"] is None
    assert "\n" not in message.subject
    assert "<script>" not in message.alternatives[0].content
    assert parsed.get_body(("plain",)).get_content()
