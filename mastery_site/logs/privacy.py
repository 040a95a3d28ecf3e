"""Removes from texts what no log may keep: email addresses, passwords in addresses of servers, secret parts of
links."""

import re

RULES = [
    (re.compile(r"://[^/\s@'\"]++@"), "://(secret)@"),
    (re.compile(r"\b(?:bot)?[1-9]\d{4,15}:[\w-]{30,60}+", re.ASCII), "(secret)"),  # the token of a Telegram bot
    # A run of letters is only tried from its beginning. If each letter were tried, a long run would take seconds.
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
    """Returns the text without addresses and secrets."""
    for pattern, instead in RULES:
        text = pattern.sub(instead, text)
    return text
