"""Staff read on the status page what a mail server said that does not take our log-in; nobody else does."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from mastery_site.pages import status
from notifications.channels.email.transport import find_log_in
from notifications.log_ins import LogIn, Part
from notifications.models import ServerFault

SAID = "535 5.7.8 authentication failed"


@pytest.fixture(autouse=True)
def refused(db, settings):
    settings.REPLY_MAILBOX = "imaps://turn:secret@mail.example.org/INBOX"
    status.read_state.cache_clear()
    find_log_in().note_fault(SAID, refused=True)
    LogIn(Part.REPLIES, settings.REPLY_MAILBOX).note_fault("ConnectionRefusedError: [Errno 111] Connection refused")


def read(client) -> str:
    return " ".join(client.get("/status/").content.decode().split())


def test_staff_read_it_with_when_the_next_log_in_is_due(client, admin):
    client.force_login(admin)
    page = read(client)
    assert f"The server that sends emails</strong><br> {SAID}<br>" in page
    assert "Log-ins refused in a row: 1." in page
    assert "The mailbox of replies</strong><br> ConnectionRefusedError: [Errno 111] Connection refused" in page


def test_others_do_not(client, alice):
    assert SAID not in read(client)
    client.force_login(alice)
    assert SAID not in read(client)


def test_what_was_said_of_other_settings_is_shown_no_more(client, admin, settings):
    settings.REPLY_MAILBOX, settings.EMAIL_HOST_PASSWORD = "", "another"
    client.force_login(admin)
    assert "What servers said" not in read(client)


def test_players_pay_no_query_for_it(client, alice):
    client.force_login(alice)
    read(client)
    with CaptureQueriesContext(connection) as asked:
        read(client)
    assert asked.captured_queries
    assert not any(ServerFault._meta.db_table in query["sql"] for query in asked)
