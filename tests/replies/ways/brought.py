"""How each provider brings a mail to the webhook: the shapes of its documents, with its signature."""

import base64
import hashlib
import hmac
import json
import time
from dataclasses import dataclass, field
from email.message import EmailMessage
from typing import Any

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.test import Client

SECRET = "postmark:Zp4uG1kWm9QdT7xR"
SIGNING_KEY = "key-3ax6xnjp29jd6fds4gc373sgvjxteol0"
LEFT_OUT = ("From", "To", "Date", "Subject", "Content-Type", "Content-Transfer-Encoding", "MIME-Version")
"""What Postmark tells otherwise."""
SENDGRID_KEY = ec.generate_private_key(ec.SECP256R1())


@dataclass
class Brought:
    """A request of a provider."""

    provider: str
    body: Any
    headers: dict[str, str] = field(default_factory=dict)
    is_form: bool = False

    def send(self, *, secret: str = SECRET, **headers: str) -> Any:
        proof = f"Basic {base64.b64encode(secret.encode()).decode()}"
        client = Client(enforce_csrf_checks=True, raise_request_exception=False)
        kind = {} if self.is_form else {"content_type": "application/json"}
        told = {"Authorization": proof, **self.headers, **headers}
        return client.post(f"/mail-replies/{self.provider}/", self.body, headers=told, **kind)


def by_postmark(mail: EmailMessage, *, spf: str = "Pass (sender SPF authorized)", raw: bool = False, **more) -> Brought:
    """https://postmarkapp.com/developer/webhooks/inbound-webhook"""
    sender, to = str(mail["From"]), str(mail["To"])
    own = [
        {"Name": "Return-Path", "Value": f"<{sender}>"},
        {
            "Name": "Received",
            "Value": "from mail.example.org by p-pm-smtp-inbound01a.postmarkapp.com",
        },
        {"Name": "X-Spam-Checker-Version", "Value": "SpamAssassin 3.4.0 (2014-02-07) on p-pm-smtp-inbound01a"},
        {"Name": "X-Spam-Status", "Value": "No"},
        {
            "Name": "Received-SPF",
            "Value": f"{spf} identity=mailfrom; client-ip=209.85.160.180; helo=mail.example.org;"
            f" envelope-from={more.get('envelope_from', sender)}; receiver={to}",
        },
        {"Name": "Received", "Value": "by mail.example.org with SMTP id x"},
    ]
    theirs = [{"Name": name, "Value": str(value)} for name, value in mail.items() if name not in LEFT_OUT]
    told = {
        "FromName": "",
        "MessageStream": "inbound",
        "From": sender,
        "FromFull": {"Email": sender, "Name": "", "MailboxHash": ""},
        "To": to,
        "ToFull": [{"Email": to, "Name": "", "MailboxHash": ""}],
        "Cc": "",
        "CcFull": [],
        "Bcc": "",
        "BccFull": [],
        "OriginalRecipient": to,
        "Subject": str(mail["Subject"]),
        "MessageID": "73e6d360-66eb-11e1-8e72-a8904824019b",
        "ReplyTo": "",
        "MailboxHash": "",
        "Date": str(mail["Date"]),
        "TextBody": mail.get_content(),
        "HtmlBody": "",
        "StrippedTextReply": "",
        "Tag": "",
        "Headers": own + theirs,
        "Attachments": [],
        **({"RawEmail": mail.as_string()} if raw else {}),
    }
    return Brought("postmark", told)


def by_mailgun(
    mail: EmailMessage, *, spf: str = "Pass", dkim: str = "Pass", raw: bool = False, age: float = 0
) -> Brought:
    """https://documentation.mailgun.com/docs/mailgun/user-manual/receive-forward-store/receive-http"""
    token, timestamp = "c6a1f7b6c3b54b2c9ec1c12d5b3a4c0f7d1e2f3a4b5c6d7e8f", str(int(time.time() - age))
    own = [
        ("X-Mailgun-Dkim-Check-Result", dkim),
        ("X-Mailgun-Spf", spf),
        ("X-Mailgun-Incoming", "Yes"),
        ("X-Envelope-From", f"<{mail['From']}>"),
        ("Received", "from mail.example.org by mxa.mailgun.org with ESMTP id 517acc75.4b341f0-worker2"),
    ]
    signature = hmac.new(SIGNING_KEY.encode(), f"{timestamp}{token}".encode(), hashlib.sha256).hexdigest()
    told = {
        "recipient": str(mail["To"]),
        "sender": str(mail["From"]),
        "from": str(mail["From"]),
        "subject": str(mail["Subject"]),
        "timestamp": timestamp,
        "token": token,
        "signature": signature,
    }
    if raw:
        told["body-mime"] = "".join(f"{name}: {value}\r\n" for name, value in own) + mail.as_string()
    else:
        headers = own + [(name, str(value)) for name, value in mail.items()]
        told |= {"message-headers": json.dumps(headers), "body-plain": mail.get_content(), "stripped-text": "a1-a8"}
    return Brought("mailgun", told, is_form=True)


def by_sendgrid(mail: EmailMessage, *, spf: str = "pass", dkim: str | None = None, raw: bool = False) -> Brought:
    """https://www.twilio.com/docs/sendgrid/for-developers/parsing-email/setting-up-the-inbound-parse-webhook"""
    domain = str(mail["From"]).partition("@")[2]
    told = {
        "envelope": json.dumps({"to": [str(mail["To"])], "from": str(mail["From"])}),
        "dkim": f"{{@{domain} : pass}}" if dkim is None else dkim,
        "SPF": spf,
        "from": str(mail["From"]),
        "to": str(mail["To"]),
        "subject": str(mail["Subject"]),
        "sender_ip": "209.85.160.180",
        "charsets": json.dumps({"to": "UTF-8", "subject": "UTF-8", "from": "UTF-8", "text": "utf-8"}),
    }
    if raw:
        told["email"] = mail.as_string()
    else:
        told |= {"headers": "".join(f"{name}: {value}\n" for name, value in mail.items()), "text": mail.get_content()}
    return Brought("sendgrid", told, is_form=True)


def by_amazon_ses(mail: EmailMessage, *, raw: bool = False, policy: str = "", **verdicts: str) -> Brought:
    """https://docs.aws.amazon.com/ses/latest/dg/receiving-email-notifications-examples.html"""
    content = mail.as_bytes()
    receipt: dict[str, Any] = {
        "timestamp": "2026-11-27T12:00:00.000Z",
        "processingTimeMillis": 222,
        "recipients": [str(mail["To"])],
        "spamVerdict": {"status": "PASS"},
        "virusVerdict": {"status": "PASS"},
        **{f"{name}Verdict": {"status": verdicts.get(name, "PASS")} for name in ("spf", "dkim", "dmarc")},
        "action": {
            "type": "SNS",
            "topicArn": "arn:aws:sns:us-east-1:012345678912:example-topic",
            "encoding": "UTF8" if raw else "BASE64",
        },
    }
    if policy:
        receipt["dmarcPolicy"] = policy
    message = {
        "notificationType": "Received",
        "receipt": receipt,
        "mail": {
            "timestamp": "2026-11-27T12:00:00.000Z",
            "source": str(mail["From"]),
            "messageId": "d6iitobk75ur44p8kdnnp7g2n800",
            "destination": [str(mail["To"])],
            "headersTruncated": False,
            "headers": [{"name": name, "value": str(value)} for name, value in mail.items()],
        },
        "content": content.decode() if raw else base64.b64encode(content).decode(),
    }
    return by_sns({"Type": "Notification", "Message": json.dumps(message)})


def by_sns(told: dict[str, Any]) -> Brought:
    body = {
        "MessageId": "19ba9823-d7f2-53c1-860e-cb10e0d13dfc",
        "TopicArn": "arn:aws:sns:us-east-1:012345678912:example-topic",
        "Subject": "Amazon SES Email Receipt Notification",
        "Timestamp": "2026-11-27T12:00:00.000Z",
        **told,
    }
    headers = {"x-amz-sns-message-type": body["Type"], "x-amz-sns-message-id": body["MessageId"]}
    return Brought("amazon_ses", body, headers=headers)


BRINGS = {"postmark": by_postmark, "mailgun": by_mailgun, "sendgrid": by_sendgrid, "amazon_ses": by_amazon_ses}


def tell_public_key() -> str:
    """SendGrid's key as it shows it: base64 without the frame."""
    public = SENDGRID_KEY.public_key()
    told = public.public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
    return base64.b64encode(told).decode()


def sign_for_sendgrid(body: bytes, *, age: float = 0) -> dict[str, str]:
    timestamp = str(int(time.time() - age))
    signature = SENDGRID_KEY.sign(timestamp.encode() + body, ec.ECDSA(hashes.SHA256()))
    return {
        "X-Twilio-Email-Event-Webhook-Signature": base64.b64encode(signature).decode(),
        "X-Twilio-Email-Event-Webhook-Timestamp": timestamp,
    }
