"""Which kinds of notice a user wants by which channel; without a row a kind is on."""

from collections.abc import Iterable, Mapping

from accounts.models import User
from notifications.models import SWITCHABLE, Channel, Kind, Switch
from notifications.routing import ways

Place = tuple[Kind, Channel]


def is_on(user: User, *, kind: str, channel: str = Channel.MAIL) -> bool:
    return not Switch.objects.filter(user=user, kind=kind, channel=channel, on=False).exists()


def list_places() -> list[Place]:
    """Every switch there is, kind by kind."""
    return [(kind, channel) for kind in SWITCHABLE for channel in ways.list_ways(kind)]


def read_table(user: User) -> dict[Place, bool]:
    """Every switch, and whether it is on."""
    off = set(Switch.objects.filter(user=user, on=False).values_list("kind", "channel"))
    return {place: place not in off for place in list_places()}


def save_table(user: User, wanted: Mapping[Place, bool]) -> None:
    Switch.objects.bulk_create(
        [Switch(user=user, kind=kind, channel=channel, on=on) for (kind, channel), on in wanted.items()],
        update_conflicts=True,
        unique_fields=["user", "kind", "channel"],
        update_fields=["on"],
    )


def turn_off(user: User, *, kinds: Iterable[Kind], channel: Channel = Channel.MAIL) -> None:
    save_table(user, {(kind, channel): False for kind in kinds})
