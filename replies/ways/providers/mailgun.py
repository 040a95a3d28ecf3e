"""Mailgun: a form signed by its key. What it checked stands in headers that it writes before the first `Received`,
where no sender can (https://documentation.mailgun.com/docs/mailgun/user-manual/receive-forward-store/receive-http)."""

import json
from datetime import timedelta
from typing import Any

from django.http import HttpRequest

from replies.mails import parsing
from replies.ways.providers.alignment import judge, read_only_signer, rests_on_signature
from replies.ways.providers.contract import Delivered, Headers, before_received, pick, refuse_old, write

LONGEST_TRIED = timedelta(hours=9)
"""Mailgun tries for eight hours. An older signature is somebody's who kept it: it covers no word of the mail."""


def check_age(view: Any, request: HttpRequest) -> None:
    """Refuses signatures that are older than any that Mailgun still sends."""
    refuse_old(request.POST.get("timestamp", ""), longest=LONGEST_TRIED)


CHANGES: dict[str, Any] = {"validate_request": check_age}


def read(event: Any, *, request: HttpRequest) -> Delivered:
    raw = request.POST["body-mime"].encode(errors="replace") if "body-mime" in request.POST else write(event.message)
    mail, sender = parsing.parse(raw), event.message.envelope_sender
    own = before_received(list_headers(event, request))
    spf_passed = has_passed(own, "X-Mailgun-Spf")
    verdict = judge(
        mail,
        spf_passed=spf_passed,
        sender=sender,
        signers=[read_only_signer(mail)] if has_passed(own, "X-Mailgun-Dkim-Check-Result") else [],
        dmarc_passed=False,
    )
    by_signature = rests_on_signature(mail, spf_passed=spf_passed, sender=sender)
    return Delivered(raw, (event.message.envelope_recipient,), sender, verdict, by_signature)


def list_headers(event: Any, request: HttpRequest) -> Headers:
    """Without any `Received`, nobody knows which of them Mailgun wrote."""
    headers: Headers = [(name, str(value)) for name, value in event.message.items()]
    if "message-headers" in request.POST:
        headers = [(str(name), str(value)) for name, value in json.loads(request.POST["message-headers"])]
    return headers if pick(headers, "Received") else []


def has_passed(headers: Headers, name: str) -> bool:
    return [value.lower() for value in pick(headers, name)] == ["pass"]
