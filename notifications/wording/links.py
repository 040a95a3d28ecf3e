"""Links in emails: absolute, and signed where they must work without a log-in. Signatures do not expire."""

from urllib.parse import urlsplit

from django.conf import settings
from django.core import signing
from django.urls import Resolver404, resolve, reverse

from notifications import registry
from notifications.contract import Kind

UNSUBSCRIBE = "notifications.unsubscribe"
NEVER = "notifications.never"


class BadToken(Exception):
    """The signature is wrong: the link is incomplete or invented."""


def absolute(path: str) -> str:
    return f"{settings.SITE_URL}{path}"


def holds_secret(link: str) -> bool:
    """Whether an address of the site lets in anyone who knows it, or is unknown to the site."""
    parts = urlsplit(link)
    try:
        return "token" in resolve(parts.path).kwargs or bool(parts.query)
    except Resolver404:
        return True


def host() -> str:
    """Returns the host of the site, for Message-ID and similar headers."""
    return urlsplit(settings.SITE_URL).hostname or "localhost"


def unsubscribe_url(user_id: int, *, kind: str) -> str:
    token = signing.dumps([user_id, str(kind)], salt=UNSUBSCRIBE)
    return absolute(reverse("unsubscribe", args=[token]))


def read_unsubscribe(token: str) -> tuple[int, Kind]:
    """Returns the user and the kind of a link to unsubscribe. Raises BadToken."""
    try:
        user_id, kind = signing.loads(token, salt=UNSUBSCRIBE)
        return int(user_id), registry.KINDS.get(kind)
    except (signing.BadSignature, ValueError, TypeError, LookupError) as error:
        raise BadToken from error


def never_url(address: str) -> str:
    return absolute(reverse("block_address", args=[signing.dumps(address.lower(), salt=NEVER)]))


def read_never(token: str) -> str:
    """Returns the email address of a link that says “never write to me again”. Raises BadToken."""
    try:
        return str(signing.loads(token, salt=NEVER))
    except signing.BadSignature as error:
        raise BadToken from error
