"""Mails for which nothing was done: each leaves a row, and where a person may miss a turn, the account's own address is
told, once a day for each reason, whoever sends however many."""

from __future__ import annotations

import hashlib
import logging
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from core import said
from core.words import Said, Sentence
from notifications.reply_tokens import Addressed
from notifications.routing.writing import make, write
from replies.incoming import Incoming
from replies.mails import parsing
from replies.models import LONGEST_LINE, UnreadMail
from replies.words import unread as words

logger = logging.getLogger(__name__)

Reason = UnreadMail.Reason
KIND = "reply_unread"
KEPT = timedelta(days=30)
MOST_OF_ONE, MOST_OF_NOBODY = 100, 1000
"""Rows of one player, and of nobody: the oldest makes room, so that nobody fills the disk."""
TOLD: dict[str, Sentence] = {
    Reason.ANOTHER: words.FROM_ANOTHER,
    Reason.FORGED: words.FORGED,
    Reason.OLD: words.OLD,
    Reason.TOKEN: words.OLD_ADDRESS,
    Reason.LARGE: words.LARGE,
    Reason.MANY: words.MANY,
    Reason.OFF: words.OFF,
}
"""What the account's address is told. A machine is told nothing, and nobody has no address."""
SHOWN: dict[str, Sentence] = {
    Reason.MACHINE: words.BY_MACHINE,
    Reason.ANOTHER: words.CAME_FROM_SOMEWHERE,
    Reason.FORGED: words.WAS_FORGED,
    Reason.OLD: words.WAS_OLD,
    Reason.TOKEN: words.WENT_ASTRAY,
    Reason.LARGE: words.WAS_LARGE,
    Reason.MANY: words.WAS_ONE_TOO_MANY,
    Reason.OFF: words.WAS_OFF,
}
"""What its player reads of such a row."""


@transaction.atomic
def keep(
    incoming: Incoming,
    reason: UnreadMail.Reason,
    *,
    key: str,
    user_id: int | None = None,
    addressed: Addressed | None = None,
    verdict: str = "",
    first_line: str = "",
    is_own: bool = False,
    tells: bool = True,
) -> None:
    """Leaves the row of a mail, once, and tells its player. `is_own` says that it bears the account's own address: of
    anybody else no word is kept."""
    fields = {
        "user_id": user_id,
        "reason": reason.value,
        "arrived_at": min(incoming.arrived_at, timezone.now()),
        "way": incoming.way.value,
        "verdict": verdict,
        "first_line": first_line[:LONGEST_LINE] if is_own else "",
        "domain": "" if is_own else parsing.read_sender(incoming.mail).rpartition("@")[2][:255],
    }
    row, is_new = UnreadMail.objects.get_or_create(key=hashlib.sha256(key.encode()).hexdigest(), defaults=fields)
    if not is_new:
        return
    logger.info("An email %s was not acted on: %s", f"for player {user_id}" if user_id else "for nobody", reason.value)
    make_room(row)
    if user_id and tells and reason in TOLD:
        tell(TOLD[reason](), user_id=user_id, reason=reason.value, addressed=addressed, now=timezone.now())


def make_room(row: UnreadMail) -> None:
    most = MOST_OF_ONE if row.user_id else MOST_OF_NOBODY
    rows = UnreadMail.objects.filter(user=row.user_id) if row.user_id else UnreadMail.objects.filter(user=None)
    oldest = rows.order_by("-pk").values_list("pk", flat=True)[most : most + 1].first()
    if oldest is not None:
        rows.filter(pk__lte=oldest).delete()


def tell(told: Said, *, user_id: int, reason: str, addressed: Addressed | None, now: datetime) -> None:
    """Once a day (UTC) for each reason, to the account's own address alone. No word of the mail is repeated."""
    payload = {"said": said.keep(told), "game": addressed.game_id or None if addressed else None}
    write(make(KIND, key=f"{KIND}:{user_id}:{reason}:{now:%Y%m%d}", recipient_id=user_id, payload=payload))


def show(row: UnreadMail) -> Said:
    """What its player reads of it."""
    if row.reason == Reason.ANOTHER and row.domain:
        return words.CAME_FROM(domain=row.domain)
    return SHOWN[row.reason]()


def list_of(user_id: int) -> list[UnreadMail]:
    rows = UnreadMail.objects.filter(user=user_id, arrived_at__gt=timezone.now() - KEPT)
    return list(rows.order_by("-arrived_at")[:MOST_OF_ONE])
