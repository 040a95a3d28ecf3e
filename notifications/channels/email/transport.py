"""Hands emails to the backend that really sends them, over one connection, and tells passing faults from final ones."""

from contextlib import suppress
from smtplib import SMTPDataError, SMTPRecipientsRefused
from types import TracebackType
from typing import Self

from anymail.exceptions import AnymailRecipientsRefused
from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend

from notifications.faults import Refused, Unreachable


class Transport:
    """A context that opens its connection at the first mail and again after a fault."""

    works: bool | None = None
    """Whether the server took any email; None until that is known. A refusal of one email says nothing about others."""

    def __init__(self) -> None:
        self._connection: BaseEmailBackend | None = None
        self._put_off: set[str] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def send(self, message: EmailMessage) -> None:
        """Raises Unreachable, Refused, or whatever else the backend raises, which may pass."""
        connection = self._connection or self._open()
        try:
            if not connection.send_messages([message]):
                raise ConnectionError("The mail backend took no message.")
        except Exception as error:
            self._close()
            if reason := find_refusal(error):
                raise Refused(reason) from error
            self._put_off.update(message.to)
            if len(self._put_off) > 1 or not isinstance(error, SMTPRecipientsRefused | SMTPDataError):
                self.works = self.works or False
            raise
        self.works = True

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


def find_refusal(error: Exception) -> str:
    """Why trying again cannot help; empty where it can.

    By RFC 5321, 4.2.1, a reply of 5yz is final. That counts for the recipient and the email alone: a fault of the
    sender, such as a wrong password, is the site's own and may be mended.
    """
    if isinstance(error, SMTPRecipientsRefused):
        replies = error.recipients.values()
        return describe(error) if replies and all(code >= 500 for code, _ in replies) else ""
    if isinstance(error, SMTPDataError):
        return describe(error) if error.smtp_code >= 500 else ""
    if isinstance(error, AnymailRecipientsRefused | ValueError):  # ValueError: an address no mail can carry
        return describe(error)
    return ""


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
