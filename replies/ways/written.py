"""The answer to an email of ours as a mail program writes it, for a site without a mail server."""

from __future__ import annotations

from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid, parseaddr

from notifications.channels.email.files import StoredMail
from replies.mails import parsing

LONGEST_TEXT = 5000
"""Characters."""


def find_reply_to(mail: StoredMail) -> str:
    """Where an answer to it goes; empty where it takes none."""
    return parseaddr(str(mail.parsed["Reply-To"] or ""))[1]


def write_reply(mail: StoredMail, *, text: str) -> EmailMessage:
    """The text above what it answers, as bytes and parsed again: it goes the same way as a real one."""
    subject, known_as = " ".join(mail.subject.split()), str(mail.parsed["Message-ID"] or "").strip()
    reply = EmailMessage(policy=SMTP)
    reply["From"], reply["To"] = mail.to, find_reply_to(mail)
    reply["Subject"] = subject if subject.lower().startswith("re:") else f"Re: {subject}"
    reply["Date"], reply["Message-ID"] = formatdate(), make_msgid(domain="mailbox.localhost")
    if known_as:
        references = " ".join(f"{mail.parsed['References'] or ''} {known_as}".split())
        reply["In-Reply-To"], reply["References"] = known_as, references
    quoted = "\n".join(f"> {line}" for line in mail.text.splitlines())
    sender = parseaddr(str(mail.parsed["From"] or ""))[1]
    reply.set_content(f"{text}\n\nOn {mail.written_at:%d %B %Y at %H:%M}, {sender} wrote:\n\n{quoted}\n")
    return parsing.parse(reply.as_bytes())
