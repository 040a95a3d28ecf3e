"""`manage.py doctor` opens the mailbox of a real Dovecot: its folders, and who vouches for senders there."""

import pytest

from mastery_site.doctor.contract import Asked
from mastery_site.doctor.kinds.replies import kind
from mastery_site.doctor.running import Run
from notifications.models import ServerFault
from replies.ways import imap
from tests.dovecot import WITHIN_URL
from tests.factories import GameFactory
from tests.replies.ways.answering import AUTHORITY, write_answer

pytestmark = pytest.mark.django_db


def examine(**asked) -> list[tuple[bool, str, str]]:
    return [(line.ok, line.about, line.said) for line in kind.examine(Asked(**asked))]


def test_it_tells_how_many_mails_lie_there_and_takes_none(mailbox):
    mailbox.deliver(*(write_answer(GameFactory()).as_bytes() for _ in range(2)))
    opened, authority = examine()
    assert opened == (True, f"turn@reply.localhost at localhost:{mailbox.port}, INBOX", "Opened; mails in it: 2.")
    assert authority == (
        True,
        "Authentication-Results of the newest 2 mails",
        f"{AUTHORITY} (2); REPLY_AUTHORITY is {AUTHORITY}.",
    )
    assert len(mailbox.list_subjects()) == 2


@pytest.mark.parametrize(
    ("wanted", "ok", "said"),
    [
        ("mx.elsewhere.example", False, "REPLY_AUTHORITY is mx.elsewhere.example, so no sender is proven."),
        ("", True, "REPLY_AUTHORITY is not set, so each reply is answered with a link."),
    ],
)
def test_another_authority_than_that_of_the_settings_is_told(mailbox, settings, wanted, ok, said):
    settings.REPLY_AUTHORITY = wanted
    mailbox.deliver(write_answer(GameFactory()).as_bytes())
    line = examine()[-1]
    assert (line[0], line[2]) == (ok, f"{AUTHORITY} (1); {said}")


def test_one_of_several_authorities_is_enough_and_names_in_headers_of_senders_are_not_told(mailbox, settings):
    settings.REPLY_AUTHORITY = f"mx.other.example, {AUTHORITY}"
    below = (
        b"Received: from a by b; Sat, 28 Nov 2026 12:00:00 +0000\r\nAuthentication-Results: forged.example; none\r\n"
    )
    headers, _, body = write_answer(GameFactory()).as_bytes().partition(b"\n\n")
    mailbox.deliver(headers.rstrip() + b"\r\n" + below + b"\r\n" + body)
    line = examine()[-1]
    assert (line[0], line[2]) == (True, f"{AUTHORITY} (1); REPLY_AUTHORITY is mx.other.example, {AUTHORITY}.")


def test_the_folder_for_what_was_dealt_with_is_made_as_each_look_does(mailbox, settings):
    settings.REPLY_MAILBOX = f"{mailbox.url}?done=Answered"
    assert (True, "Answered", "There, for mails that were dealt with.") in examine()
    with mailbox.open() as client:
        assert b"Answered" in b" ".join(client.list()[1])
        client.delete("Answered")


def test_what_dovecot_refuses_is_told_in_its_words_and_the_next_log_in_waits(mailbox, settings):
    settings.REPLY_MAILBOX = mailbox.url.replace(WITHIN_URL, WITHIN_URL.replace("pass", "wrong"))
    before = mailbox.count_refused()
    (refused,) = examine()
    assert (refused[0], refused[2]) == (False, "[AUTHENTICATIONFAILED] Authentication failed.")
    (waits,) = examine()
    assert "Authentication failed. (log-ins refused in a row: 1; the next waits until" in waits[2]
    assert mailbox.count_refused() - before == 1
    examine(at_once=True)
    assert (mailbox.count_refused() - before, ServerFault.objects.get().refusals) == (2, 2)
    settings.REPLY_MAILBOX = mailbox.url
    assert examine()[0][0]
    assert not ServerFault.objects.exists()


def test_a_folder_that_is_not_there_and_a_server_that_is_away_are_told(mailbox, settings):
    settings.REPLY_MAILBOX = mailbox.url.replace("INBOX", "Nowhere")
    assert "Nowhere" in examine()[0][2]
    settings.REPLY_MAILBOX = mailbox.url.replace(str(mailbox.port), "1")
    assert examine()[0][2] == "ConnectionRefusedError: [Errno 111] Connection refused"


@pytest.mark.django_db(transaction=True)
def test_what_strangers_wrote_is_shown_on_one_line_without_control_characters(mailbox):
    mail = write_answer(GameFactory()).as_bytes()
    forged = b"Authentication-Results: \x1b[31mred\x07 " + b"x" * 3000 + b"; none\r\n"
    mailbox.deliver(forged + mail)
    line = Run(kind, Asked()).try_alone()[-1]
    assert line.said.isprintable()
    assert len(line.said) <= 400
    assert imap.read_url(mailbox.url).password not in line.said
