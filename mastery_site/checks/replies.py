"""Checks of the variables about replies by email: REPLY_ADDRESS, REPLY_AUTHORITY, INBOUND_URL, and whether they fit.

Each function `check_…` raises Malformed. The exception's text continues a sentence that begins with the name of the
variable.
"""

import re
from collections.abc import Iterator, Mapping
from urllib.parse import parse_qs, unquote

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from mastery_site.checks.mail import LOOPBACK
from mastery_site.checks.malformed import Malformed, split
from mastery_site.environment.mail import ANYMAIL_PREFIX
from replies.ways.providers import NAMES

EXAMPLE = "imaps://user:password@mail.example.org/INBOX"
INBOX = "INBOX"
LOCAL = re.compile(r"\*|[a-z0-9][a-z0-9._-]{0,5}")
"""Together with a token, it fits into the 64 characters that a name before the @ may have."""
HOST = re.compile(r"[A-Za-z0-9]([A-Za-z0-9._-]{0,251}[A-Za-z0-9])?")


def check_reply_address(value: str) -> None:
    local, _, domain = value.rpartition("@")
    if not LOCAL.fullmatch(local):
        raise Malformed("must begin with at most six small letters or digits, or *, like turn@reply.example.org")
    try:
        validate_email(f"turn@{domain}")
    except ValidationError:
        raise Malformed("must be an email address, like turn@reply.example.org or *@reply.example.org") from None


def check_reply_authority(value: str) -> None:
    if not all(HOST.fullmatch(name.strip()) for name in value.split(",")):
        raise Malformed(
            "must be the name that your mail server puts first in Authentication-Results, such as mx.example.org, or"
            " several with commas between"
        )


def check_inbound_url(value: str) -> None:
    if value.startswith(ANYMAIL_PREFIX):
        if (provider := value.removeprefix(ANYMAIL_PREFIX).rstrip(":/")) not in NAMES:
            raise Malformed(f"names a provider whose webhook is not read: “{provider}”; there are {', '.join(NAMES)}")
        return
    parts = split(value, schemes={"imaps", "imap"}, example=EXAMPLE)
    if parts.scheme == "imap" and parts.hostname not in LOOPBACK:
        raise Malformed("would send its password unencrypted: use imaps:// (imap:// is STARTTLS on this machine)")
    if not (parts.username and parts.password):
        raise Malformed(f"must have a user and a password (signs in them percent-encoded), like {EXAMPLE}")
    check_done(parts.path, given=parse_qs(parts.query, keep_blank_values=True).get("done"))
    if unknown := sorted(parse_qs(parts.query, keep_blank_values=True).keys() - {"done"}):
        raise Malformed(f"has an option that does nothing here: {unknown[0]}; there is done, a folder")


def check_done(path: str, *, given: list[str] | None) -> None:
    """The folder for finished emails must differ from the folder that is read, where each email would be read again."""
    if given is None:
        return
    if not given[0].strip():
        raise Malformed("has a done that names no folder")
    read = unquote(path.strip("/")) or INBOX
    if given[0] == read or given[0].upper() == INBOX:
        raise Malformed(f"has done={given[0]}, where new mail comes; name another folder, such as done=Answered")


def find_conflicts(environ: Mapping[str, str]) -> Iterator[str]:
    """Yields sentences about well-formed variables that do not fit together, on a site that sends emails."""
    given = {name: environ.get(name, "").strip() for name in ("EMAIL_URL", "INBOUND_URL", "REPLY_ADDRESS")}
    if given["INBOUND_URL"] and not given["REPLY_ADDRESS"]:
        yield "INBOUND_URL does nothing without REPLY_ADDRESS, the address to which players reply."
    if not given["REPLY_ADDRESS"] or not given["EMAIL_URL"]:
        return
    way = given["INBOUND_URL"] or given["EMAIL_URL"]
    if not given["INBOUND_URL"] and way.removeprefix(ANYMAIL_PREFIX).rstrip(":/") not in NAMES:
        yield "REPLY_ADDRESS needs INBOUND_URL, which says how replies come in."
    elif way.startswith(ANYMAIL_PREFIX) and not environ.get("ANYMAIL_WEBHOOK_SECRET", "").strip():
        yield "REPLY_ADDRESS needs ANYMAIL_WEBHOOK_SECRET, without which anybody could bring replies."
    elif "mailgun" in way and way.startswith(ANYMAIL_PREFIX) and not signs_with_mailgun(environ):
        yield "INBOUND_URL needs ANYMAIL_MAILGUN_WEBHOOK_SIGNING_KEY, by which Mailgun signs what it brings."


def signs_with_mailgun(environ: Mapping[str, str]) -> bool:
    return any(environ.get(f"ANYMAIL_MAILGUN_{name}", "").strip() for name in ("WEBHOOK_SIGNING_KEY", "API_KEY"))


def find_doubts(environ: Mapping[str, str]) -> Iterator[str]:
    """Yields sentences about settings that are allowed but probably a mistake."""
    if environ.get("INBOUND_URL", "").strip().startswith("imap") and not environ.get("REPLY_AUTHORITY", "").strip():
        yield (
            "REPLY_AUTHORITY is missing: no reply is known to come from its sender, so each is answered with a link to"
            " confirm the turn."
        )


def tell_untrusted() -> str:
    """Returns a sentence about untrusted names under which servers wrote what they found out about senders.

    It is empty if there are no such names. It queries the database.
    """
    from django.conf import settings

    from replies.authorities import list_untrusted  # models are not loaded yet when this module is imported

    if not settings.REPLY_MAILBOX or not (names := list_untrusted()):
        return ""
    return (
        f"REPLY_AUTHORITY does not name {', '.join(names)}: lately, Authentication-Results came under these names. Name"
        " those of your own mail server, with commas between; no other."
    )
