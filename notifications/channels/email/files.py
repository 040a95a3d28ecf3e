"""Emails as files, if no mail server is set: one .eml file each, written completely or not at all, which a page
reads."""

import base64
import os
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage as ParsedMessage
from pathlib import Path

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

NAME = re.compile(r"[0-9]{8}T[0-9]{12}-[0-9a-f]{8}")
"""The time in UTC to the microsecond, then random letters. So sorting by name sorts the emails by time."""


class FileBackend(BaseEmailBackend):
    """Writes emails into settings.MAIL_DIR."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        settings.MAIL_DIR.mkdir(parents=True, exist_ok=True)
        for message in email_messages:
            name = f"{datetime.now(UTC):%Y%m%dT%H%M%S%f}-{secrets.token_hex(4)}"
            draft = settings.MAIL_DIR / f".{name}"
            try:
                draft.write_bytes(message.message().as_bytes())
                os.replace(draft, settings.MAIL_DIR / f"{name}.eml")
            except OSError:  # a full disk: the notice is tried again, and half an email would only waste space
                draft.unlink(missing_ok=True)
                raise
        return len(email_messages)


@dataclass(frozen=True, slots=True)
class StoredMail:
    """An email read from its file."""

    name: str
    parsed: ParsedMessage

    @property
    def written_at(self) -> datetime:
        return datetime.strptime(self.name[:21], "%Y%m%dT%H%M%S%f").replace(tzinfo=UTC)

    @property
    def subject(self) -> str:
        return str(self.parsed["Subject"] or "")

    @property
    def to(self) -> str:
        return str(self.parsed["To"] or "")

    @property
    def headers(self) -> list[tuple[str, str]]:
        return [(name, str(value)) for name, value in self.parsed.items()]

    @property
    def text(self) -> str:
        part = self.parsed.get_body(("plain",))
        return part.get_content() if part else ""

    @property
    def html(self) -> str:
        """The HTML part as a reader's program shows it: with the email's pictures in their places, and links in a new
        window."""
        part = self.parsed.get_body(("html",))
        if part is None:
            return ""
        html = part.get_content()
        for picture in self.parsed.walk():
            if picture["Content-ID"] and picture.get_content_maintype() == "image":
                data = base64.b64encode(picture.get_content()).decode()
                cid = str(picture["Content-ID"]).strip("<> ")
                html = html.replace(f"cid:{cid}", f"data:{picture.get_content_type()};base64,{data}")
        return html.replace("<head>", '<head><base target="_blank">', 1)


def list_names() -> list[str]:
    """Returns the names of all emails, newest first."""
    if not settings.MAIL_DIR.is_dir():
        return []
    names = (entry.name.removesuffix(".eml") for entry in os.scandir(settings.MAIL_DIR) if entry.name.endswith(".eml"))
    return sorted(filter(NAME.fullmatch, names), reverse=True)


def read_mail(name: str) -> StoredMail:
    """Reads an email. Raises FileNotFoundError, even for a name that no email can have."""
    if not NAME.fullmatch(name):
        raise FileNotFoundError(name)
    content = Path(settings.MAIL_DIR, f"{name}.eml").read_bytes()
    return StoredMail(name, message_from_bytes(content, policy=policy.default))
