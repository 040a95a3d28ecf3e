"""Challenges as lists show them: what is offered, beside a small board of its set-up; and of open ones who offers it,
whom it is for, and a button to accept it or why that is not possible."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst

from accounts.models import User
from accounts.profile.faces import Face
from engine import registry
from engine.contract import Side
from engine.words import chain
from games import telling
from games.challenges import mark_terms, may_decline
from games.models import Challenge
from games.reading.fitting import Figures, find_unfit, read_listed_figures
from games.reading.offered import propose
from games.reading.on_time import OnTime
from games.reading.ratings import may_see_ratings
from games.telling.limits import tell_only_for, tell_player
from games.views.entries import Drawing, draw
from games.words import challenges as words
from games.words.limits import FACTS

LOOKED_AT = 4
"""So many times as many challenges as are proposed are looked at, for those that are for the reader."""


class Offer(NamedTuple):
    """The words of a row: everything that its fragment shows besides the board."""

    pk: int
    title: str
    face: Face | None
    """Of whom the title names; None for anybody who has the link, or comes."""
    stands: bool
    about: str
    """The rating of who offers it, and how many games they finish on time; not of those that the reader has sent."""
    summary: str
    terms: str
    only_for: str
    note: str
    controls: tuple[str, ...] = ()
    """Time controls of which the reader may choose one; empty where there is one alone."""
    accepts: bool = False
    """Whether the reader may accept it from the list."""
    declines: bool = False
    """Whether they may decline it there."""
    mark: str = ""
    """Names the terms that a standing challenge has now, for whoever accepts it."""
    unfit: str = ""
    """Why they may not, in place of the button."""


class ChallengeRow(NamedTuple):
    """A row of a list of challenges. All that its fragment shows."""

    offer: Offer
    drawing: Drawing

    @property
    def board(self) -> SafeString:
        return mark_safe(draw(self.drawing)[0])

    @property
    def shapes(self) -> tuple[str, ...]:
        """The names of the shapes that the board uses."""
        return draw(self.drawing)[1]


def make_challenge_rows(found: Iterable[Challenge], *, reader: int | None) -> list[ChallengeRow]:
    """Rows of challenges that this reader has sent. Asks no query."""
    return [ChallengeRow(describe(each, reader=reader), _draw_for(each, reader)) for each in found]


def make_received_rows(found: Iterable[Challenge], *, reader: User, now: datetime) -> list[ChallengeRow]:
    """Rows of challenges that wait for the answer of this reader, who gives it there, in as many queries as
    `make_open_rows`."""
    found = list(found)
    rows = make_open_rows(found, reader=reader, now=now)
    return [
        row._replace(offer=row.offer._replace(declines=may_decline(each, user=reader)))
        for each, row in zip(found, rows, strict=True)
    ]


def make_open_rows(found: Iterable[Challenge], *, reader: Any, now: datetime) -> list[ChallengeRow]:
    """Rows of challenges that were read with what is stored of how their challengers play on time; in one query for
    ratings where there are any, and one more for a player where any of them asks for games on time."""
    found = list(found)
    user_id, sees = reader.pk, may_see_ratings(reader)
    figures = read_listed_figures(found, reader=user_id)
    return [
        ChallengeRow(describe_open(each, figures, reader=user_id, sees=sees, now=now), _draw_for(each, user_id))
        for each in found
    ]


def make_proposed_rows(reader: Any, *, now: datetime, most: int) -> list[ChallengeRow]:
    """Rows of some open challenges of others, the newest first, but first those that are for this reader."""
    rows = make_open_rows(propose(reader.pk, now=now, most=LOOKED_AT * most), reader=reader, now=now)
    return sorted(rows, key=lambda row: bool(row.offer.unfit))[:most]


def describe(challenge: Challenge, *, reader: int | None) -> Offer:
    name = challenge.ruleset.name
    is_mine = challenge.challenger_id == reader
    title = words.TO(game=name, name=challenge.addressee) if is_mine else None
    named = challenge.opponent if is_mine else challenge.challenger
    return Offer(
        challenge.pk,
        title=str(title or words.FROM(game=name, name=challenge.challenger.username)),
        face=named.face if named else None,
        stands=challenge.stands,
        about="",
        summary=challenge.ruleset.summary,
        terms=chain(FACTS, telling.all_terms_of(challenge)),
        only_for="",
        note=challenge.shown_note,
    )


def describe_open(challenge: Challenge, figures: Figures, *, reader: int | None, sees: bool, now: datetime) -> Offer:
    """`sees` says whether the reader is shown ratings."""
    owner = challenge.challenger_id
    theirs = figures.show_rating(owner, slug=challenge.ruleset_slug, now=now) if sees else None
    unfit = find_unfit(challenge, figures, user_id=reader, now=now, sees=sees) if reader else None
    accepts = reader is not None and reader != owner and unfit is None
    controls = challenge.controls if accepts and challenge.other_controls else ()
    return describe(challenge, reader=reader)._replace(
        about=tell_player(theirs.text if theirs else "", figures.on_time.get(owner, OnTime())),
        only_for=tell_only_for(challenge, theirs),
        controls=tuple(capfirst(telling.describe_control(each)) for each in controls),
        accepts=accepts,
        mark=mark_terms(challenge) if accepts else "",
        unfit=str(unfit.sentence) if unfit else "",
    )


def _draw_for(challenge: Challenge, reader: int | None) -> Drawing:
    return draw_set_up(challenge, is_mine=challenge.challenger_id == reader)


def draw_set_up(challenge: Challenge, *, is_mine: bool) -> Drawing:
    """The board at the start, as the player sees it who made the challenge, or who would accept it."""
    theirs = challenge.side_offered
    mine = theirs if is_mine or theirs is None else theirs.other
    text = _write_start(challenge.ruleset_slug, json.dumps(challenge.options, sort_keys=True))
    return Drawing(challenge.ruleset_slug, text, flipped=mine is Side.SECOND, last_turn="")


@lru_cache(maxsize=64)
def _write_start(slug: str, options: str) -> str:
    return registry.get(slug).start(**json.loads(options)).text()
