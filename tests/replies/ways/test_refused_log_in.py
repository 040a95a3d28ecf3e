"""A real Dovecot that refuses our log-in is asked again ever more rarely; staff are told what it said."""

import logging
import socket
import threading
from contextlib import contextmanager
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from games.models import Heartbeat
from notifications.models import ServerFault
from replies.tasks import read_replies
from tests.dovecot import PASSWORD, WITHIN_URL
from tests.factories import GameFactory
from tests.replies.ways.answering import write_answer
from tests.servers import free_port

pytestmark = [pytest.mark.django_db, pytest.mark.late]
EVERY = timedelta(seconds=20)


@pytest.fixture
def refusing(mailbox, settings):
    """It was told a wrong password."""
    settings.REPLY_MAILBOX = mailbox.url.replace(WITHIN_URL, WITHIN_URL.replace("pass", "wrong"))
    return mailbox


def look_for(length: timedelta) -> int:
    """Looks as beat does; returns how many looks asked the server."""
    began, asked = timezone.now(), 0
    with time_machine.travel(began, tick=False) as clock:
        while timezone.now() < began + length:
            before = ServerFault.objects.values_list("at", flat=True).first()
            read_replies()
            asked += ServerFault.objects.values_list("at", flat=True).first() != before
            clock.shift(EVERY)
    return asked


def test_dovecot_hears_of_a_wrong_password_a_few_times_alone(refusing, caplog):
    caplog.set_level(logging.INFO)
    before = refusing.count_refused()
    assert look_for(timedelta(minutes=8)) == 4
    assert refusing.count_refused() - before == 4, "at 0, 1, 3 and 7 minutes"
    assert "[AUTHENTICATIONFAILED] Authentication failed." in caplog.text
    assert "wrong+word" not in caplog.text
    fault = ServerFault.objects.get()
    assert (fault.part, fault.refusals, fault.try_at - fault.at) == ("replies", 4, timedelta(minutes=8))
    assert "Authentication failed" in fault.said
    assert Heartbeat.objects.filter(part="no_reply").exists(), "the waiting is a failing, too"


def test_the_right_password_is_tried_at_once(refusing, settings):
    look_for(timedelta(minutes=2))
    settings.REPLY_MAILBOX = refusing.url
    refusing.deliver(write_answer(GameFactory()).as_bytes())
    assert read_replies() == 1
    assert not ServerFault.objects.exists()


def test_the_mailbox_is_read_again_when_dovecot_has_learnt_our_password(refusing, settings):
    refusing.deliver(write_answer(GameFactory()).as_bytes())
    look_for(timedelta(minutes=2))
    try:
        refusing.set_password(PASSWORD.replace("pass", "wrong"))
        assert read_replies() == 0, "it waits"
        ServerFault.objects.update(try_at=timezone.now())
        assert read_replies() == 1
    finally:
        refusing.set_password(PASSWORD)
    assert not ServerFault.objects.exists()


def test_a_server_that_hangs_up_at_once_is_tried_as_often_as_ever(mailbox, settings):
    with hanging_up() as port:
        settings.REPLY_MAILBOX = mailbox.url.replace(str(mailbox.port), str(port))
        assert look_for(timedelta(minutes=2)) == 6
    fault = ServerFault.objects.get()
    assert (fault.refusals, fault.try_at) == (0, None)


@contextmanager
def hanging_up():
    """As one that has banned us: it takes a connection, and closes it."""
    port = free_port()
    with socket.create_server(("127.0.0.1", port)) as server:

        def take() -> None:
            try:
                while True:
                    server.accept()[0].close()
            except OSError:
                return

        thread = threading.Thread(target=take, daemon=True)
        thread.start()
        yield port
        server.shutdown(socket.SHUT_RDWR)
    thread.join()
