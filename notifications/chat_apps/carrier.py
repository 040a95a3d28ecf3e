"""Sends notices to chat apps, each by one request to the address that its reader has connected."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import datetime
from statistics import mean
from types import TracebackType
from typing import Any
from urllib.parse import quote, urlsplit

from django.utils import timezone

from core import outgoing
from core.sealing import Unreadable
from core.words import Sentence
from notifications.chat_apps import addresses
from notifications.chat_apps.parts import App, Request, SiteFault
from notifications.faults import Dropped, RefusedAddress
from notifications.models import ChatAddress, Notice
from notifications.routing.failing import tell_administrators
from notifications.wording import links
from notifications.wording.describing import describe
from notifications.wording.short import Short, write_short

MOST_SECONDS, SLOW_SECONDS = 4.0, 1.0
"""The most seconds that a run waits for one server that readers name, if each message takes longer than the second
value on average."""
SHORTEST_SECRET = 4
SLOW = Sentence("slow", "{app}: this server is slow.")
UNREACHED = Sentence("unreached", "{app} could not be reached: {fault}.")


class ChatCarrier(AbstractContextManager):
    """Keeps its connections for a run, and remembers which hosts cannot be reached."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._client = outgoing.Client()
        self._away: dict[str, str] = {}
        self._took: dict[str, list[float]] = {}

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._client.__exit__(kind, error, trace)

    def deliver(self, notice: Notice, *, now: datetime) -> None:
        """Sends a notice. Raises what `notifications.faults` names, and Dropped if its reader has disconnected the
        app."""
        context = describe(notice, now=now)
        connected = ChatAddress.objects.filter(user=notice.recipient_id, channel=self._app.name).first()
        if connected is None:
            raise Dropped("They have disconnected it.")
        try:
            address = addresses.unseal(connected)
        except Unreadable:
            raise RefusedAddress("The address can no longer be read. Connect it again.") from None
        try:
            self._send(self._app.write(shorten(notice, context), address, notice=notice), address=address)
        except Exception as error:
            ChatAddress.objects.filter(pk=connected.pk).update(last_error=str(error)[:500])
            raise
        ChatAddress.objects.filter(pk=connected.pk).update(sent_at=now, last_error="")

    def _send(self, request: Request, *, address: Mapping[str, str]) -> None:
        host = urlsplit(request.url).netloc
        if host in self._away:
            raise self._app.excuse(self._away[host])
        began = time.monotonic()
        try:
            response = self._client.send(
                request.method, request.url, data=request.data, headers=request.headers, hosts=self._app.hosts
            )
        except outgoing.NotAllowed as error:
            raise RefusedAddress(str(error)) from error
        except outgoing.Unreached as error:
            self._away[host] = str(UNREACHED(app=self._app.title, fault=error.said))
            raise self._app.excuse(self._away[host]) from error
        finally:
            self._count(host, time.monotonic() - began)
        try:
            self._app.judge(replace(response, body=hide(response.body, address)))
        except SiteFault as error:
            self._away[host] = str(error)
            tell_administrators(self._app.name, fault=f"{timezone.now():%Y%m%d}")  # once per day
            raise

    def _count(self, host: str, seconds: float) -> None:
        """Skips a slow server for the rest of the run, so that it delays few other messages."""
        self._took.setdefault(host, []).append(seconds)
        whole, average = sum(self._took[host]), mean(self._took[host])
        if self._app.hosts is None and whole > MOST_SECONDS and average > SLOW_SECONDS:
            self._away.setdefault(host, str(SLOW(app=self._app.title)))


def shorten(notice: Notice, context: dict[str, Any]) -> Short:
    """Shortens a notice, and removes a link that would let anyone in: others may read along, and so does the app's
    server."""
    short = write_short(notice, context)
    return replace(short, link=links.absolute("/")) if links.holds_secret(short.link) else short


def hide(body: bytes, address: Mapping[str, str]) -> bytes:
    """Returns the answer without the address, which some services repeat, since staff and logs see it."""
    for secret in sorted((value for value in address.values() if len(value) >= SHORTEST_SECRET), key=len, reverse=True):
        for form in (secret, quote(secret, safe="")):
            body = body.replace(form.encode(), b"...")
    return body
