"""Checks whether our key can sign push messages, and whether the site can reach each push service that readers use."""

from collections.abc import Iterator
from urllib.parse import urlsplit

from django.conf import settings
from django.db import Error

from mastery_site.doctor.contract import Asked, Examination, Line
from mastery_site.doctor.hosts import ask_each
from notifications.channels.push import vapid
from notifications.models import Device

LOOKED_AT = 500
"""The most devices that are looked at, the newest first."""


class Push(Examination):
    name = "push"
    order = 70
    patience = 60.0

    def is_set(self) -> bool:
        return vapid.is_set_up()

    def examine(self, asked: Asked) -> Iterator[Line]:
        named = [host for host in settings.PUSH_HOSTS if "*" not in host]
        try:
            vapid.sign(f"https://{named[0] if named else 'push.example.org'}/")
        except Exception as error:  # py-vapid has no common base class for its exceptions
            yield Line(False, f"The key signs no message: {error}")
        else:
            yield Line(True, f"The key signs messages; their contact is {settings.VAPID_SUBJECT}.")
        yield from ask_each(find_origins([] if settings.EMBEDDED else named), hosts=settings.PUSH_HOSTS)


def find_origins(named: list[str]) -> list[str]:
    """Returns the services that readers' browsers use. If there are none yet, it returns the hosts in `named`."""
    try:
        endpoints = list(Device.objects.order_by("-pk").values_list("endpoint", flat=True)[:LOOKED_AT])
    except Error:  # the database has its own line
        endpoints = []
    used = {f"https://{urlsplit(endpoint).netloc}" for endpoint in endpoints}
    return sorted(used) or [f"https://{host}" for host in named]


kind = Push()
