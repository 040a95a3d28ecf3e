"""Postmark: JSON, checked by the name and password in the address. It tells about SPF in a header of its own, and
nothing about DKIM (https://postmarkapp.com/developer/webhooks/inbound-webhook)."""

import re
from typing import Any

from django.http import HttpRequest

from replies.mails import parsing
from replies.ways.providers.alignment import judge
from replies.ways.providers.contract import Delivered, before_received, pick, write

CHANGES: dict[str, Any] = {}
ENVELOPE_FROM = re.compile(r"\benvelope-from=<?([^;>\s]+)")


def read(event: Any, *, request: HttpRequest) -> Delivered:
    told = event.esp_event
    raw = told["RawEmail"].encode(errors="replace") if told.get("RawEmail") else write(event.message)
    headers = [(str(header["Name"]), str(header["Value"])) for header in told.get("Headers", [])]
    sender = event.message.envelope_sender
    passed = has_passed(pick(before_received(headers, number=2), "Received-SPF"), sender=sender or "")
    verdict = judge(parsing.parse(raw), spf_passed=passed, sender=sender, signers=[], dmarc_passed=False)
    recipient = event.message.envelope_recipient
    return Delivered(raw, (str(recipient),) if recipient else (), sender, verdict)


def has_passed(found: list[str], *, sender: str) -> bool:
    """Whether the uppermost says so, of the sender whom the server named: those below may be the sender's own words."""
    checked = ENVELOPE_FROM.search(found[0]) if found else None
    return checked is not None and found[0].lower().startswith("pass") and checked[1].lower() == sender.lower()
