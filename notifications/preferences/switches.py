"""The table of a user's switches: which kinds of notice come by which channel. The kind decides what is not stored."""

from collections.abc import Collection, Iterable, Mapping

from accounts.conduct import rights
from accounts.models import User
from notifications import registry
from notifications.contract import Channel
from notifications.models import EMAIL, Switch

Place = tuple[str, str]
"""The names of a kind and of a channel."""


def list_places(user: User | None = None) -> list[Place]:
    """Returns every switch that a reader has, kind by kind. Moderators have some more."""
    kinds = registry.list_switchable(for_staff=user is not None and rights.moderates(user))
    return [(kind, channel) for kind in kinds for channel in registry.list_ways(kind)]


def list_shown(user: User) -> list[Channel]:
    """Returns the channels whose switches the page shows. It leaves out channels that the user does not use, such as a
    chat app that they have not connected."""
    return [each for each in registry.CHANNELS.all() if each.has_column or (each.is_set_up() and each.reaches(user))]


def read_table(user: User, *, channels: Collection[str] | None = None) -> dict[Place, bool]:
    """Returns every switch, or those of the given channels, and whether it is on."""
    rows = Switch.objects.filter(user=user).values_list("kind", "channel", "on")
    chosen = {(kind, channel): on for kind, channel, on in rows}
    places = [place for place in list_places(user) if channels is None or place[1] in channels]
    return {place: chosen.get(place, registry.is_on_at_first(*place)) for place in places}


def save_table(user: User, wanted: Mapping[Place, bool]) -> None:
    Switch.objects.bulk_create(
        [Switch(user=user, kind=kind, channel=channel, on=on) for (kind, channel), on in wanted.items()],
        update_conflicts=True,
        unique_fields=["user", "kind", "channel"],
        update_fields=["on"],
    )


def turn_off(user: User, *, kinds: Iterable[str], channel: str = EMAIL) -> None:
    save_table(user, {(kind, channel): False for kind in kinds})
