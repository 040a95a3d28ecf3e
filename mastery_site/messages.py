"""Messages for the next page wait in a cookie, so that a turn writes no row for them; long ones wait in the session."""

from typing import Any

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class HostCookieStorage(CookieStorage):
    cookie_name = f"{settings.COOKIE_PREFIX}messages"


class GivenSessionStorage(SessionStorage):
    """Leaves out what the cookie has no room for where there is no session: a visitor who posts again and again gets
    none by it."""

    def _store(self, messages: Any, response: Any, *args: Any, **kwargs: Any) -> list[Any]:
        if messages and self.request.session.is_empty():
            return []
        return super()._store(messages, response, *args, **kwargs)  # type: ignore[misc, no-any-return]  # it has no types


class Storage(FallbackStorage):
    storage_classes = (HostCookieStorage, GivenSessionStorage)
