"""What a provider's webhook says of one mail."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.message import Message
from typing import Any, Protocol

from django.http import HttpRequest
from django.utils import timezone

from replies.mails.proof import Verdict


@dataclass(frozen=True, slots=True)
class Delivered:
    raw: bytes
    """The mail."""
    recipients: tuple[str, ...]
    """Whom the sender's server named."""
    sender: str | None
    """What it named as the sender; empty for a bounce, None where the provider does not say."""
    verdict: Verdict
    by_signature: bool = False
    """Whether that rests on the mail's signature alone."""


class Provider(Protocol):
    """A module of this folder, of the name by which django-anymail knows the provider."""

    CHANGES: dict[str, Any]
    """What its view of anymail has to do otherwise: attributes and methods of a class below it."""

    def read(self, event: Any, *, request: HttpRequest) -> Delivered:
        """Reads an event that anymail made of the request. Raises LookupError, TypeError, ValueError, AttributeError if
        its shape is wrong."""


AHEAD = timedelta(minutes=5)
"""How far the clock of a provider may be ahead of ours."""
Headers = Sequence[tuple[str, str]]


def write(message: Message) -> bytes:
    """The mail as its provider took it to pieces, put together again."""
    return message.as_bytes()


def before_received(headers: Headers, *, number: int = 1) -> Headers:
    """The headers before the first `Received`, or the second: there stands what the provider wrote itself, since each
    server puts its own before those that it got. All of them where there are fewer."""
    places = [place for place, (name, _) in enumerate(headers) if name.lower() == "received"]
    return headers[: places[number - 1]] if len(places) >= number else headers


def pick(headers: Headers, name: str) -> list[str]:
    return [str(value).strip() for given, value in headers if given.lower() == name.lower()]


def refuse_old(signed_at: str, *, longest: timedelta) -> None:
    """Raises AnymailWebhookValidationFailure where a signature of then, in seconds since 1970, is too old."""
    from anymail.exceptions import AnymailWebhookValidationFailure

    try:
        age = timezone.now() - datetime.fromtimestamp(int(signed_at), tz=UTC)
    except (ValueError, OverflowError, OSError) as error:
        raise AnymailWebhookValidationFailure("The time of the signature cannot be read") from error
    if not -AHEAD <= age <= longest:
        raise AnymailWebhookValidationFailure("The signature is too old")
