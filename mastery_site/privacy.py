"""Takes out of texts what no log may keep: mail addresses, passwords in addresses of servers, secret parts of links."""

import re

RULES = [
    (re.compile(r"://[^/\s@'\"]++@"), "://(secret)@"),
    (re.compile(r"\b(?:bot)?[1-9]\d{4,15}:[\w-]{30,60}+", re.ASCII), "(secret)"),  # the token of a bot of Telegram
    # A run of letters is tried from its beginning alone: from each letter on, a long one would take seconds.
    (re.compile(r"(?<![\w.!#$%&*+/=?^`{|}~-])[\w.!#$%&*+/=?^`{|}~-]++@[\w-]++(?:\.[\w-]++)+"), "(address)"),
    (
        re.compile(
            r"((?:/|%2F)(?:invitation|shared|unsubscribe|never|mailbox|feeds|account(?:/|%2F)confirm-email|account(?:/|%2F)(?:stop|decision)"
            r"|account(?:/|%2F)password(?:/|%2F)reset(?:/|%2F)key)(?:/|%2F)|[?&]beside=)[^\s\"'<>&?#]+",
            re.IGNORECASE,
        ),
        r"\1(secret)",
    ),
]


def redact(text: str) -> str:
    """The same text without addresses and secrets."""
    for pattern, instead in RULES:
        text = pattern.sub(instead, text)
    return text
