"""Carries notices to chat apps, each by one request to the address that its reader has connected."""

from __future__ import annotations

from contextlib import AbstractContextManager
from datetime import datetime
from types import TracebackType
from urllib.parse import urlsplit

from django.utils import timezone

from core import outgoing
from core.sealing import Unreadable
from core.words import Sentence
from notifications.chat_apps import addresses
from notifications.chat_apps.parts import App, Request, SiteFault
from notifications.faults import Dropped, RefusedAddress, SharedFault
from notifications.models import ChatAddress, Notice
from notifications.routing.failing import tell_administrators
from notifications.wording.describing import describe
from notifications.wording.short import write_short

UNREACHED = Sentence("unreached", "{app} could not be reached: {fault}")


class ChatCarrier(AbstractContextManager):
    """Keeps its connections for a run, and remembers which hosts cannot be reached."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._client = outgoing.Client()
        self._away: dict[str, str] = {}

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._client.__exit__(kind, error, trace)

    def deliver(self, notice: Notice, *, now: datetime) -> None:
        """Raises what `notifications.faults` names, and Dropped where its reader has disconnected the app."""
        context = describe(notice, now=now)
        connected = ChatAddress.objects.filter(user=notice.recipient_id, channel=self._app.name).first()
        if connected is None:
            raise Dropped("They have disconnected it.")
        try:
            address = addresses.unseal(connected)
        except Unreadable:
            raise RefusedAddress("The address can no longer be read. Connect it again.") from None
        try:
            self._send(self._app.write(write_short(notice, context), address, notice=notice))
        except Exception as error:
            ChatAddress.objects.filter(pk=connected.pk).update(last_error=str(error)[:500])
            raise
        ChatAddress.objects.filter(pk=connected.pk).update(sent_at=now, last_error="")

    def _send(self, request: Request) -> None:
        host = urlsplit(request.url).netloc
        if host in self._away:
            raise SharedFault(self._away[host])
        try:
            response = self._client.send(
                request.method, request.url, data=request.data, headers=request.headers, hosts=self._app.hosts
            )
        except outgoing.NotAllowed as error:
            raise RefusedAddress(str(error)) from error
        except outgoing.Unreached as error:
            self._away[host] = str(UNREACHED(app=self._app.title, fault=str(error)))
            raise SharedFault(self._away[host]) from error
        try:
            self._app.judge(response)
        except SiteFault as error:
            self._away[host] = str(error)
            tell_administrators(self._app.name, fault=f"{timezone.now():%Y%m%d}")  # once a day of it
            raise
