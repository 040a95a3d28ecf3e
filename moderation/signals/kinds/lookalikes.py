"""Finds new names that are one letter off an older one."""

from collections.abc import Iterator
from datetime import datetime

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.profile.names import is_near, list_near_keys
from core.words import LONG_DAY, Sentence, tell_day
from moderation.signals.contract import MOST, SINCE, Found, Row, Signal, name_people

GRAVITY = 4
JOINED = Sentence("joined", "joined {one} and {other}")
NEWEST = 500
"""The most new names that are looked at. These are the newest ones."""
Name = tuple[int, str, datetime]


class Lookalikes(Signal):
    label = _("A new name is one letter off another’s")
    explanation = _("Names differ by chance, too. The newer account comes first.")
    order = 15

    def find(self, *, now: datetime) -> list[Found]:
        pairs = sorted(find_pairs(now=now), key=lambda pair: pair[0][2], reverse=True)
        return name_people(
            Row(
                (one[0], other[0]),
                JOINED(one=tell_day(one[2], form=LONG_DAY), other=tell_day(other[2], form=LONG_DAY)),
                GRAVITY,
                one[2],
            )
            for one, other in pairs[:MOST]
        )


def find_pairs(*, now: datetime) -> Iterator[tuple[Name, Name]]:
    """Yields each new name with an older one that is near it. Makes two queries."""
    names = User.objects.listed().filter(kind=User.Kind.PERSON)
    names = names.order_by("-date_joined", "-pk").values_list("pk", "username", "date_joined")
    by_key: dict[str, list[Name]] = {}
    for name in names.filter(date_joined__gt=now - SINCE)[:NEWEST]:
        for key in list_near_keys(name[1]):
            by_key.setdefault(key, []).append(name)
    for older in names.iterator() if by_key else ():
        near = {name for key in list_near_keys(older[1]) for name in by_key.get(key, ())}
        yield from ((name, older) for name in near if older[2] < name[2] and is_near(name[1], older[1]))


kind = Lookalikes()
