"""Speaks IMAP: which mails lie in a folder, the beginning of each, and how one is taken out."""

from __future__ import annotations

import imaplib
import re
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from imap_tools import MailBox, MailBoxStartTls
from imap_tools.errors import ImapToolsError
from imap_tools.mailbox import BaseMailBox

from replies.mails.parsing import MOST_BYTES

PATIENCE = 10.0
"""Seconds that the server has for each of its answers."""
FAULTS = (OSError, imaplib.IMAP4.error, ImapToolsError, ssl.SSLError)
"""What a server that is away, hangs up, refuses or talks nonsense comes to."""
REFUSED = (imaplib.IMAP4.error, ImapToolsError)
"""What a server that refuses one thing, and listens on, comes to; but `imaplib.IMAP4.abort` means that it has gone."""
ARRIVED = re.compile(rb'INTERNALDATE "([^"]{20,40})"')


@dataclass(frozen=True, slots=True)
class Server:
    """What INBOUND_URL says: `imaps://user:password@host:993/INBOX?done=Answered`."""

    host: str
    port: int
    is_encrypted: bool
    """From the first byte on; else by STARTTLS, on this machine alone."""
    user: str
    password: str
    folder: str
    done: str
    """The folder to which mails are moved that were dealt with; empty to delete them."""

    @property
    def name(self) -> str:
        return f"{self.user} at {self.host}:{self.port}, {self.folder}"[:400]


@dataclass(frozen=True, slots=True)
class Fetched:
    raw: bytes
    """Its first megabyte."""
    arrived_at: datetime | None
    """As the server says."""


def read_url(url: str) -> Server:
    parts = urlsplit(url)
    is_encrypted = parts.scheme == "imaps"
    return Server(
        host=parts.hostname or "",
        port=parts.port or (993 if is_encrypted else 143),
        is_encrypted=is_encrypted,
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        folder=unquote(parts.path.strip("/")) or "INBOX",
        done=parse_qs(parts.query).get("done", [""])[0],
    )


class Folder:
    """A folder that was opened. Its methods raise what FAULTS names."""

    def __init__(self, mailbox: BaseMailBox, server: Server) -> None:
        self._mailbox, self._server = mailbox, server
        _, told = mailbox.client.response("EXISTS")
        self._mails = int(told[-1]) if told and told[-1] else 1  # unless it says so, there may be some

    def find_validity(self) -> int:
        """As the server said when the folder was opened; while it stays, a number is the same mail."""
        _, told = self._mailbox.client.response("UIDVALIDITY")
        return int(told[0]) if told and told[0] else 0

    def list_uids(self, *, above: int) -> list[int]:
        """In the order in which they came."""
        uids = self._mailbox.uids(f"UID {above + 1}:*", charset=None)
        if not uids and self.count_mails():  # any other server finds the last one at least: GNU Mailutils’ finds none
            uids = self._mailbox.uids("ALL", charset=None)
        return sorted(uid for uid in map(int, uids) if uid > above)  # “7:*” also finds the last one where that is 5

    def count_mails(self) -> int:
        """As the server says now."""
        self._mailbox.client.noop()  # with whose answer it tells what has come
        _, told = self._mailbox.client.response("EXISTS")
        return int(told[-1]) if told and told[-1] else self._mails

    def fetch(self, uid: int) -> Fetched | None:
        """Without marking it as seen; None where it has gone."""
        wanted = f"(INTERNALDATE BODY.PEEK[]<0.{MOST_BYTES}>)"
        _, answer = self._mailbox.client.uid("FETCH", str(uid), wanted)
        pieces = [piece for piece in answer if isinstance(piece, tuple)]
        if not pieces:
            return None
        told = b" ".join(part if isinstance(part, bytes) else part[0] for part in answer if part)
        return Fetched(pieces[0][1], read_date(told))

    def prepare(self) -> None:
        """Makes the folder for those that are done with, where it is missing. Raises one of REFUSED."""
        done = self._server.done
        if done and not self._mailbox.folder.exists(done):
            self._mailbox.folder.create(done)

    def take_out(self, uid: int) -> None:
        """Moves it to the folder for those that are done with, or deletes it, and no other mail. Raises one of REFUSED
        where the server does not."""
        client: Any = self._mailbox.client
        if self._server.done and "MOVE" in client.capabilities:
            self._mailbox.move([str(uid)], self._server.done)
            return
        if self._server.done:
            self._mailbox.copy([str(uid)], self._server.done)
        require(client.uid("STORE", str(uid), "+FLAGS.SILENT", r"(\Deleted)"))
        require(client.uid("EXPUNGE", str(uid)) if "UIDPLUS" in client.capabilities else client.expunge())


def require(answer: tuple[str, Any]) -> None:
    """Raises imaplib.IMAP4.error where the server says no."""
    if answer[0] != "OK":
        raise imaplib.IMAP4.error("The server says no")


class LogInRefused(Exception):
    """The log-in came to no good end; `str(error)` says in one line what the server said."""


@contextmanager
def open_folder(server: Server) -> Iterator[Folder]:
    """Logs in. Raises what FAULTS names, and LogInRefused."""
    mailbox = connect(server)
    try:
        log_in(mailbox, server)
        mailbox.folder.set(server.folder)
        learn_capabilities(mailbox.client)
        yield Folder(mailbox, server)
    finally:
        close(mailbox)


def connect(server: Server) -> BaseMailBox:
    """Raises what FAULTS names."""
    if server.is_encrypted:
        context = ssl.create_default_context()
        return MailBox(server.host, server.port, timeout=PATIENCE, ssl_context=context)
    context = ssl._create_unverified_context()  # of this machine: nobody stands between, certificates name other hosts
    return MailBoxStartTls(server.host, server.port, timeout=PATIENCE, ssl_context=context)


def log_in(mailbox: BaseMailBox, server: Server) -> None:
    """Whatever ends it but the server's yes counts as refused: a server that has refused some delays the next answer
    beyond our patience, or hangs up. Raises LogInRefused."""
    try:
        mailbox.login(server.user, server.password, initial_folder=None)
    except FAULTS as error:
        raise LogInRefused(describe(error)) from error


def describe(error: Exception) -> str:
    """A fault in one line, in the server's own words where it said any."""
    told = getattr(error, "command_result", None)  # of imap_tools
    said = b" ".join(each for each in (told[1] if told else ()) if isinstance(each, bytes)).decode(errors="replace")
    return " ".join((said or f"{type(error).__name__}: {error}").split())[:500]


def learn_capabilities(client: Any) -> None:
    """Those that a server tells only who has logged in; imaplib asks before."""
    _, told = client.capability()
    client.capabilities = tuple(b" ".join(filter(None, told)).decode("ascii", "replace").upper().split())


def close(mailbox: BaseMailBox) -> None:
    """Hangs up, politely where the server still listens."""
    try:
        mailbox.logout()
    except FAULTS:
        mailbox.client.shutdown()


def read_date(told: bytes) -> datetime | None:
    """INTERNALDATE of an answer, in UTC; None where there is none."""
    found = ARRIVED.search(told)
    try:
        return datetime.strptime(found[1].decode().strip(), "%d-%b-%Y %H:%M:%S %z").astimezone(UTC) if found else None
    except ValueError:
        return None
