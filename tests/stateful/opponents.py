"""What must be true of standing challenges and ladders of the small site after each step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from competition.models import StandingGame
from tests.account import opponent_checks
from tests.account.ladders import find_wrong_places

if TYPE_CHECKING:
    from tests.stateful.site import Site


def find_wrong_opponents(site: Site) -> Iterator[str]:
    yield from find_wrong_places(site.ladders)
    yield from opponent_checks.find_wrong_standing()
    yield from opponent_checks.find_still_absent(site.ran_at)


def judge_start(site: Site, game: StandingGame) -> Iterator[str]:
    yield from opponent_checks.judge_start(game, are_severed=site.blocks.are_severed, now=site.now)
