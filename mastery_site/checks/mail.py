"""Checks of the variables about mail: EMAIL_URL, the sender, the contact address, the name of the site.

Each function raises Malformed. The exception's text continues a sentence that begins with the name of the variable.
"""

import unicodedata
from importlib.util import find_spec
from urllib.parse import parse_qsl

from django.core.exceptions import ValidationError
from django.core.mail.message import sanitize_address
from django.core.validators import validate_email

from core.numbers import read_number
from mastery_site.checks.malformed import Malformed, split
from mastery_site.environment.mail import ANYMAIL_PREFIX
from mastery_site.environment.variables import FALSE, TRUE

EXAMPLE = "smtp://user:password@host:587/?tls=True"
TLS = "add ?tls=True (STARTTLS) or ?ssl=True (TLS from the first byte, as on port 465)"
LONGEST_TIMEOUT = 30
"""Seconds. An email takes several replies of the server, and must be done before another worker takes it over."""
LOOPBACK = {"localhost", "127.0.0.1", "::1"}


def check_email_url(value: str) -> None:
    if value.startswith(ANYMAIL_PREFIX):
        provider = value.removeprefix(ANYMAIL_PREFIX).rstrip(":/")
        if not provider.isidentifier() or find_spec(f"anymail.backends.{provider}") is None:
            raise Malformed(f"names a provider that django-anymail does not know: “{provider}”")
        return
    parts = split(value, schemes={"smtp", "submission"}, example=EXAMPLE)
    options = read_options(parts.query)
    tls, ssl = (read_switch(name, options[name]) if name in options else None for name in ("tls", "ssl"))
    if tls and ssl:
        raise Malformed("asks for tls and for ssl, which exclude each other: keep one")
    if parts.scheme == "submission" and (tls is False or ssl):
        raise Malformed("begins with submission://, which is STARTTLS: use smtp:// for anything else")
    if parts.password and not (tls or ssl or parts.scheme == "submission") and parts.hostname not in LOOPBACK:
        raise Malformed(f"would send its password unencrypted: {TLS}")
    if "timeout" in options and not 1 <= (read_number(options["timeout"]) or 0) <= LONGEST_TIMEOUT:
        raise Malformed(f"has a timeout that is no whole number of seconds from 1 to {LONGEST_TIMEOUT}")


def read_options(query: str) -> dict[str, str]:
    """Reads the options after the question mark. Raises Malformed for options without effect, and for repeated
    options."""
    pairs = parse_qsl(query, keep_blank_values=True)
    options = dict(pairs)
    if unknown := sorted(options.keys() - {"tls", "ssl", "timeout"}):
        raise Malformed(f"has an option that does nothing here: {unknown[0]}; there are tls, ssl and timeout")
    if len(pairs) > len(options):
        raise Malformed("says the same option twice")
    return options


def read_switch(name: str, value: str) -> bool:
    if value.lower() not in TRUE | FALSE - {""}:
        raise Malformed(f"has {name}={value}: it must be True or False")
    return value.lower() in TRUE


def check_sender(value: str) -> None:
    """The sender must be one address, alone or after a name, as in the From header of an email."""
    try:
        bare = sanitize_address(value, "utf-8").rpartition("<")[2].rstrip(">")
    except (ValueError, IndexError):  # HeaderParseError is a ValueError
        raise Malformed(
            "is no sender; it must be one address, such as games@example.org or "
            '"Games, Inc." <games@example.org> (a name with commas stands in quotes)'
        ) from None
    local, at, domain = bare.rpartition("@")
    if not (local and at and domain) or '"' in local:
        raise Malformed("must have an address with a host, like games@example.org")


def check_contact_email(value: str) -> None:
    try:
        validate_email(value)
    except ValidationError:
        raise Malformed("must be an email address, like games@example.org") from None


def check_site_name(value: str) -> None:
    if any(unicodedata.category(character) in ("Cc", "Zl", "Zp", "Cs") for character in value):
        raise Malformed("must be one line without control characters")
