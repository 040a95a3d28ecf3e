"""What must be true of the ratings of the small site after each step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tests.account.rating_checks import find_wrong_entries, find_wrong_on_time, find_wrong_ratings

if TYPE_CHECKING:
    from tests.stateful.site import Site


def find_wrongly_rated(site: Site) -> Iterator[str]:
    """What has happened since the last step changes those ratings that it has to, and no other."""
    site.count_ratings()
    yield from find_wrong_ratings(site.ratings)
    yield from find_wrong_entries(site.ratings)
    yield from find_wrong_on_time(site.ratings, [player.pk for player in site.players])
