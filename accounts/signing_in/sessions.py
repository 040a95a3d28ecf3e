"""Django's sessions in the database, with an end of their own; each request reads one by a prepared query.

A session ends when it was not used for SESSION_COOKIE_AGE, and at the latest SESSION_LASTS after the log-in, for staff
STAFF_SESSION_LASTS. The session of somebody who has not logged in ends soon: anybody can have one made, by beginning to
sign up or to log in. The row says when, so that the server ends it, whatever a browser keeps.
"""

from datetime import UTC, datetime, timedelta
from typing import Any

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from accounts import events
from accounts.models import User
from core.prepared import PreparedQuery

BEGAN = "began_at"
ENDS = "ends_at"
"""The key in the session of when it ends, in seconds since 1970."""

GUEST_LASTS = timedelta(hours=2)
"""As long as a log-in may take (ACCOUNT_LOGIN_TIMEOUT)."""


@PreparedQuery
def find_session(key: str, now: datetime) -> QuerySet[Session]:
    """Prepared, for each request that brings a session asks it."""
    return Session.objects.filter(session_key=key, expire_date__gt=now)


def lasts(user: User) -> timedelta:
    """How long after the log-in a session of this person ends."""
    return settings.STAFF_SESSION_LASTS if user.is_staff else settings.SESSION_LASTS


def set_end(session: SessionBase, *, user: User) -> None:
    """Notes when the session ends, counted from its log-in.

    It is called again later, as the user may have become staff.
    """
    began = session.setdefault(BEGAN, int(timezone.now().timestamp()))
    session[ENDS] = began + int(lasts(user).total_seconds())


def on_user_logged_in(*, request: HttpRequest, user: User, **_: Any) -> None:
    request.session.pop(BEGAN, None)
    set_end(request.session, user=user)


@transaction.atomic
def end_all(user: User) -> int:
    """Logs the user out everywhere; from how many sessions."""
    events.logged_out_elsewhere.send(sender=User, user_id=user.pk, mark="")
    lines = UserSession.objects.filter(user=user)
    Session.objects.filter(session_key__in=list(lines.values_list("session_key", flat=True))).delete()
    return lines.delete()[0]


class SessionStore(db.SessionStore):
    def get_expiry_date(self, **kwargs: Any) -> datetime:
        return min(super().get_expiry_date(**kwargs), self.find_end())

    def get_expiry_age(self, **kwargs: Any) -> int:
        left = round((self.find_end() - timezone.now()).total_seconds())
        return min(super().get_expiry_age(**kwargs), max(0, left))

    def find_end(self) -> datetime:
        """The latest at which it ends, however much it is used."""
        if ENDS in self:
            return datetime.fromtimestamp(self[ENDS], UTC)
        return timezone.now() + (settings.SESSION_LASTS if SESSION_KEY in self else GUEST_LASTS)

    def _get_session_from_db(self) -> Session | None:
        for session in find_session(self.session_key, timezone.now()):
            return session
        self._session_key = None
        return None
