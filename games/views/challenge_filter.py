"""The filters of the list of open challenges, which its address names, and the links that set them."""

from __future__ import annotations

from django.db.models import Q, QuerySet
from django.http import QueryDict

from engine.card import list_introduced
from games.models import Challenge
from games.reading.narrowing import read_game
from games.views.asking import change
from games.views.lists import Choice

PACES = {"": "All", "days": "days per turn", "reserve": "with a reserve", "bank": "time bank", "none": "no limit"}
"""The kinds of time control by which the list may be filtered."""
MOST_OTHERS = 3
"""Time controls that a challenge may offer beside the first."""


def has_pace(pace: str) -> Q:
    """Whether a challenge offers a time control of this kind, also as a choice."""
    found = Q(control__kind=pace)
    for place in range(MOST_OTHERS):
        found |= Q(**{f"other_controls__{place}__kind": pace})
    return found


class ChallengeFilter:
    """The filters that the address asks for. Unknown values filter nothing."""

    def __init__(self, asked: QueryDict) -> None:
        self.asked = asked
        self.game = read_game(asked)
        pace = asked.get("pace", "")
        self.pace = pace if pace in PACES else ""

    @property
    def is_narrowed(self) -> bool:
        return bool(self.game or self.pace)

    def apply(self, offers: QuerySet[Challenge]) -> QuerySet[Challenge]:
        """The challenges that pass the filters."""
        if self.game:
            offers = offers.filter(ruleset_slug=self.game)
        return offers.filter(has_pace(self.pace)) if self.pace else offers

    @property
    def games(self) -> list[Choice]:
        known = [("", "All"), *((ruleset.slug, ruleset.name) for ruleset in list_introduced())]
        return [self._offer(name, game=slug, chosen=self.game) for slug, name in known]

    @property
    def paces(self) -> list[Choice]:
        return [self._offer(label, pace=pace, chosen=self.pace) for pace, label in PACES.items()]

    def _offer(self, label: str, *, chosen: str, **value: str) -> Choice:
        (name, given), *_ = value.items()
        return Choice(label, change(self.asked, **{name: given or None, "below": None}), given == chosen)
