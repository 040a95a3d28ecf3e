"""Messages for the next page wait in a cookie, so that a turn writes no row for them; long ones wait in the session."""

from django.conf import settings
from django.contrib.messages.storage.base import Message
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage
from django.http.response import HttpResponseBase


class HostCookieStorage(CookieStorage):
    cookie_name = f"{settings.COOKIE_PREFIX}messages"


class Storage(FallbackStorage):
    """Leaves out what the cookie has no room for where there is no session: a visitor who posts again and again gets
    none by it."""

    storage_classes = (HostCookieStorage, SessionStorage)

    def update(self, response: HttpResponseBase) -> list[Message] | None:
        """What could not be kept, which Django takes for an error in development; what is left out is none."""
        if not self.request.session.is_empty():
            return super().update(response)
        self.storages = self.storages[:1]
        super().update(response)
        return []
