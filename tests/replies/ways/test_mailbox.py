"""The mailbox is read by IMAP: each answer once, each mail that is not ours left where it lies."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Heartbeat, Turn
from replies import receiving
from replies.mails import parsing
from replies.mails.parsing import MOST_BYTES
from replies.models import Mailbox, Reply
from replies.tasks import read_replies
from replies.ways import imap
from replies.ways.mailbox import MOST_TRIED, TOLERANCE, find_arrival
from tests.dovecot import PASSWORD, USER
from tests.factories import GameFactory
from tests.replies.ways.answering import write_answer

pytestmark = pytest.mark.django_db
NOON = timezone.now().replace(hour=12, minute=0, second=0, microsecond=0)
MINUTE = timedelta(minutes=1)
Part = Heartbeat.Part


def heard(part: Part):
    return Heartbeat.objects.filter(part=part).values_list("at", flat=True).first()


def test_an_answer_is_played_once_and_leaves_the_mailbox(mailbox):
    game = GameFactory()
    mailbox.deliver(write_answer(game).as_bytes())
    assert read_replies() == 1
    assert read_replies() == 0
    assert Turn.objects.filter(game=game).count() == 1
    assert mailbox.list_subjects() == []
    assert (Reply.objects.get().way, heard(Part.NO_REPLY)) == ("mailbox", None)
    assert timezone.now() - heard(Part.REPLIES) < MINUTE


def test_what_is_not_addressed_to_us_stays_and_is_read_once(mailbox, monkeypatch):
    game = GameFactory()
    to_a_person = write_answer(game, To="ada@reply.localhost", Subject="Dinner?")
    no_token = write_answer(game, To="turn@reply.localhost", Subject="Buy now")
    wrong_token = write_answer(game, To=f"turn+{'a' * 40}@reply.localhost", Subject="Buy now")
    mailbox.deliver(*(mail.as_bytes() for mail in (to_a_person, no_token, wrong_token)))
    assert read_replies() == 3
    assert mailbox.list_subjects() == ["Dinner?"]
    monkeypatch.setattr(imap.Folder, "fetch", None)  # no mail is asked for again
    assert read_replies() == 0
    assert not Reply.objects.exists()


def test_a_mail_that_others_have_marked_as_deleted_is_not_removed_with_ours(mailbox):
    game = GameFactory()
    mailbox.deliver(write_answer(game, To="ada@reply.localhost", Subject="Dinner?").as_bytes())
    with mailbox.open() as client:
        client.select("INBOX")
        client.store("1", "+FLAGS.SILENT", r"(\Deleted)")
        client.unselect()
    mailbox.deliver(write_answer(game).as_bytes())
    assert read_replies() == 2
    assert mailbox.list_subjects() == ["Dinner?"]


def test_starttls_is_spoken_on_this_machine(mailbox, settings):
    settings.REPLY_MAILBOX = mailbox.url.replace("imaps://", "imap://").replace(str(mailbox.port), str(mailbox.plain))
    mailbox.deliver(write_answer(GameFactory()).as_bytes())
    assert read_replies() == 1


def test_of_a_large_mail_the_beginning_is_fetched(mailbox, monkeypatch):
    game = GameFactory()
    mail = write_answer(game)
    mail.add_attachment(b"\xff" * 3_000_000, maintype="image", subtype="png", filename="cat.png")
    mailbox.deliver(mail.as_bytes())
    fetched = []
    usual = imap.Folder.fetch
    monkeypatch.setattr(imap.Folder, "fetch", lambda folder, uid: fetched.append(usual(folder, uid)) or fetched[-1])
    assert read_replies() == 1
    assert [len(one.raw) for one in fetched] == [MOST_BYTES]
    assert Turn.objects.filter(game=game).count() == 1


# --- Faults ------------------------------------------------------------------------------------------------------
def test_a_mail_that_meets_a_fault_stays_and_holds_up_no_other(mailbox, monkeypatch):
    poor, well = GameFactory(), GameFactory()
    mailbox.deliver(write_answer(poor, Subject="poor").as_bytes(), write_answer(well).as_bytes())
    usual = receiving.receive

    def fail(incoming):
        if parsing.read_header(incoming.mail, "Subject") == "poor":
            raise ZeroDivisionError
        return usual(incoming)

    monkeypatch.setattr(receiving, "receive", fail)
    assert read_replies() == 1
    assert mailbox.list_subjects() == ["poor"]
    assert (heard(Part.REPLIES), heard(Part.NO_REPLY)) == (None, None)  # the look left something, but it did look
    for _ in range(MOST_TRIED - 1):
        read_replies()
    assert mailbox.list_subjects() == ["poor"]
    assert heard(Part.REPLIES)
    monkeypatch.setattr(receiving, "receive", usual)
    assert read_replies() == 0  # it is left there for a person to look at


@pytest.mark.parametrize("wrong", ["port", "password", "certificate", "folder"])
def test_a_mailbox_that_cannot_be_read_is_noted(mailbox, settings, monkeypatch, wrong, dovecot):
    if wrong == "certificate":
        monkeypatch.setenv("SSL_CERT_FILE", "/dev/null")
    broken = {
        "port": dovecot.url.replace(str(dovecot.port), "1"),
        "password": dovecot.url.replace("pass", "word"),
        "folder": dovecot.url.replace("INBOX", "NONE"),
    }
    settings.REPLY_MAILBOX = broken.get(wrong, dovecot.url)
    assert read_replies() == 0
    assert heard(Part.NO_REPLY)
    assert not heard(Part.REPLIES)
    assert Mailbox.objects.get().claim == ""


def test_one_worker_reads_at_a_time(mailbox, monkeypatch):
    mailbox.deliver(write_answer(GameFactory()).as_bytes())
    inner = []
    usual = receiving.receive
    monkeypatch.setattr(receiving, "receive", lambda incoming: inner.append(read_replies()) or usual(incoming))
    assert (read_replies(), inner) == (1, [0])


def test_a_mailbox_that_was_made_anew_is_read_from_its_beginning(mailbox):
    mailbox.deliver(write_answer(GameFactory()).as_bytes())
    read_replies()
    Mailbox.objects.update(uid_validity=7, read_up_to=10_000)
    mailbox.deliver(write_answer(GameFactory()).as_bytes())
    assert read_replies() == 1


# --- When it came ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("told", "last", "counts"),
    [
        (NOON - 20 * MINUTE, NOON - 22 * MINUTE, NOON - 20 * MINUTE),
        (NOON - 20 * MINUTE, NOON - 19 * MINUTE, NOON - 20 * MINUTE),
        (NOON - 20 * MINUTE, NOON - 20 * MINUTE + TOLERANCE, NOON - 20 * MINUTE),
        (NOON - 20 * MINUTE, NOON - 17 * MINUTE, NOON),  # the last look would have found it
        (NOON + 20 * MINUTE, NOON - MINUTE, NOON + timedelta(seconds=3)),
        (NOON - 20 * MINUTE, None, NOON),
        (None, NOON - MINUTE, NOON),
    ],
)
def test_what_counts_is_when_our_side_first_had_it(told, last, counts):
    assert find_arrival(told, last=last, began=NOON, now=NOON + timedelta(seconds=3)) == counts


def test_the_date_is_the_servers_not_the_senders(mailbox):
    read_replies()
    Mailbox.objects.update(looked_at=timezone.now() - 30 * MINUTE)
    came = timezone.now().replace(microsecond=0) - 10 * MINUTE
    mailbox.deliver(write_answer(GameFactory(), Date="Thu, 01 Jan 1970 00:00:00 +0000").as_bytes(), at=came)
    read_replies()
    assert Reply.objects.get().arrived_at == came


def test_an_address_is_read_with_its_signs():
    server = imap.read_url("imaps://turn%40reply.localhost:pass%2Bword%2Fwith%3Asigns%40home@mail.example.org/Replies")
    assert (server.user, server.password, server.port, server.folder) == (USER, PASSWORD, 993, "Replies")


def test_a_look_leaves_the_rest_after_a_while(mailbox, monkeypatch):
    mailbox.deliver(*(write_answer(GameFactory()).as_bytes() for _ in range(3)))
    times = iter([True, False])
    monkeypatch.setattr("replies.ways.mailbox.Look.goes_on", lambda look: next(times, True))
    assert read_replies() == 1
    assert not heard(Part.REPLIES)
    assert read_replies() == 2
    assert heard(Part.REPLIES)
    assert mailbox.list_subjects() == []
