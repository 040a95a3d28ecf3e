"""GNU Mailutils’ imap4d, which answers `UID n:*` with nothing, is read like any other server."""

import imaplib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from imap_tools import BaseMailBox

from replies.ways import imap
from replies.ways.imap import Folder
from tests.machine import start
from tests.servers import find_program

pytestmark = pytest.mark.late
CONFIG = 'preauth stdio; mailbox {{ mailbox-pattern "{box}"; }}; logging {{ syslog no; }};'
MAIL = "From a@example.org Sat Nov 28 22:00:00 2026\nSubject: {number}\n\na2-a3\n\n"


class Piped(BaseMailBox):
    """Speaks with a server that is run for it, and lets it in unasked."""

    def __init__(self, command: str) -> None:
        self._command = command
        super().__init__()

    def _get_mailbox_client(self) -> imaplib.IMAP4:
        return imaplib.IMAP4_stream(self._command)


@contextmanager
def find_server() -> Iterator[str]:
    yield find_program("imap4d", "/usr/sbin/imap4d")


@pytest.fixture
def folder(tmp_path: Path):
    with start(find_server()) as program:
        box, config = tmp_path / "box", tmp_path / "config"
        box.write_text("".join(MAIL.format(number=number) for number in (1, 2, 3)))
        config.write_text(CONFIG.format(box=box))
        mailbox = Piped(f"{program} --inetd --no-config --config-file={config} 2>/dev/null")
        mailbox.folder.set("INBOX")
        imap.learn_capabilities(mailbox.client)
        yield Folder(mailbox, imap.read_url("imap://x:y@localhost/INBOX"))
        imap.close(mailbox)


def test_all_mails_are_found_fetched_and_taken_out(folder):
    assert folder._mailbox.uids("UID 1:*") == []  # the server’s own fault, without which this shows nothing
    assert [folder.list_uids(above=above) for above in (0, 1, 3)] == [[1, 2, 3], [2, 3], []]
    assert folder.fetch(2).raw.startswith(b"Subject: 2")
    folder.take_out(2)
    assert folder.list_uids(above=0) == [1, 3]
