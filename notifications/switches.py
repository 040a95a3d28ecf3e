"""Which kinds of notice a user wants; without a row a kind is on."""

from collections.abc import Iterable, Mapping

from accounts.models import User
from notifications.models import SWITCHABLE, Channel, Kind, Switch


def is_on(user: User, *, kind: str, channel: str = Channel.MAIL) -> bool:
    return not Switch.objects.filter(user=user, kind=kind, channel=channel, on=False).exists()


def read_all(user: User, *, channel: str = Channel.MAIL) -> dict[Kind, bool]:
    """Every kind that can be switched, and whether it is on."""
    off = set(Switch.objects.filter(user=user, channel=channel, on=False).values_list("kind", flat=True))
    return {kind: kind not in off for kind in SWITCHABLE}


def save_all(user: User, wanted: Mapping[Kind, bool], *, channel: str = Channel.MAIL) -> None:
    Switch.objects.bulk_create(
        [Switch(user=user, kind=kind, channel=channel, on=on) for kind, on in wanted.items()],
        update_conflicts=True,
        unique_fields=["user", "kind", "channel"],
        update_fields=["on"],
    )


def turn_off(user: User, *, kinds: Iterable[Kind], channel: str = Channel.MAIL) -> None:
    save_all(user, dict.fromkeys(kinds, False), channel=channel)
