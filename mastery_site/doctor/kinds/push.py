"""Whether our key can sign push messages, and each push service that readers use can be reached."""

from collections.abc import Iterator
from urllib.parse import urlsplit

from django.conf import settings
from django.db import Error

from mastery_site.doctor.contract import Asked, Examination, Line
from mastery_site.doctor.hosts import ask_each
from notifications.channels.push import vapid
from notifications.models import Device

LOOKED_AT = 500
"""So many of the newest devices."""


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
        except Exception as error:  # of py-vapid, which names no base of its own
            yield Line(False, f"The key signs no message: {error}")
        else:
            yield Line(True, f"The key signs messages; their contact is {settings.VAPID_SUBJECT}.")
        yield from ask_each(find_origins([] if settings.EMBEDDED else named), hosts=settings.PUSH_HOSTS)


def find_origins(named: list[str]) -> list[str]:
    """Of the services that readers' browsers have named, and of those without a pattern, if a public site has none."""
    try:
        endpoints = list(Device.objects.order_by("-pk").values_list("endpoint", flat=True)[:LOOKED_AT])
    except Error:  # it has its own line
        endpoints = []
    used = {f"https://{urlsplit(endpoint).netloc}" for endpoint in endpoints}
    return sorted(used) or [f"https://{host}" for host in named]


kind = Push()
