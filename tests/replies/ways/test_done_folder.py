"""What was dealt with leaves the mailbox, or goes to a folder that is made for it; where it can't, reading goes on."""

import imaplib
import time
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone
from imap_tools.errors import MailboxMoveError

from games.models import Heartbeat, Turn
from mastery_site.checks.malformed import Malformed
from mastery_site.checks.replies import check_inbound_url
from notifications.models import Notice
from replies import receiving
from replies.models import Mailbox, Reply
from replies.receiving import Outcome
from replies.tasks import read_replies
from replies.ways import imap
from tests.factories import GameFactory
from tests.replies.ways.answering import write_answer

pytestmark = pytest.mark.django_db
REPLIES = Heartbeat.objects.filter(part=Heartbeat.Part.REPLIES)


@pytest.fixture
def done(mailbox, settings):
    """A folder that is not there yet."""
    name = f"Done{time.monotonic_ns()}"
    settings.REPLY_MAILBOX = f"{mailbox.url}?done={name}"
    return name


def test_the_folder_is_made_and_answers_are_moved_there(mailbox, done):
    assert read_replies() == 0
    assert mailbox.list_subjects(done) == []
    mailbox.deliver(write_answer(GameFactory(), Subject="Re: your turn").as_bytes())
    assert (read_replies(), read_replies()) == (1, 0)
    assert (mailbox.list_subjects(), mailbox.list_subjects(done)) == ([], ["Re: your turn"])


def test_a_server_without_move_copies(mailbox, done, monkeypatch):
    monkeypatch.setattr(imap, "learn_capabilities", lambda client: setattr(client, "capabilities", ("UIDPLUS",)))
    mailbox.deliver(write_answer(GameFactory(), Subject="Re: your turn").as_bytes())
    assert read_replies() == 1
    assert (mailbox.list_subjects(), mailbox.list_subjects(done)) == ([], ["Re: your turn"])


@pytest.mark.parametrize("url", ["?done=INBOX", "?done=inbox", "?done=", "?done=%20", "Replies?done=Replies"])
def test_a_folder_where_mail_comes_in_is_refused(url):
    base = "imaps://u:p@mail.example.org/"
    with pytest.raises(Malformed):
        check_inbound_url(base + url)
    check_inbound_url(base + "Replies?done=Answered")


def fail(*_, **__):
    raise MailboxMoveError(command_result=("NO", [b"over quota"]), expected="OK")


def test_a_move_that_fails_stops_no_reading_and_is_tried_again(mailbox, done, monkeypatch):
    monkeypatch.setattr(imap.Folder, "take_out", fail)
    games = [GameFactory(), GameFactory()]
    mailbox.deliver(*(write_answer(game, Subject=f"{game.pk}").as_bytes() for game in games))
    read_replies()
    assert Turn.objects.count() == 2
    assert (REPLIES.exists(), Mailbox.objects.get().looked_at) == (False, None)
    monkeypatch.setattr(receiving, "receive", None)  # none of them is read again
    read_replies()
    monkeypatch.undo()
    monkeypatch.setenv("SSL_CERT_FILE", mailbox.certificate)
    assert read_replies() == 2
    assert len(mailbox.list_subjects(done)) == 2
    assert REPLIES.exists()
    assert Mailbox.objects.get().waiting == {}


@pytest.mark.parametrize("command", ["STORE", "EXPUNGE"])
def test_a_server_that_will_not_delete_stops_no_reading(mailbox, monkeypatch, command):
    usual = imaplib.IMAP4.uid
    refuse = lambda client, name, *args: ("NO", [b"x"]) if name == command else usual(client, name, *args)  # noqa: E731
    monkeypatch.setattr(imaplib.IMAP4, "uid", refuse)
    mailbox.deliver(*(write_answer(GameFactory()).as_bytes() for _ in range(2)))
    read_replies()
    assert Turn.objects.count() == 2
    assert not REPLIES.exists()


def test_a_folder_that_cannot_be_made_stops_no_reading(mailbox, done, monkeypatch):
    monkeypatch.setattr(imap.Folder, "prepare", fail)
    monkeypatch.setattr(imap.Folder, "take_out", fail)
    mailbox.deliver(write_answer(GameFactory()).as_bytes())
    read_replies()
    assert Turn.objects.count() == 1
    assert not REPLIES.exists()


def test_a_server_that_hangs_up_then_ends_the_look(mailbox, monkeypatch):
    def hang_up(*_):
        raise imaplib.IMAP4.abort("gone")

    monkeypatch.setattr(imap.Folder, "take_out", hang_up)
    mailbox.deliver(write_answer(GameFactory()).as_bytes())
    read_replies()
    assert Heartbeat.objects.filter(part=Heartbeat.Part.NO_REPLY).exists()


def test_a_server_that_answers_a_range_with_nothing_is_asked_for_all(mailbox, monkeypatch):
    usual = imap.BaseMailBox.uids
    asked = []

    def find(box, criteria, **how):
        asked.append(criteria)
        return [] if criteria.startswith("UID") else usual(box, criteria, **how)

    monkeypatch.setattr(imap.BaseMailBox, "uids", find)
    mailbox.deliver(write_answer(GameFactory()).as_bytes())
    assert (read_replies(), asked[1:]) == (1, ["ALL"])
    asked.clear()
    read_replies()
    assert len(asked) == 1  # nothing lies there


# --- Beyond the limit of its writer ---------------------------------------------------------------------------------
def test_a_mail_beyond_the_limit_stays_and_holds_up_nobody(mailbox, monkeypatch):
    greedy, other = GameFactory(), GameFactory()
    monkeypatch.setattr(receiving, "has_to_wait", lambda reply: Reply.objects.count() == 1)
    mailbox.deliver(write_answer(greedy, Subject="greedy").as_bytes(), write_answer(other, Subject="other").as_bytes())
    assert read_replies() == 1
    assert mailbox.list_subjects() == ["greedy"]
    assert REPLIES.exists()  # games of others end in time
    assert Notice.objects.filter(dedupe_key__contains=":waits:").count() == 1
    monkeypatch.setattr(imap.Folder, "fetch", None)  # within five minutes it is not even fetched
    assert read_replies() == 0
    monkeypatch.undo()
    monkeypatch.setenv("SSL_CERT_FILE", mailbox.certificate)
    came = Reply.objects.get(done_at=None).arrived_at
    with time_machine.travel(timezone.now() + timedelta(minutes=6)):
        assert read_replies() == 1
    assert Reply.objects.filter(done_at=None).count() == 0
    assert abs(greedy.turns.get().played_at - came) < timedelta(seconds=5)
    assert mailbox.list_subjects() == []


def test_a_provider_brings_it_again(monkeypatch, settings):
    from tests.replies.ways.brought import SECRET, by_postmark

    settings.REPLY_PROVIDER, settings.ANYMAIL = "postmark", {"WEBHOOK_SECRET": SECRET}
    monkeypatch.setattr(receiving, "receive", lambda incoming: Outcome.LATER)
    answer = by_postmark(write_answer(GameFactory())).send()
    assert (answer.status_code, answer["Retry-After"]) == (503, "60")
