"""Answers to emails of ours, as a mail program writes them: for the stateful test and the simulator."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage as Written
from itertools import count

from django.core.mail import EmailMessage

from replies.incoming import Incoming, Way
from replies.mails.parsing import parse
from replies.mails.proof import Verdict

_numbers = count(1)
QUOTED = {
    "en": "On Fri, 27 Nov 2026 at 14:12, Games <games@example.org> wrote:",
    "de": "Am Fr., 27. Nov. 2026 um 14:12 Uhr schrieb Games <games@example.org>:",
}
"""How mail programs begin what they quote."""


@dataclass(frozen=True, slots=True)
class Got:
    """An email of ours that its reader may answer."""

    user: int
    to: str
    kind: str
    reply_to: str
    subject: str
    body: str
    at: datetime


def keep(message: EmailMessage, *, user: int, kind: str, at: datetime) -> Got | None:
    """What a reader needs of it; None where it takes no answer."""
    if not message.reply_to:
        return None
    return Got(user, message.to[0], kind, message.reply_to[0], str(message.subject), str(message.body), at)


def write_answer(got: Got, *lines: str, sender: str, number: int | None = None, language: str = "en") -> bytes:
    """The mail, with what it answers quoted below. One of the same `number` is the same mail once more."""
    written = Written()
    written["From"], written["To"], written["Subject"] = sender, got.reply_to, f"Re: {got.subject}"
    written["Message-ID"] = f"<answer-{next(_numbers) if number is None else number}@mail.example>"
    quoted = "".join(f"> {line}\n" for line in got.body.splitlines())
    written.set_content("\n".join(lines) + f"\n\n{QUOTED[language]}\n{quoted}")
    return written.as_bytes()


def bring(raw: bytes, *, at: datetime, proof: Verdict = Verdict.PROVEN, way: Way = Way.MAILBOX) -> Incoming:
    return Incoming(parse(raw), at, way, proof=proof)
