"""Nothing that anybody typed reaches a header or a subject but as plain words on one line."""

import re
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
from notifications.wording.clean import TAGGED_FLAG, clean_line, clean_lines
from tests.factories import ChallengeFactory
from tests.rows import each_row

SEEN_JOINED = re.compile(r"(?<=\S)[\u200c\u200d](?=\S)")
NASTY = [
    "Eve\r\nBcc: all@example.org",
    "Eve\u2028Bcc: all@example.org",
    "\u202egro.elpmaxe\u202c",
    "<script>alert(1)</script>",
    "\x00\x1b[31m\x7f\x85",
    "{{ settings.SECRET_KEY }}",
    "a\u0300" * 300,
    "=?utf-8?q?Bcc=3A?=",
    "👨\u200d👩\u200d👧\u200d\u200d" * 40,
    "🏴\U000e0067\U000e0062\u202e\U000e007f\u200d",
    "\ud800",
]


@given(st.text() | st.sampled_from(NASTY))
@example("\r\n")
def test_a_line_has_nothing_that_breaks_hides_or_turns(text):
    line = clean_line(text)
    assert len(line) <= 160
    plain = SEEN_JOINED.sub("", TAGGED_FLAG.sub("", line))
    assert not [one for one in plain if unicodedata.category(one)[0] == "C" or (one.isspace() and one != " ")]
    line.encode()
    assert clean_line(line) == line


@pytest.mark.parametrize(
    "text", ["👨\u200d👩\u200d👧 می\u200cخواهم", "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f!"]
)
def test_families_flags_and_persian_stay_as_they_were_written(text):
    assert clean_line(text) == text
    assert clean_lines(f"{text}\n{text}") == [text, text]


@each_row("text", ["\u200da", "a\u200d", "a\u200d \u200db", "a\u200c\u200d\u200cb", "a\U000e0061", "\u200d"])
def test_a_joiner_between_no_letters_is_removed(text):
    assert not set(clean_line(text)) & {"\u200c", "\u200d", "\U000e0061"}


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
