"""The line of our emails above which their reader writes: below it, where no marks are, nothing counts as written."""

from functools import cache

import pytest
from django.conf import settings
from django.test import override_settings
from django.utils import translation

from notifications.channels.email.composing import compose
from replies.mails.lines import find_lines
from replies.mails.markup import read_html
from replies.mails.patterns import MARKER
from tests.mails.table import make_notice

pytestmark = pytest.mark.django_db
MAILS = ("your_turn_first_of_all", "digest", "draw_offered_at_my_turn", "chat_message")


@pytest.fixture(autouse=True)
def outbox(settings):
    settings.EMAIL_BACKEND = "notifications.channels.email.backend.OutboxBackend"


@cache
def write(name: str, *, language: str = "en", reply_address: str = settings.REPLY_ADDRESS) -> tuple[str, str]:
    """The text and the lines of the HTML of this email, which is made once."""
    notice, now = make_notice(name)
    with translation.override(language), override_settings(REPLY_ADDRESS=reply_address):
        mail = compose(notice, now=now)
    return mail.body, read_html(mail.alternatives[0][0])


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
@pytest.mark.parametrize("name", MAILS)
def test_each_email_that_can_be_answered_begins_with_it_in_every_language(name, language):
    text, html = write(name, language=language)
    assert MARKER.match(text.split("\n")[0])
    assert MARKER.match(html.split("\n")[0])
    assert "Write above the line at the top" in " ".join(text.split())


def test_an_email_that_takes_no_answer_has_none():
    text, html = write("your_turn_first_of_all", reply_address="")
    assert "Write above" not in text + html


@pytest.mark.parametrize("name", MAILS)
@pytest.mark.parametrize("kind", [0, 1], ids=["text", "HTML"])
def test_of_a_quote_without_marks_nothing_is_read(name, kind):
    quote = write(name)[kind]
    assert find_lines(quote) == []
    assert find_lines(f"1: a2-a3\n2: b2-b3\n{quote}") == ["1: a2-a3", "2: b2-b3"]


@pytest.mark.parametrize("name", MAILS)
def test_below_a_quote_with_marks_all_is_read(name):
    text, _ = write(name)
    quote = "".join(f"> {line}\n" for line in text.split("\n"))
    assert find_lines(f"On 28 Nov 2026, Slowboard wrote:\n{quote}\na2-a3\nnote Thanks") == ["a2-a3", "note Thanks"]


@pytest.mark.parametrize("around", ["{0}", "*{0}*", "## {0} ##", "— {0} —", "-- {0}", "  {0}"])
def test_it_is_known_however_a_program_changes_what_stands_around_it(around):
    assert find_lines(f"a2-a3\n{around.format('Write above this line')}\nb2-b3") == ["a2-a3"]
