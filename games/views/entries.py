"""Rows of lists of games: what each shows, from the columns that `games/reading/listed.py` reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe

from accounts.profile.faces import Face
from core.bounded_cache import keep
from core.language import find_language
from engine import glicko, registry
from engine.contract import Ruleset, Side
from engine.drawing.small import draw_small
from games import clock, telling
from games.models import Place
from games.models.queue import cut_snooze
from games.reading.listed import Listed, see_last_turns
from games.telling.played import tell_in
from games.telling.ratings import tell_points, tell_why_not_of
from games.words import clocks as words
from games.words import page
from games.words import ratings as rating_words

SOON = timedelta(days=2)
"""A deadline nearer than this has a colour of its own; one within a day has another."""
LONGEST_TURN = 40
"""Characters of the last turn that a row shows."""


class Entry(NamedTuple):
    """The words of a row: everything that its fragment shows. Two readers with equal entries see the same row."""

    pk: int
    title: str
    faces: tuple[Face, ...]
    """Of those whom the title names: the opponent of the player whose list it is, else both players."""
    private: bool
    rated: bool
    not_rated: str
    """Why a rated game that is over does not count; empty where it does."""
    rating: str
    """How a game that counts changed the rating of the player whose list this is, for them alone."""
    whose: str
    """Whose turn it is; empty once the game is over."""
    waits: bool
    """Whether the game waits for the player whose list this is."""
    turn: int
    last_turn: str
    """The text of the last turn; empty before the first."""
    told: str
    """The same in sentences."""
    last_at: datetime | None
    """When it was played."""
    control: str
    deadline_at: datetime | None
    ended_at: datetime | None
    result: str
    outcome: str
    """The result for the player whose list this is; empty in a list that is no player's."""
    unread: bool
    """Whether the opponent has written something that the reader, whose list this is, has not seen."""
    place: str
    """Its place in the reader's queue, in a word; empty for the usual one."""
    back_at: datetime | None
    """When it comes back, if it is snoozed."""


class Queued(NamedTuple):
    """What a reader may do with a game's place in their queue: everything that its menu shows."""

    pk: int
    place: Place
    title: str
    waits: bool


class Drawing(NamedTuple):
    """All that the small board of a game depends on."""

    slug: str
    position: str
    flipped: bool
    last_turn: str
    revision: int | None = None
    """The number of its rules; None for the present ones."""


class Row(NamedTuple):
    """A row of a list: its words, the time left, its board and its place in the queue. All that its fragment shows."""

    entry: Entry
    left: str
    """The time until the deadline, in words. Since it changes by itself, it is no part of the entry, which is kept
    longer."""
    haste: str
    """How near the deadline is, as a CSS class: `urgent`, `soon` or empty."""
    drawing: Drawing
    queued: Queued

    @property
    def board(self) -> SafeString:
        return mark_safe(draw(self.drawing)[0])

    @property
    def shapes(self) -> tuple[str, ...]:
        """The names of the shapes that the board uses."""
        return draw(self.drawing)[1]


def make_rows(found: Iterable[Listed], *, player: int | None, reader: int | None, ratings: bool = False) -> list[Row]:
    """Rows from what `read_listed` gave, for a list of one player's games or of anybody's; `reader` is who reads it,
    and `ratings` says whether they see ratings."""
    now, language = timezone.now(), find_language()
    shown = found if ratings else (each._replace(after_rating=None) for each in found)
    return [_make_row(each, player=player, reader=reader, now=now, language=language) for each in shown]


def read_listed(read: Callable[[], Iterable[Sequence[Any]]], *, reader: int | None) -> list[Listed]:
    """What `read` finds by `columns_of`, to be shown to this reader."""
    while True:
        found = [Listed._make(each) for each in read()]
        if see_last_turns(found, reader=reader):
            return found


def _make_row(game: Listed, *, player: int | None, reader: int | None, now: datetime, language: str | None) -> Row:
    side, last = game.side_of(player), game.last_turn or ""
    drawing = Drawing(game.ruleset_slug, game.position_text, side == Side.SECOND, last, game.ruleset_revision)
    entry = describe(game, side=side, is_mine=player is not None and player == reader, language=language)
    deadline = entry.deadline_at
    queued = Queued(game.pk, Place(game.place), entry.title, entry.waits)
    return Row(entry, tell_left(deadline, now=now), tell_haste(deadline, now=now), drawing, queued)


def tell_last(game: Listed, *, side: Side | None, language: str | None) -> str:
    """The last turn in sentences, as a player of this side reads it, None for anybody else; in the active language."""
    if not game.last_turn:
        return ""
    ruleset = game.ruleset
    before = game.before or ruleset.start(**game.options).text()
    return tell_in(language, ruleset, before, game.last_turn, game.position_text, side)[0]


def tell_back(game: Listed) -> datetime | None:
    """When a game comes back, if it is snoozed."""
    if game.place != Place.SNOOZED or game.snoozed_until is None:
        return None
    return cut_snooze(game.snoozed_until, deadline=game.deadline_at)


@keep(most=4 << 20)
def draw(drawing: Drawing) -> tuple[str, tuple[str, ...]]:
    """The small board of a position, and the shapes it uses; drawn once, however often it is listed."""
    slug, position, flipped, last_turn, revision = drawing
    ruleset = registry.get(slug, revision=revision)
    return draw_small(ruleset, ruleset.read(position), flipped=flipped, last_turn=last_turn)


def describe(game: Listed, *, side: Side | None, is_mine: bool, language: str | None) -> Entry:
    """The words of a game's row. `side` is that of the player whose list it is, and `is_mine` says whether they read
    it."""
    ruleset, over = game.ruleset, game.ended_at is not None
    deadline, waits = (None if over else game.deadline_at), not over and game.side_to_move == side
    last = game.last_turn or ""
    return Entry(
        pk=game.pk,
        title=tell_title(game, ruleset, side=side),
        faces=game.faces if side is None else (game.faces[side.other],),
        private=game.private,
        rated=game.rated,
        not_rated=tell_why_not_of(game.why, names=game.names, to_move=game.side_to_move, winner=game.winner),
        rating=tell_change(game) if is_mine and over else "",
        whose="" if over else tell_whose(game, is_mine=waits and is_mine),
        waits=waits,
        turn=game.ply + 1,
        last_turn=last if len(last) <= LONGEST_TURN else f"{last[: LONGEST_TURN - 1]}…",
        told=tell_last(game, side=side if is_mine else None, language=language),
        last_at=game.turn_started_at if last and not over else None,
        control="" if over else telling.describe_control(clock.from_json(game.control)),
        deadline_at=deadline,
        ended_at=game.ended_at,
        result=telling.tell_result(ruleset, winner=game.winner, termination=game.termination) if over else "",
        outcome=telling.tell_outcome(side, winner=game.winner, termination=game.termination) if over else "",
        unread=game.unread,
        place="" if game.place == Place.USUAL else Place(game.place).label,
        back_at=tell_back(game),
    )


def tell_change(game: Listed) -> str:
    """“rating +17”; empty where the game changed nothing for the reader."""
    if game.after_rating is None or game.before_rating is None:
        return ""
    change = glicko.show(game.after_rating) - glicko.show(game.before_rating)
    return str(rating_words.LISTED(change=tell_points(change)))


def tell_title(game: Listed, ruleset: Ruleset, *, side: Side | None) -> str:
    """“Mastery with Anna” in a list of one player's games; “Mastery: Anna and Bela” in a list of anybody's."""
    if side is None:
        return str(page.GAME_OF(ruleset=ruleset.name, names=game.names))
    return str(page.GAME_WITH(ruleset=ruleset.name, name=game.names[side.other]))


def tell_whose(game: Listed, *, is_mine: bool) -> str:
    return str(page.YOUR_TURN() if is_mine else page.TURN_OF(name=game.names[game.side_to_move]))


def tell_left(deadline: datetime | None, *, now: datetime) -> str:
    if deadline is None:
        return ""
    return str(words.LEFT(length=deadline - now) if now < deadline else words.TIME_IS_UP())


def tell_haste(deadline: datetime | None, *, now: datetime) -> str:
    if deadline is None or deadline - now >= SOON:
        return ""
    return "urgent" if deadline - now < clock.DAY else "soon"


def nearest_first(row: Row) -> tuple[int, bool, datetime | None, int]:
    """A sort key: by place in the queue, then the nearest deadline first, games without a deadline last."""
    return row.queued.place, row.entry.deadline_at is None, row.entry.deadline_at, row.entry.pk
