"""Hands emails to the backend that really sends them, over one connection, and says whose fault a failure is."""

from contextlib import suppress
from datetime import datetime
from smtplib import SMTPDataError, SMTPRecipientsRefused, SMTPResponseException
from types import TracebackType
from typing import Self

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.message import sanitize_address

from core.concealing import conceal
from notifications.faults import Deferred, Held, Refused, RefusedAddress, SharedFault, Unreachable
from notifications.log_ins import LogIn, Part, Waits

MOST_FAULTS = 3
"""After this many faults of the site, without any accepted email, a run stops trying."""
ABOUT_THE_MESSAGE = {400, 406, 413, 422}
"""Statuses that mean that a provider rejects this particular email. All others, such as for an expired token or a
used-up quota, are the site's own fault."""


class Transport:
    """A context manager that opens its connection at the first email, and again after a fault."""

    now: datetime | None = None
    """The time that it uses as the present; None to read the clock each time."""
    works: bool | None = None
    """Whether the server accepted any email (True) or none because of a fault of the site (False); None until that is
    known."""

    def __init__(self, log_in: LogIn | None = None) -> None:
        self._connection: BaseEmailBackend | None = None
        self._faults = 0
        self._log_in = log_in or find_log_in()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def send(self, message: EmailMessage) -> str:
        """Sends an email and returns what the server answered. Raises SharedFault, Unreachable, Deferred, Refused or
        RefusedAddress."""
        require_addresses(message)
        connection = self._connection or self.open()
        try:
            if not connection.send_messages([message]):
                raise ConnectionError("The mail backend took no message.")
        except Exception as error:
            fault = judge(error, named_recipient=getattr(connection, "named_recipient", False))
            self._close()
            if not isinstance(fault, SharedFault):
                self._log_in.note_well()
            elif not self.works:
                self._log_in.note_fault(str(fault), now=self.now)
            raise self._note(fault) from error
        self._log_in.note_well()
        self.works = True
        return str(getattr(connection, "answer", "")) or read_provider(message)

    def _note(self, fault: Exception) -> Exception:
        """Notes a fault and returns it. It becomes Unreachable, which ends the run, if every email of this run met a
        fault of the site."""
        if not isinstance(fault, SharedFault):
            return fault
        self._faults += 1
        self.works = self.works or False
        return fault if self.works or self._faults < MOST_FAULTS else Unreachable(str(fault))

    def open(self) -> BaseEmailBackend:
        """Connects and logs in, unless a refused log-in must wait. Raises Unreachable."""
        try:
            self._log_in.begin(now=self.now)
        except Waits as error:
            self.works = self.works or False
            raise Held(str(error), until=error.fault.try_at) from None
        connection = get_connection(settings.NOTICE_EMAIL_BACKEND, fail_silently=False)
        try:
            connection.open()
        except Exception as error:
            said = conceal(describe(error))
            self.works = self.works or False
            refused = getattr(connection, "gave_password", False)
            self._log_in.note_fault(said, refused=refused, now=self.now)
            with suppress(Exception):
                connection.close()
            raise Unreachable(said) from error
        self._log_in.note_taken()
        self._connection = connection
        return connection

    def _close(self) -> None:
        if self._connection is not None:
            with suppress(Exception):
                self._connection.close()
        self._connection = None


def find_log_in() -> LogIn:
    """Returns the server that sends emails, as the settings describe it."""
    names = ("HOST", "PORT", "HOST_USER", "HOST_PASSWORD", "USE_TLS", "USE_SSL")
    return LogIn(Part.MAIL, repr([str(getattr(settings, f"EMAIL_{name}")) for name in names]))


def require_addresses(message: EmailMessage) -> None:
    """Raises RefusedAddress if a recipient's address cannot be written in an email."""
    for address in message.recipients():
        try:
            sanitize_address(address, "utf-8")
        except ValueError as error:
            raise RefusedAddress(describe(error)) from error


def judge(error: Exception, *, named_recipient: bool) -> Exception:
    """Returns the fault that an error of a backend means.

    What the server says before a recipient was named, including a refusal of the sender, is about the site. After that
    it is about this email, as far as one email can tell. RFC 5321, 4.2.1 makes a reply of 5yz final.
    """
    from anymail.exceptions import AnymailError, AnymailRecipientsRefused  # it imports `requests`: 5 MB in each process

    said = describe(error)
    if isinstance(error, SMTPRecipientsRefused | SMTPDataError):
        return Refused(said) if is_final(error) else Deferred(said)
    if isinstance(error, AnymailRecipientsRefused):
        return Refused(said)
    if named_recipient or (isinstance(error, AnymailError) and error.status_code in ABOUT_THE_MESSAGE):
        return Deferred(said)
    return SharedFault(said)


def read_provider(message: EmailMessage) -> str:
    """Returns what a provider of anymail said about a message that it accepted, if the backend is one."""
    told = getattr(message, "anymail_status", None)
    return f"{', '.join(sorted(told.status or ()))}, message {told.message_id}" if told else ""


def is_final(error: SMTPRecipientsRefused | SMTPDataError) -> bool:
    if isinstance(error, SMTPDataError):
        return error.smtp_code >= 500
    replies = error.recipients.values()
    return bool(replies) and all(code >= 500 for code, _ in replies)


def describe(error: Exception) -> str:
    """Describes the fault in one line, for the owner of the address and for staff."""
    if isinstance(error, SMTPRecipientsRefused) and error.recipients:
        said = "; ".join(f"{code} {_decode(text)}" for code, text in error.recipients.values())
    elif isinstance(error, SMTPResponseException):
        said = f"{error.smtp_code} {_decode(error.smtp_error)}"
    else:
        said = f"{type(error).__name__}: {error}"
    return " ".join(said.split())[:500]


def _decode(text: bytes | str) -> str:
    return text.decode(errors="replace") if isinstance(text, bytes) else str(text)
