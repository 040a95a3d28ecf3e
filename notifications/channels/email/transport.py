"""Hands emails to the backend that really sends them, over one connection, and tells whose fault it is if it fails."""

from contextlib import suppress
from smtplib import SMTPDataError, SMTPRecipientsRefused
from types import TracebackType
from typing import Self

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.message import sanitize_address

from notifications.faults import Deferred, Refused, RefusedAddress, SharedFault, Unreachable

MOST_FAULTS = 3
"""After so many faults of ours, and no email taken, a run tries no more."""
ABOUT_THE_MESSAGE = {400, 406, 413, 422}
"""Statuses by which a provider says that it does not take this email. All others, such as those of a token that has
expired or a quota that is used up, are the site's own."""


class Transport:
    """A context that opens its connection at the first mail and again after a fault."""

    works: bool | None = None
    """Whether the server took any email, or none for a fault of ours; None until that is known."""

    def __init__(self) -> None:
        self._connection: BaseEmailBackend | None = None
        self._faults = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def send(self, message: EmailMessage) -> None:
        """Raises SharedFault, Unreachable, Deferred, Refused or RefusedAddress."""
        require_addresses(message)
        connection = self._connection or self._open()
        try:
            if not connection.send_messages([message]):
                raise ConnectionError("The mail backend took no message.")
        except Exception as error:
            fault = judge(error, named_recipient=getattr(connection, "named_recipient", False))
            self._close()
            raise self._note(fault) from error
        self.works = True

    def _note(self, fault: Exception) -> Exception:
        """The fault, after which nothing more is tried where every email of this run met one of ours."""
        if not isinstance(fault, SharedFault):
            return fault
        self._faults += 1
        self.works = self.works or False
        return fault if self.works or self._faults < MOST_FAULTS else Unreachable(str(fault))

    def _open(self) -> BaseEmailBackend:
        connection = get_connection(settings.NOTICE_EMAIL_BACKEND, fail_silently=False)
        try:
            connection.open()
        except Exception as error:
            with suppress(Exception):
                connection.close()
            self.works = self.works or False
            raise Unreachable(describe(error)) from error
        self._connection = connection
        return connection

    def _close(self) -> None:
        if self._connection is not None:
            with suppress(Exception):
                self._connection.close()
        self._connection = None


def require_addresses(message: EmailMessage) -> None:
    """Raises RefusedAddress where a recipient's address is one that no email can carry."""
    for address in message.recipients():
        try:
            sanitize_address(address, "utf-8")
        except ValueError as error:
            raise RefusedAddress(describe(error)) from error


def judge(error: Exception, *, named_recipient: bool) -> Exception:
    """The fault that an error of a backend comes to.

    What is said before a recipient was named, the sender's refusal included, is about the site. From then on it is
    about this email, so far as one email can tell: by RFC 5321, 4.2.1, a reply of 5yz is final.
    """
    from anymail.exceptions import AnymailError, AnymailRecipientsRefused  # with `requests`: 5 MB in each process

    said = describe(error)
    if isinstance(error, SMTPRecipientsRefused | SMTPDataError):
        return Refused(said) if is_final(error) else Deferred(said)
    if isinstance(error, AnymailRecipientsRefused):
        return Refused(said)
    if named_recipient or (isinstance(error, AnymailError) and error.status_code in ABOUT_THE_MESSAGE):
        return Deferred(said)
    return SharedFault(said)


def is_final(error: SMTPRecipientsRefused | SMTPDataError) -> bool:
    if isinstance(error, SMTPDataError):
        return error.smtp_code >= 500
    replies = error.recipients.values()
    return bool(replies) and all(code >= 500 for code, _ in replies)


def describe(error: Exception) -> str:
    """The fault in one line, for the owner of the address and for staff."""
    if isinstance(error, SMTPRecipientsRefused) and error.recipients:
        said = "; ".join(f"{code} {_decode(text)}" for code, text in error.recipients.values())
    elif isinstance(error, SMTPDataError):
        said = f"{error.smtp_code} {_decode(error.smtp_error)}"
    else:
        said = f"{type(error).__name__}: {error}"
    return " ".join(said.split())[:500]


def _decode(text: bytes | str) -> str:
    return text.decode(errors="replace") if isinstance(text, bytes) else str(text)
