"""Deletes data when it has served its purpose. This is the rule for each kind of data; games and turns are kept
forever.

- A session, 1 day after it ended, and with it its line in the list of sessions.
- A notice, 90 days after it was sent, dropped or given up, when no one asks any more whether it arrived.
- A form kept during a log-in, 2 hours after it was sent. What was used of a limit, when it counts no longer.
- What a form has made, stored under its key, 1 day after the form was sent.
- An event of an account, 90 days after it happened.
- What a moderator asked to be done to an account, 180 days after it was done or stopped.
- Where a user logged in from, as a keyed hash, 90 days after the last time.
- What staff did, 5 years afterwards, but never while it still affects a person.
- A copy of a user's data, 7 days after it was ready.
- A guest, and the games that they played against computers, 30 days after the last turn, or 2 hours if the guest has
  not played any turn.
- What would undo a change of an analysis, 30 days after the change.
- A challenge that led to no game, 30 days after it was declined, withdrawn or expired. A standing challenge that led to
  no game, 30 days after it was ended.
- An animation of a game, 30 days after it was first asked for.
- A reply by email, and the list of games in an email, after 90 days. An email that caused no action, after 30 days;
  also the name of a server that is not trusted, 30 days after it was last seen.
- A code for connecting a chat app, when it is no longer valid.
- The place of a player who has left a ladder, a year after they joined it and last played there.
"""

import time
from datetime import datetime, timedelta
from typing import Any

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from accounts.conduct import sightings
from accounts.locked_out import rescue_requests
from accounts.models import AccountEvent, Allowance, Export, Rescue, Sighting
from accounts.own_data import exports
from accounts.people import activity
from accounts.posted import kept_forms, sent_forms
from analysis.models import Edit
from competition.models import LadderMember
from core.each import delete_all, do_steps
from games import challenges, guests, play
from moderation import retention
from notifications import reply_tokens
from notifications.chat_apps import codes
from notifications.models import ListedTurns, Notice
from records import animating
from replies import authorities, unread
from replies.models import Authority, Reply, UnreadMail

KEEP_SESSIONS = timedelta(days=1)
KEEP_NOTICES = timedelta(days=90)
KEEP_REPLIES = reply_tokens.KEPT
KEEP_CHALLENGES = timedelta(days=30)
KEEP_EDITS = timedelta(days=30)
KEEP_LADDER_PLACES = timedelta(days=365)
BATCH = 500
"""Rows per transaction: few enough that no player has to wait for it."""
RUN_LASTS = 60.0
"""Seconds that one run may take. The next run continues with what is left."""


def prune(*, now: datetime | None = None, batch: int = BATCH, lasts: float = RUN_LASTS) -> dict[str, int]:
    """Deletes what has served its purpose, batch by batch. Returns how many rows of each kind were deleted."""
    now, until = now or timezone.now(), time.monotonic() + lasts

    def delete(rows: QuerySet[Any]) -> int:
        rows = rows if rows.ordered else rows.order_by("pk")
        fault = f"Row %s of {rows.model._meta.verbose_name_plural} could not be deleted"
        return delete_all(rows, batch=batch, until=until, fault=fault)

    return do_steps(
        {
            "sessions": lambda: delete(Session.objects.filter(expire_date__lt=now - KEEP_SESSIONS)),
            "session lines": lambda: delete(list_sessions_gone(now)),
            "kept forms": lambda: delete(kept_forms.list_old(before=now - kept_forms.KEPT_FOR)),
            "sent forms": lambda: delete(sent_forms.list_old(before=now - sent_forms.KEPT_FOR)),
            "allowances": lambda: delete(Allowance.objects.filter(until_at__lt=now)),
            "notices": lambda: delete(Notice.objects.filter(closed_at__lt=now - KEEP_NOTICES)),
            "account events": lambda: delete(AccountEvent.objects.filter(last_at__lt=now - activity.KEPT)),
            "rescues": lambda: delete(Rescue.objects.filter(closed_at__lt=now - rescue_requests.KEPT)),
            "sightings": lambda: delete(Sighting.objects.filter(last_at__lt=now - sightings.KEPT)),
            "log of moderation": lambda: retention.prune(now=now, batch=batch, until=until),
            "exports": lambda: delete(Export.objects.filter(ready_at__lt=now - exports.KEPT)),
            "guests": lambda: play.delete_guests(
                before=now - guests.LASTS, idle_before=now - guests.WITHOUT_TURN, until=until
            ),
            "edits": lambda: delete(Edit.objects.filter(made_at__lt=now - KEEP_EDITS)),
            "challenges": lambda: delete(challenges.list_closed(before=now - KEEP_CHALLENGES)),
            "animations": lambda: delete(animating.list_old(before=now - animating.KEPT)),
            "answers by email": lambda: delete(Reply.objects.filter(arrived_at__lt=now - KEEP_REPLIES)),
            "emails not acted on": lambda: delete(UnreadMail.objects.filter(arrived_at__lt=now - unread.KEPT)),
            "authorities": lambda: delete(Authority.objects.filter(seen_at__lt=now - authorities.KEPT)),
            "listed turns": lambda: delete(ListedTurns.objects.filter(made_at__lt=now - KEEP_REPLIES)),
            "codes of chat apps": lambda: delete(codes.list_old(before=now - codes.LASTS)),
            "ladder places": lambda: delete(LadderMember.objects.idle(since=now - KEEP_LADDER_PLACES)),
        }
    )


def list_sessions_gone(now: datetime) -> QuerySet[UserSession]:
    """Returns entries in users' lists of sessions whose session is gone. A new session has a day to appear."""
    living = Session.objects.filter(session_key=OuterRef("session_key"))
    return UserSession.objects.filter(~Exists(living), last_seen_at__lt=now - KEEP_SESSIONS)
