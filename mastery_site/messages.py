"""Messages for the next page wait in a cookie, so that a turn writes no row for them; long ones wait in the session.

A sentence waits as code and arguments, and is formed when it is shown.
"""

import json
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.contrib.messages.storage.base import Message
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage
from django.http.response import HttpResponseBase

from core import said
from engine.words import Said

KEPT = "\x1e"
"""What a message begins with that is a sentence's code and arguments: a character that no text has."""


class HostCookieStorage(CookieStorage):
    cookie_name = f"{settings.COOKIE_PREFIX}messages"


class Storage(FallbackStorage):
    """Leaves out what the cookie has no room for where there is no session: a visitor who posts again and again gets
    none by it."""

    storage_classes = (HostCookieStorage, SessionStorage)

    def add(self, level: int, message: Any, extra_tags: str | None = "") -> None:
        if isinstance(message, Said):
            message = KEPT + json.dumps(said.keep(message), separators=(",", ":"))
        super().add(level, message, extra_tags)

    def __iter__(self) -> Iterator[Message]:
        """The messages, each sentence as it was said; one that an update took away meanwhile is left out."""
        for message in super().__iter__():
            text = message.message
            if isinstance(text, str) and text.startswith(KEPT):
                try:
                    message.message = said.recall(json.loads(text[1:]))  # type: ignore[assignment]
                except said.UnknownSentence:
                    continue
            yield message

    def update(self, response: HttpResponseBase) -> list[Message] | None:
        """What could not be kept, which Django takes for an error in development; what is left out is none."""
        if not self.request.session.is_empty():
            return super().update(response)
        self.storages = self.storages[:1]
        super().update(response)
        return []
