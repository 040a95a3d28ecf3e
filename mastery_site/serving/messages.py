"""Messages for the next page wait in a cookie, so that a turn writes no row for them. Long ones wait in the session.

A sentence waits as its code and arguments, and becomes text when it is shown.
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
"""The first character of messages that hold a sentence's code and arguments. No ordinary text contains it."""


class HostCookieStorage(CookieStorage):
    cookie_name = f"{settings.COOKIE_PREFIX}messages"


class Storage(FallbackStorage):
    """Drops messages that do not fit into the cookie if there is no session, so that visitors get none by posting
    repeatedly."""

    storage_classes = (HostCookieStorage, SessionStorage)

    def add(self, level: int, message: Any, extra_tags: str | None = "") -> None:
        if isinstance(message, Said):
            message = KEPT + json.dumps(said.keep(message), separators=(",", ":"))
        super().add(level, message, extra_tags)

    def __iter__(self) -> Iterator[Message]:
        """Yields the messages, with each sentence as it was said. It skips sentences that an update of the site has
        removed."""
        for message in super().__iter__():
            text = message.message
            if isinstance(text, str) and text.startswith(KEPT):
                try:
                    message.message = said.recall(json.loads(text[1:]))  # type: ignore[assignment]
                except said.UnknownSentence:
                    continue
            yield message

    def update(self, response: HttpResponseBase) -> list[Message] | None:
        """Returns the messages that could not be kept. Django takes them for an error in development.

        Messages that are dropped on purpose are not among them.
        """
        if not self.request.session.is_empty():
            return super().update(response)
        self.storages = self.storages[:1]
        super().update(response)
        return []
