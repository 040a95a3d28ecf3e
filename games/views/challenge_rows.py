"""Challenges as lists show them: what is offered, beside a small board of its set-up."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from django.utils.safestring import SafeString, mark_safe

from engine import registry
from engine.contract import Side
from games.models import Challenge
from games.views.entries import Drawing, draw


class ChallengeRow(NamedTuple):
    """A row of a list of challenges. All that its template shows."""

    challenge: Challenge
    drawing: Drawing

    @property
    def board(self) -> SafeString:
        return mark_safe(draw(self.drawing)[0])

    @property
    def shapes(self) -> tuple[str, ...]:
        """The names of the shapes that the board uses."""
        return draw(self.drawing)[1]


def make_challenge_rows(found: Iterable[Challenge], *, reader: int | None) -> list[ChallengeRow]:
    """Rows of these challenges; `reader` is who reads them. Asks no query."""
    return [ChallengeRow(each, draw_set_up(each, is_mine=each.challenger_id == reader)) for each in found]


def draw_set_up(challenge: Challenge, *, is_mine: bool) -> Drawing:
    """The board at the start, as the player sees it who made the challenge, or who would accept it."""
    theirs = challenge.side_offered
    mine = theirs if is_mine or theirs is None else theirs.other
    text = _write_start(challenge.ruleset_slug, json.dumps(challenge.options, sort_keys=True))
    return Drawing(challenge.ruleset_slug, text, flipped=mine is Side.SECOND, last_turn="")


@lru_cache(maxsize=64)
def _write_start(slug: str, options: str) -> str:
    return registry.get(slug).start(**json.loads(options)).text()
