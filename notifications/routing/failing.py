"""Tells administrators in their inbox that a channel carries nothing, for a fault of the site's own."""

from accounts.models import User
from notifications.routing.writing import make, write

KIND = "channel_failing"


def tell_administrators(channel: str, *, fault: str) -> None:
    """`fault` is the name of the fault or of a part of it: an administrator who was told of it has a row already, and
    is not told again."""
    administrators = User.objects.filter(is_superuser=True, is_active=True).order_by("pk")
    key, payload = f"{KIND}:{channel}:{fault}", {"channel": channel}
    write(
        *(make(KIND, key=key, recipient_id=pk, payload=payload) for pk in administrators.values_list("pk", flat=True))
    )
