"""Sessions in the database, as Django keeps them; each request reads one, by a query that is formed once."""

from datetime import datetime

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.utils import timezone

from accounts.formed import FormedQuery


@FormedQuery
def find_session(key: str, now: datetime) -> QuerySet[Session]:
    return Session.objects.filter(session_key=key, expire_date__gt=now)


class SessionStore(db.SessionStore):
    def _get_session_from_db(self) -> Session | None:
        for session in find_session(self.session_key, timezone.now()):
            return session
        self._session_key = None
        return None
