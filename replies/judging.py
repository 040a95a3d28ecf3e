"""Whether a mail may act for the account to which its token belongs: who sent it, and when."""

from __future__ import annotations

from datetime import datetime, timedelta
from email.utils import parseaddr, parsedate_to_datetime

from django.conf import settings
from django.utils import timezone

from accounts.models import User
from games.models import Game
from notifications.models import ListedTurns, Preferences
from notifications.reply_tokens import Addressed
from notifications.wording import links
from replies import addressing, authorities
from replies.addressing import Found
from replies.incoming import Incoming
from replies.mails import automatic, parsing, proof
from replies.mails.proof import Verdict
from replies.models import UnreadMail

Reason = UnreadMail.Reason
TOLERANCE = timedelta(minutes=5)
"""How far the clock of a sender may be behind ours."""


def judge(incoming: Incoming, *, user: User, found: Found) -> tuple[UnreadMail.Reason | None, Verdict]:
    """Why nothing is done for it, None if it may be read; and whether its sender is proven."""
    mail, sender = incoming.mail, parsing.read_sender(incoming.mail)
    ours = [parseaddr(settings.DEFAULT_FROM_EMAIL)[1]]
    if automatic.is_automatic(mail, envelope_sender=incoming.envelope_sender):
        return Reason.MACHINE, Verdict.UNPROVEN
    if automatic.is_ours(mail, host=links.host(), senders=ours):
        return Reason.MACHINE, Verdict.UNPROVEN
    if not Preferences.of(user).by_reply:
        return Reason.OFF, Verdict.UNPROVEN
    if not parsing.is_same_address(sender, user.email):
        return Reason.ANOTHER, Verdict.UNPROVEN
    verdict, by_signature = find_proof(incoming, sender=sender)
    if verdict is Verdict.FAILED:
        return Reason.FORGED, verdict
    if verdict is Verdict.PROVEN and by_signature:
        return judge_signed(incoming, found)
    return None, verdict


def find_proof(incoming: Incoming, *, sender: str) -> tuple[Verdict, bool]:
    """Whether the sender is proven, and whether by the mail's signature alone."""
    if incoming.proof is not None:
        return incoming.proof, incoming.by_signature
    results = proof.read_mail(incoming.mail, sender=sender, authority=settings.REPLY_AUTHORITY)
    if results.untrusted:
        authorities.note(results.untrusted, now=timezone.now())
    return results.verdict, results.by_signature


def judge_signed(incoming: Incoming, found: Found) -> tuple[UnreadMail.Reason | None, Verdict]:
    """A signature stays good, whoever brings the mail again, and to whomever. So what was signed has to say that it was
    written to this token, and not before the email that it answers."""
    if not addressing.is_written_to(incoming.mail, token=found.token):
        return None, Verdict.UNPROVEN
    written, shown = read_date(incoming), find_shown(found.addressed)
    if written is None:
        return None, Verdict.UNPROVEN
    if shown is not None and written < shown - TOLERANCE:
        return Reason.OLD, Verdict.UNPROVEN
    return None, Verdict.PROVEN


def read_date(incoming: Incoming) -> datetime | None:
    """What the mail's one Date says; None where that is not certain."""
    values = list(parsing.read_raw(incoming.mail.raw_items(), "Date"))
    try:
        written = parsedate_to_datetime(values[0]) if len(values) == 1 else None
    except (ValueError, TypeError, OverflowError):
        return None
    return written if written is None or written.tzinfo else None


def find_shown(addressed: Addressed | None) -> datetime | None:
    """Since when there was something to show of what the email showed; None where nobody knows."""
    if addressed is None:
        return None
    if addressed.listed_id:
        return ListedTurns.objects.filter(pk=addressed.listed_id).values_list("made_at", flat=True).first()
    game = Game.objects.filter(pk=addressed.game_id).first()
    if game is None:
        return None
    last = game.turns.filter(ply__lte=addressed.ply, taken_back_at=None).order_by("-ply").first()
    return last.played_at if last else game.started_at
