"""Checks whether the site can reach the chat apps that players have connected, and servers of the owner's network."""

from collections.abc import Iterator

from django.conf import settings
from django.db import Error

from mastery_site.doctor.contract import Asked, Examination, Line
from mastery_site.doctor.hosts import ask_each
from notifications.channels.telegram import api
from notifications.chat_apps.contract import ChatApp
from notifications.models import ChatAddress
from notifications.registry import CHANNELS


class ChatApps(Examination):
    name = "chat apps"
    order = 85
    patience = 60.0

    def is_set(self) -> bool:
        return bool(settings.OUTGOING_HOSTS or find_connected())

    def examine(self, asked: Asked) -> Iterator[Line]:
        yield from ask_each(settings.OUTGOING_HOSTS)
        for app in find_connected():
            yield from ask_each([f"https://{app.hosts[0]}"] if app.hosts else [], hosts=app.hosts)


def find_connected() -> list[ChatApp]:
    """Returns the chat apps in use that have fixed hosts. Telegram has a line of its own."""
    apps = [each for each in CHANNELS.all() if isinstance(each, ChatApp) and each.hosts and each.hosts != api.HOSTS]
    try:
        used = set(ChatAddress.objects.order_by().values_list("channel", flat=True).distinct())
    except Error:  # the database has its own line
        return []
    return [app for app in apps if app.name in used]


kind = ChatApps()
