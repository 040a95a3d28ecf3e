"""Amazon SES: JSON that SNS brings, checked by the name and password in the address. The receipt says what was checked
(https://docs.aws.amazon.com/ses/latest/dg/receiving-email-notifications-contents.html)."""

import base64
import logging
from typing import Any

from anymail.webhooks.base import AnymailBaseWebhookView
from django.http import HttpRequest

from replies.mails import parsing
from replies.mails.proof import Verdict
from replies.ways.providers.alignment import judge, read_only_signer, rests_on_signature
from replies.ways.providers.contract import Delivered

logger = logging.getLogger(__name__)


def start(view: Any, **options: Any) -> None:
    """Without Amazon's own package, which anymail wants for mails that lie in a bucket, and to confirm a topic."""
    view.session_params, view.client_params = {}, {}
    AnymailBaseWebhookView.__init__(view, **options)


def ask_to_confirm(view: Any, sns_message: dict[str, Any]) -> None:
    """Who set up the topic opens the address, once."""
    address = str(sns_message.get("SubscribeURL", ""))
    if address.startswith("https://sns.") and ".amazonaws.com" in address:
        logger.warning("Amazon asks whether this site takes answers from %s: open %s", sns_message["TopicArn"], address)


CHANGES: dict[str, Any] = {"__init__": start, "auto_confirm_sns_subscription": ask_to_confirm}


def read(event: Any, *, request: HttpRequest) -> Delivered:
    told = event.esp_event
    receipt = told["receipt"]
    is_packed = receipt["action"].get("encoding") == "BASE64"
    raw = base64.b64decode(told["content"]) if is_packed else told["content"].encode(errors="replace")
    mail, sender = parsing.parse(raw), str(told["mail"]["source"])
    spf_passed = has_passed(receipt, "spfVerdict")
    verdict = judge(
        mail,
        spf_passed=spf_passed,
        sender=sender,
        signers=[read_only_signer(mail)] if has_passed(receipt, "dkimVerdict") else [],
        dmarc_passed=has_passed(receipt, "dmarcVerdict"),
    )
    if find_status(receipt, "dmarcVerdict") == "FAIL" and receipt.get("dmarcPolicy") in ("reject", "quarantine"):
        verdict = Verdict.FAILED
    by_signature = rests_on_signature(mail, spf_passed=spf_passed, sender=sender)
    return Delivered(raw, tuple(map(str, receipt["recipients"])), sender, verdict, by_signature)


def has_passed(receipt: dict[str, Any], name: str) -> bool:
    return find_status(receipt, name) == "PASS"


def find_status(receipt: dict[str, Any], name: str) -> str:
    return str(receipt.get(name, {}).get("status", "")).upper()
