"""Tells administrators in their inbox that a channel sends nothing, or that replies are not read, because of a fault of
the site's own."""

from typing import Any

from accounts.models import User
from notifications.routing.writing import make, write

KIND = "channel_failing"


def tell_administrators(channel: str, *, fault: str) -> None:
    """`fault` names the fault or a part of it. An administrator who was told of it already has a row, and is not told
    again."""
    write_to_administrators(KIND, key=f"{KIND}:{channel}:{fault}", payload={"channel": channel})


def write_to_administrators(kind: str, *, key: str, payload: dict[str, Any]) -> None:
    administrators = User.objects.filter(is_superuser=True, is_active=True).order_by("pk")
    pks = administrators.values_list("pk", flat=True)
    write(*(make(kind, key=key, recipient_id=pk, payload=payload) for pk in pks))
