"""SendGrid: a form, checked by the name and password in the address, and by its signature where its key is set. What it
checked stands in fields of the form (https://www.twilio.com/docs/sendgrid/for-developers/parsing-email).
"""

import json
import re
from datetime import timedelta
from typing import Any

from anymail.webhooks.sendgrid import SendGridBaseWebhookView
from django.http import HttpRequest

from replies.mails import parsing
from replies.ways.providers.alignment import judge, rests_on_signature
from replies.ways.providers.contract import Delivered, refuse_old, write

SIGNATURE = re.compile(r"@([A-Za-z0-9.-]+)\s*:\s*(\w+)")
"""In `{@example.org : pass, @mail.example : fail}`."""
LONGEST_TRIED = timedelta(days=3, hours=1)
"""SendGrid tries for three days."""


def check_age(view: Any, request: HttpRequest) -> None:
    """Checks the age of a signature, if the site asks for signatures."""
    if view.webhook_verification_key is None:
        return
    refuse_old(request.headers.get("X-Twilio-Email-Event-Webhook-Timestamp", ""), longest=LONGEST_TRIED)


CHANGES: dict[str, Any] = {
    "bases": (SendGridBaseWebhookView,),  # which checks signatures; anymail's view of inbound mail leaves them out
    "key_setting_name": "inbound_webhook_verification_key",
    "inbound_webhook_verification_key": None,
    "validate_request": check_age,
}


def read(event: Any, *, request: HttpRequest) -> Delivered:
    raw = request.POST["email"].encode(errors="replace") if "email" in request.POST else write(event.message)
    envelope = json.loads(request.POST["envelope"])
    sender, recipients = str(envelope["from"]), tuple(map(str, envelope["to"]))
    passed = [domain for domain, result in SIGNATURE.findall(request.POST.get("dkim", "")) if result.lower() == "pass"]
    mail, spf_passed = parsing.parse(raw), request.POST.get("SPF", "").strip().lower() == "pass"
    verdict = judge(
        mail,
        spf_passed=spf_passed,
        sender=sender,
        signers=passed,
        dmarc_passed=False,
    )
    by_signature = rests_on_signature(mail, spf_passed=spf_passed, sender=sender)
    return Delivered(raw, recipients, sender, verdict, by_signature)
