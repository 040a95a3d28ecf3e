"""A Dovecot for the tests of the mailbox, one a process."""

import pytest

from replies.models import Mailbox
from tests.dovecot import Dovecot, run_dovecot
from tests.machine import start
from tests.replies.ways.answering import AUTHORITY


@pytest.fixture(autouse=True)
def _address(_mail, settings):
    settings.REPLY_ADDRESS = "turn@reply.localhost"


@pytest.fixture(scope="session")
def dovecot():
    with start(run_dovecot()) as server:
        yield server


@pytest.fixture
def mailbox(dovecot: Dovecot, settings, monkeypatch) -> Dovecot:
    """The site reads this mailbox, which is empty."""
    monkeypatch.setenv("SSL_CERT_FILE", dovecot.certificate)
    settings.REPLY_MAILBOX, settings.REPLY_AUTHORITY = dovecot.url, AUTHORITY
    dovecot.clear()
    return dovecot


@pytest.fixture
def looked(db):
    """The mailbox of the site's own as it is stored."""
    return Mailbox.objects.get
