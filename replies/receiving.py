"""The one way of every answer by email: who may answer, once, and what came of it is told in one email.

Nothing is done for a mail whose address holds no token of ours, whose sender is not the account's own address, or
which a machine wrote; and no such mail is answered.
"""

from __future__ import annotations

import hashlib
import logging
import re
from datetime import datetime
from email.message import Message
from email.utils import parseaddr

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.limiting.spending import spend
from accounts.models import User
from core.refusal import Refusal
from notifications import reply_tokens
from notifications.models import Preferences
from notifications.reply_tokens import Addressed, BadToken
from notifications.wording import links
from replies import acting, repeating
from replies.incoming import Incoming, Outcome
from replies.mails import automatic, lines, parsing, proof, subjects, text
from replies.mails.proof import Verdict
from replies.models import LEASE, LONGEST_LINE, Reply

logger = logging.getLogger(__name__)

MOST_ATTEMPTS = 5
"""So often a mail is tried that meets a fault of ours; then its writer is told."""
LONGEST_SUBJECT = 160
OURS = re.compile(r"<notice-[\w.]{1,60}@[\w.-]{1,200}>")
IN_TO = ("To", "Cc", "Delivered-To", "X-Original-To", "Envelope-To")


def receive(incoming: Incoming) -> Outcome:
    """Does what the mail asks for, once. Raises what a fault of ours raises: bring it again then."""
    token, addressed = find_token(incoming)
    if addressed is None:
        return Outcome.NOT_OURS
    user = User.objects.filter(pk=addressed.user_id, is_active=True, closing_at=None).first()
    if user is None or not user.is_person or not Preferences.of(user).by_reply:
        return Outcome.IGNORED
    verdict = judge(incoming, user=user)
    if verdict is Verdict.FAILED:
        return Outcome.IGNORED
    found = lines.find_lines(text.read_text(incoming.mail))
    if not found:
        return Outcome.IGNORED  # nothing was asked
    reply = note(incoming, addressed=addressed, token=token, verdict=verdict, first_line=found[0])
    if reply is None:
        return Outcome.IGNORED
    return deal_with(reply, addressed=addressed, found=found, incoming=incoming)


def find_token(incoming: Incoming) -> tuple[str, Addressed | None]:
    """The token to which the mail was sent, and what it says; None where there is no good one."""
    for address in (*incoming.recipients, *parsing.read_addresses(incoming.mail, *IN_TO)):
        if token := reply_tokens.find_token(address):
            try:
                return token, reply_tokens.read(token)
            except BadToken:
                continue
    return "", None


def judge(incoming: Incoming, *, user: User) -> Verdict:
    """Whether the mail comes from the account's address, and a person wrote it."""
    mail, sender = incoming.mail, parsing.read_sender(incoming.mail)
    if not parsing.is_same_address(sender, user.email):
        return Verdict.FAILED
    if why := automatic.is_automatic(mail, envelope_sender=incoming.envelope_sender):
        logger.info("A mail of %s was not read: %s", user.pk, why)
        return Verdict.FAILED
    if automatic.is_ours(mail, host=links.host(), senders=[parseaddr(settings.DEFAULT_FROM_EMAIL)[1]]):
        return Verdict.FAILED
    if incoming.proof is not None:
        return incoming.proof
    return proof.judge_results(mail, sender=sender, authority=settings.REPLY_AUTHORITY)


def note(incoming: Incoming, *, addressed: Addressed, token: str, verdict: Verdict, first_line: str) -> Reply | None:
    """The row of this mail, also where it came before; None beyond the limit of its writer."""
    fields = {
        "user_id": addressed.user_id,
        "about": addressed.about,
        "arrived_at": min(incoming.arrived_at, timezone.now()),  # a server's clock may be ahead
        "way": incoming.way.value,
        "verdict": verdict.value,
        "first_line": first_line[:LONGEST_LINE],
    }
    key = make_key(token, incoming)
    try:
        with transaction.atomic():
            reply, is_new = Reply.objects.get_or_create(key=key, defaults=fields)
            if is_new:
                _count(addressed.user_id, verdict)
    except Refusal as refusal:
        logger.info("A mail of %s was not read: %s", addressed.user_id, refusal.code)
        return None
    return reply


def _count(user_id: int, verdict: Verdict) -> None:
    """Raises Refusal: too_often."""
    if verdict is Verdict.PROVEN:
        spend("reply", now=timezone.now(), sender=user_id)
    else:
        spend("reply_unproven", now=timezone.now(), sender=user_id)


def make_key(token: str, incoming: Incoming) -> str:
    """Equal for the same mail, by whichever way and however often it comes. 64 hexadecimal digits."""
    named = parsing.read_message_id(incoming.mail)
    if not named:
        date = parsing.read_header(incoming.mail, "Date")
        named = f"{date}\n{text.read_text(incoming.mail)}"
    return hashlib.sha256(f"{token}\n{named}".encode(errors="replace")).hexdigest()


def deal_with(reply: Reply, *, addressed: Addressed, found: list[str], incoming: Incoming) -> Outcome:
    """Does what the lines ask for, as if at the instant at which the mail first came, and answers it."""
    if reply.done_at is not None:
        return Outcome.DONE
    now = timezone.now()
    token = LEASE.take(Reply.objects.filter(pk=reply.pk, done_at=None), now=now, attempts=reply.attempts + 1)
    if not token:
        return Outcome.IN_HAND
    reply.refresh_from_db()
    asked = acting.Asked(reply, addressed, tuple(found), is_proven=reply.verdict == Verdict.PROVEN)
    answers = [acting.tell_fault(asked)] if reply.attempts > MOST_ATTEMPTS else acting.act(asked)
    finish(reply, answers=answers, incoming=incoming, now=timezone.now())
    return Outcome.DONE


@transaction.atomic
def finish(reply: Reply, *, answers: list[acting.Answer], incoming: Incoming, now: datetime) -> None:
    """Marks the reply as done and writes the email that answers it, both or neither; nothing where another did. A
    writer who has been told the same often enough is not told again."""
    outcome = ",".join(answer.code for answer in answers)[:60]
    if not LEASE.mine(reply).filter(done_at=None).update(done_at=now, outcome=outcome, **LEASE.given_back):
        return
    if all(answer.is_refusal for answer in answers) and repeating.has_been_told(reply, outcome=outcome):
        logger.info("A mail of %s was not answered: %s again", reply.user_id, outcome)
    else:
        acting.write_answer(reply, answers, thread=find_thread(reply, incoming.mail))


def find_thread(reply: Reply, mail: Message) -> acting.Thread:
    """The thread of a mail; its subject is repeated to a proven sender alone, who wrote it."""
    answered = parsing.read_header(mail, "In-Reply-To")
    subject = parsing.read_header(mail, "Subject") if reply.verdict == Verdict.PROVEN else ""
    return acting.Thread(
        message_id=parsing.read_message_id(mail),
        answered=answered if OURS.fullmatch(answered) else "",
        subject=subjects.strip_marks(subject)[:LONGEST_SUBJECT],
    )
