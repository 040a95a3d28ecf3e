"""A mail is three templates in `notifications/<kind>/` and a function that says what they may know, or why none is due.

`compose` asks everything anew: a notice may have waited for days, and the game has gone on.
"""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.core.mail import EmailMessage
from django.utils import timezone

from notifications.channels.email import backend
from notifications.channels.email.envelope import Envelope, inline_styles
from notifications.faults import Dropped
from notifications.mails import chat, off_time, offers, others, reports
from notifications.models import INSTEAD_OF, SWITCHABLE, Channel, Kind, Notice
from notifications.routing import switches
from notifications.wording import challenges, games, several

__all__ = ["Dropped", "compose", "describe"]

DESCRIBE = {
    Kind.YOUR_TURN: games.your_turn,
    Kind.DEADLINE_NEAR: games.deadline_near,
    Kind.OFFER_MADE: offers.made,
    Kind.OFFER_DECLINED: offers.declined,
    Kind.CHAT_MESSAGE: chat.chat_message,
    Kind.GAME_OVER: games.game_over,
    Kind.CHALLENGE_RECEIVED: challenges.received,
    Kind.CHALLENGE_ACCEPTED: challenges.accepted,
    Kind.CHALLENGE_DECLINED: challenges.declined,
    Kind.CHALLENGE_EXPIRING: challenges.expiring,
    Kind.INVITATION: challenges.invitation,
    Kind.OFF_TIME_USED: off_time.used,
    Kind.REPORT_RESULT: reports.result,
    Kind.DIGEST: several.digest,
    Kind.TEST: others.test,
}


def compose(notice: Notice, *, now: datetime) -> EmailMessage:
    """The mail of a notice as things stand at `now`. Raises Dropped where it is no longer true or wanted."""
    if notice.kind == Kind.ACCOUNT:
        return _restore(notice)
    with timezone.override(zone_of(notice)):
        context = describe(notice, now=now)
        return Envelope(notice, folder=several.FOLDER if notice.others and "games" in context else "").fill(context)


def describe(notice: Notice, *, now: datetime) -> dict[str, Any]:
    """What a notice has to say at `now`, whichever way it goes. Raises Dropped where it is no longer true or wanted."""
    _require_wanted(notice)
    with timezone.override(zone_of(notice)):
        if notice.others:
            return several.your_turns(notice, now=now)
        return DESCRIBE[Kind(notice.kind)](notice, now=now)


def zone_of(notice: Notice) -> ZoneInfo:
    return notice.recipient.zone if notice.recipient else ZoneInfo("UTC")


def _restore(notice: Notice) -> EmailMessage:
    """A mail of allauth or Django, its own words in the site's styles."""
    message = backend.restore(notice.payload)
    alternatives, message.alternatives = message.alternatives, []
    for content, mimetype in alternatives:
        message.attach_alternative(inline_styles(str(content)) if mimetype == "text/html" else content, mimetype)
    return message


def _require_wanted(notice: Notice) -> None:
    user = notice.recipient
    if user is None:
        return
    if not user.is_active or not user.email:
        raise Dropped("The account is closed or has no address.")
    chosen = notice.payload.get(INSTEAD_OF, Channel.BELL) if notice.channel == Channel.BELL else notice.channel
    if notice.kind in SWITCHABLE and not switches.is_on(user, kind=notice.kind, channel=chosen):
        raise Dropped("Switched off.")
