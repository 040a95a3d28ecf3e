"""The email backend that Django and allauth use. Their emails become rows of the outbox.

A row is written in the transaction around it and is rolled back with it. So a mail server that is down never breaks a
sign-up.
"""

import base64
import uuid
from collections.abc import Sequence
from email.utils import parseaddr
from typing import Any

from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone

from notifications.models import Notice
from notifications.wake import delivery

LISTS = ("to", "cc", "bcc", "reply_to")


class OutboxBackend(BaseEmailBackend):
    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Writes a row for each message. Raises BadHeaderError, as a backend that really sends would."""
        messages = [message for message in email_messages if message.recipients()]
        for message in messages:
            message.message()
        Notice.objects.bulk_create(make_notice(message) for message in messages)
        if messages:
            delivery.wake_on_commit()
        return len(messages)


def make_notice(message: EmailMessage) -> Notice:
    address = parseaddr((message.to or message.recipients())[0])[1]
    now = timezone.now()
    return Notice(
        recipient_id=EmailAddress.objects.filter(email__iexact=address).values_list("user_id", flat=True).first(),
        address=address,
        kind="account",
        dedupe_key=f"mail:{uuid.uuid4().hex}",
        payload=store(message),
        created_at=now,
        due_at=now,
    )


def store(message: EmailMessage) -> dict[str, Any]:
    """Returns the message as JSON, from which `restore` builds it again."""
    alternatives = message.alternatives if isinstance(message, EmailMultiAlternatives) else []
    return {
        "subject": str(message.subject),
        "body": str(message.body),
        "subtype": message.content_subtype,
        "from_email": message.from_email,
        "headers": {name: str(value) for name, value in message.extra_headers.items()},
        "alternatives": [[str(content), mimetype] for content, mimetype in alternatives],
        "attachments": [_store_attachment(*message_part) for message_part in message.attachments],
        **{name: list(getattr(message, name)) for name in LISTS},
    }


def _store_attachment(filename: str | None, content: str | bytes, mimetype: str | None) -> list[str | None]:
    raw = content.encode() if isinstance(content, str) else content
    return [filename, base64.b64encode(raw).decode(), mimetype]


def restore(stored: dict[str, Any]) -> EmailMultiAlternatives:
    message = EmailMultiAlternatives(
        subject=stored["subject"],
        body=stored["body"],
        from_email=stored["from_email"],
        headers=dict(stored["headers"]),
        **{name: stored[name] for name in LISTS},
    )
    message.content_subtype = stored["subtype"]
    for content, mimetype in stored["alternatives"]:
        message.attach_alternative(content, mimetype)
    for filename, content, mimetype in stored["attachments"]:
        message.attach(filename, base64.b64decode(content), mimetype)
    return message
