"""The one way of every answer by email: who may answer, once, and what came of it is told in one email.

Nothing is done for a mail whose address holds no token of ours, whose sender is not the account's own address, or
which a machine wrote. Such a mail leaves a row; the account's own address is told of what a person may have written.
"""

from __future__ import annotations

import hashlib
import logging
import re
from datetime import datetime
from email.message import Message

from django.db import transaction
from django.utils import timezone

from accounts.limiting.spending import has_room, spend
from accounts.models import User
from core.refusal import Refusal
from notifications import reply_tokens
from notifications.reply_tokens import Addressed
from replies import acting, addressing, judging, repeating, unread
from replies.addressing import Found
from replies.incoming import Incoming, Outcome
from replies.mails import lines, parsing, subjects, text
from replies.mails.proof import Verdict
from replies.models import LEASE, LONGEST_LINE, Reply
from replies.unread import Reason
from replies.words import unread as words

logger = logging.getLogger(__name__)

MOST_ATTEMPTS = 5
"""So often a mail is tried that meets a fault of ours; then its writer is told."""
MOST_WAITING = 200
"""So many mails of one player may wait for their limit; any more are not read."""
LONGEST_SUBJECT = 160
OURS = re.compile(r"<notice-[\w.]{1,60}@[\w.-]{1,200}>")
NOTHING_DONE = ("unproven",)
"""Codes of answers that are no refusals, and after which nothing was done either."""


def receive(incoming: Incoming) -> Outcome:
    """Does what the mail asks for, once. Raises what a fault of ours raises: bring it again then."""
    found = addressing.find_token(incoming)
    addressed = found.addressed
    if addressed is None:
        return turn_away(incoming, found)
    user = find_player(addressed.user_id)
    if user is None:
        unread.keep(incoming, Reason.NOBODY, key=make_key(found.token, incoming))
        return Outcome.IGNORED
    reason, verdict = judging.judge(incoming, user=user, found=found)
    if reason is not None:
        return leave(incoming, reason, user=user, found=found, verdict=verdict)
    asked = lines.find_lines(text.read_text(incoming.mail))
    if not asked and incoming.is_cut:
        return leave(incoming, Reason.LARGE, user=user, found=found, verdict=verdict)
    first = asked[0] if asked else ""
    reply = note(incoming, addressed=addressed, token=found.token, verdict=verdict, first_line=first)
    waits = reply is not None and has_to_wait(reply)
    if reply is None or (waits and not may_wait(reply)):
        return leave(incoming, Reason.MANY, user=user, found=found, verdict=verdict)
    if waits:
        told = words.WAITS()
        unread.tell(told, user_id=user.pk, reason="waits", addressed=addressed, now=timezone.now())
        return Outcome.LATER
    return deal_with(reply, addressed=addressed, found=asked, incoming=incoming)


def find_player(pk: int) -> User | None:
    """None for 0, for a computer, and for an account that is closed or about to be."""
    user = User.objects.filter(pk=pk, is_active=True, closing_at=None).first()
    return user if user is not None and user.is_person else None


def turn_away(incoming: Incoming, found: Found) -> Outcome:
    """A mail without a good token: one that was good before names whose it was, and has to come from them."""
    key = make_key(found.token, incoming)
    user = find_player(reply_tokens.guess_reader(found.token)) if found.token else None
    if user is None or not parsing.is_same_address(parsing.read_sender(incoming.mail), user.email):
        if addressing.is_to_us(incoming.mail, recipients=incoming.recipients):
            unread.keep(incoming, Reason.NOBODY, key=key)
        return Outcome.NOT_OURS
    reason, verdict = judging.judge(incoming, user=user, found=found)
    unread.keep(
        incoming,
        reason or Reason.TOKEN,
        key=key,
        user_id=user.pk,
        verdict=verdict.value,
        is_own=True,
        tells=reason is None,  # anybody can make up such a token
    )
    return Outcome.NOT_OURS


def leave(incoming: Incoming, reason: Reason, *, user: User, found: Found, verdict: Verdict) -> Outcome:
    """Nothing is done for the mail. Its first line is kept where it bears the account's own address, and where they
    have not switched it off that we read any."""
    is_own = parsing.is_same_address(parsing.read_sender(incoming.mail), user.email)
    asked = [] if reason == Reason.OFF or not is_own else lines.find_lines(text.read_text(incoming.mail), most=1)
    unread.keep(
        incoming,
        reason,
        key=make_key(found.token, incoming),
        user_id=user.pk,
        addressed=found.addressed,
        verdict=verdict.value,
        first_line=asked[0] if asked else "",
        is_own=is_own,
    )
    return Outcome.IGNORED


def note(incoming: Incoming, *, addressed: Addressed, token: str, verdict: Verdict, first_line: str) -> Reply | None:
    """The row of this mail, also where it came before; None beyond the limit of a writer who is not proven."""
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
            if is_new and verdict is not Verdict.PROVEN:
                spend("reply_unproven", now=timezone.now(), sender=addressed.user_id)
    except Refusal:
        return None
    return reply


def has_to_wait(reply: Reply) -> bool:
    """Whether its writer, who is proven, has played as much as they may for now."""
    if reply.verdict != Verdict.PROVEN or reply.done_at is not None:
        return False
    return not has_room("reply", now=timezone.now(), sender=reply.user_id)


def may_wait(reply: Reply) -> bool:
    """Deletes the row where too many wait already."""
    waiting = Reply.objects.filter(user=reply.user_id, done_at=None, pk__lt=reply.pk)
    if waiting.count() < MOST_WAITING:
        return True
    reply.delete()
    return False


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
    reply.claim, reply.claimed_at, reply.attempts = token, now, reply.attempts + 1
    asked = acting.Asked(reply, addressed, tuple(found), is_proven=reply.verdict == Verdict.PROVEN)
    finish(reply, answers=find_answers(asked), incoming=incoming, now=timezone.now())
    return Outcome.DONE


def find_answers(asked: acting.Asked) -> list[acting.Answer]:
    if asked.reply.attempts > MOST_ATTEMPTS:
        return [acting.tell_fault(asked)]
    return acting.act(asked) if asked.lines else [acting.tell_nothing_found(asked)]


@transaction.atomic
def finish(reply: Reply, *, answers: list[acting.Answer], incoming: Incoming, now: datetime) -> None:
    """Marks the reply as done and writes the email that answers it, both or neither; nothing where another did. A
    writer who has been told often enough that nothing was done is not told again."""
    outcome = ",".join(answer.code for answer in answers)[:60]
    refused = all(answer.is_refusal or answer.code in NOTHING_DONE for answer in answers)
    done = {"done_at": now, "outcome": outcome, "refused": refused}
    if not LEASE.mine(reply).filter(done_at=None).update(**done, **LEASE.given_back):
        return
    if not count(reply, refused=refused, now=now):
        logger.info("An email for player %s was not answered: too many came to nothing", reply.user_id)
        return
    told = repeating.count_refused(reply) if refused else 0
    if told >= repeating.ENOUGH:
        logger.info("An email for player %s was not answered: %s again", reply.user_id, outcome)
        return
    is_last = refused and told == repeating.ENOUGH - 1
    acting.write_answer(reply, answers, thread=find_thread(reply, incoming.mail), is_last=is_last)


def count(reply: Reply, *, refused: bool, now: datetime) -> bool:
    """What was done counts against the limit of turns; what came to nothing has one of its own, beyond which it leaves
    no row."""
    try:
        if not refused:
            spend("reply", now=now, sender=reply.user_id)
        elif reply.verdict == Verdict.PROVEN:
            spend("reply_refused", now=now, sender=reply.user_id)
    except Refusal:
        if refused:
            Reply.objects.filter(pk=reply.pk).delete()
        return not refused
    return True


def find_thread(reply: Reply, mail: Message) -> acting.Thread:
    """The thread of a mail; its subject is repeated to a proven sender alone, who wrote it."""
    answered = next(iter(OURS.findall(" ".join(parsing.read_headers(mail, "In-Reply-To")))), "")
    subject = parsing.read_header(mail, "Subject") if reply.verdict == Verdict.PROVEN else ""
    return acting.Thread(
        message_id=parsing.read_message_id(mail),
        answered=answered,
        subject=subjects.strip_marks(subject)[:LONGEST_SUBJECT],
    )
