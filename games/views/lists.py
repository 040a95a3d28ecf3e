"""Lists of games, the same on every page: sorted and filtered by what the address asks for, fifty games a page.

A view calls `list_games`, and its template includes `games/_game_list.html` with `list`, and once on the page the tag
`{% shapes list … %}` of `lists`, which draws the pieces that the boards of all its lists use.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.db.models.functions import Lower
from django.http import QueryDict
from django.utils import timezone

from accounts.models import User
from core.prepared import PreparedQuery
from engine.card import list_introduced
from games.access import Visitor
from games.models import Game, GameQuerySet
from games.models.game import BY_DEADLINE
from games.models.queue import MARGIN
from games.reading.narrowing import narrow, read_game, read_opponent
from games.reading.ratings import may_see_ratings
from games.reading.rows import PAGE, select_rows
from games.reading.sight import Sight, number_of, sight_of
from games.views.asking import MOST_PAGES, PAGES, change, is_plain, read_page, read_sort, restart
from games.views.entries import Row, make_rows, read_listed

SORTS: dict[str, tuple[str, tuple[Any, ...]]] = {
    "deadline": ("deadline", BY_DEADLINE),
    "opponent": ("opponent", (Lower("opponent"), *BY_DEADLINE)),
    "game": ("game", ("ruleset_slug", *BY_DEADLINE)),
    "last": ("last turn", ("-turn_started_at", "-pk")),
}
"""How running games may be sorted, the usual order first."""
SORTS_OVER: dict[str, tuple[str, tuple[Any, ...]]] = {
    "last": ("last finished", ("-ended_at", "-pk")),
    "opponent": ("opponent", (Lower("opponent"), "-ended_at", "-pk")),
    "game": ("game", ("ruleset_slug", "-ended_at", "-pk")),
}


class Choice(NamedTuple):
    """A link that sorts or filters a list."""

    label: str
    query: str
    chosen: bool


class Tools(NamedTuple):
    """What sorts and narrows the lists of a page: all that its fragment shows. The links are made when it asks for
    them."""

    query: str
    """The query of the address, without the question mark."""
    orders: tuple[tuple[str, str], ...]
    """The orders in which the lists may be sorted: the name of each in the address, and in words."""
    who: str
    """What a name means: an opponent, or a player among all games."""

    @property
    def asked(self) -> QueryDict:
        return QueryDict(self.query)

    @property
    def sorts(self) -> list[Choice]:
        chosen = read_sort(self.asked, dict(self.orders))
        return [Choice(label, restart(self.asked, sort=name), name == chosen) for name, label in self.orders]

    @property
    def games(self) -> list[Choice]:
        chosen = read_game(self.asked)
        known = [("", "All"), *((ruleset.slug, ruleset.name) for ruleset in list_introduced())]
        return [Choice(name, restart(self.asked, game=slug or None), slug == chosen) for slug, name in known]

    @property
    def opponent(self) -> str:
        """The beginning of the opponent's name, as filtered."""
        return read_opponent(self.asked)

    @property
    def kept(self) -> list[tuple[str, str]]:
        """The other parameters of the address, for the form that filters by opponent."""
        return [(name, str(value)) for name, value in self.asked.items() if name not in {"opponent", *PAGES}]

    @property
    def anyone(self) -> str:
        """The same list with any opponent."""
        return restart(self.asked, opponent=None)


@dataclass(frozen=True)
class GameList:
    """A page of a list: its rows, and the queries of the addresses to which it links. The links are made when a
    template asks for them."""

    rows: list[Row]
    asked: QueryDict
    page: str
    """The parameter of the address for the page of this list."""
    size: int
    has_older: bool
    orders: Mapping[str, tuple[str, tuple[Any, ...]]]
    """The orders in which it may be sorted."""
    who: str
    """What a name in its filter means: an opponent, or a player among all games."""

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def newer(self) -> str | None:
        """The page before this one; None on the first."""
        number = read_page(self.asked.get(self.page, ""))
        return change(self.asked, **{self.page: number - 1 if number > 2 else None}) if number > 1 else None

    @property
    def older(self) -> str | None:
        """The page after this one; None on the last."""
        number = read_page(self.asked.get(self.page, ""))
        return change(self.asked, **{self.page: number + 1}) if self.has_older and number < MOST_PAGES else None

    @property
    def tools(self) -> Tools:
        return Tools(
            change(self.asked)[1:], tuple((name, label) for name, (label, _) in self.orders.items()), who=self.who
        )

    @property
    def everything(self) -> str:
        """The same list without filters."""
        return restart(self.asked, sort=None, game=None, opponent=None)

    @property
    def is_narrowed(self) -> bool:
        return bool(read_opponent(self.asked) or read_game(self.asked))


def list_games(
    games: GameQuerySet,
    *,
    asked: QueryDict,
    viewer: Visitor | None,
    seen_by: int | None = None,
    player: User | None = None,
    over: bool = False,
    page: str = "page",
    size: int | None = None,
) -> GameList:
    """The page of these games that `asked`, the query of an address, asks for, in one query; values it does not know
    ask for nothing.

    `player` is whose games they are, all of which they play in; without one they are anybody's. Private games are left
    out where they are not the viewer's. A list without a viewer is the same for everybody; `seen_by` reads it. `over`
    says that they are finished, else they are running; `page` names the parameter of the page, one of `PAGES`, where an
    address shows several lists.
    """
    size = size or PAGE
    sight = sight_of(viewer, person_id=player and player.pk)
    is_queue = sight is Sight.OWN and not over
    order = _choose_order(asked, choose_sorts(player=player, over=over), by_place=is_queue)
    number, now = read_page(asked.get(page, "")), timezone.now()
    found = narrow(sight.narrow(games, number_of(viewer)), asked=asked, player=player)
    whose = {"player_id": player and player.pk, "reader_id": number_of(viewer), "sight": sight}
    rows = select_rows(found, **whose, over=over, now=now, latest=now + MARGIN, order=order, size=size, page=number)
    return _make_list(
        rows.all, asked=asked, viewer=viewer, seen_by=seen_by, player=player, over=over, page=page, size=size
    )


def list_games_of(person: User, *, asked: QueryDict, viewer: Visitor, over: bool, page: str = "page") -> GameList:
    """The games of a person as `list_games` lists them; by a prepared query where the address asks for nothing else
    than the first page in the usual order."""
    given = {"asked": asked, "viewer": viewer, "player": person, "over": over, "page": page}
    if not is_plain(asked):
        games = Game.objects.of(person)
        return list_games(games.ended() if over else games.active(), **given)
    now, sight = timezone.now(), sight_of(viewer, person_id=person.pk)
    read = partial(_find_usual, person.pk, number_of(viewer), now, now + MARGIN, sight=sight, over=over, size=PAGE)
    return _make_list(read, **given)


@PreparedQuery
def _find_usual(
    player_id: int, reader_id: int, now: datetime, latest: datetime, *, sight: Sight, over: bool, size: int
) -> QuerySet[Game, tuple[Any, ...]]:
    """Prepared, since every profile asks it."""
    games = Game.objects.of(player_id)
    games = sight.narrow(games.ended() if over else games.active(), reader_id)
    order = next(iter((SORTS_OVER if over else SORTS).values()))[1]
    order = ("place", *order) if sight is Sight.OWN and not over else order
    whose = {"player_id": player_id, "reader_id": reader_id, "sight": sight}
    return select_rows(games, **whose, over=over, now=now, latest=latest, order=order, size=size)


def list_running(*, asked: QueryDict, seen_by: int | None, size: int) -> GameList:
    """The public games of anybody that were played in last, as everybody sees them."""
    return _make_list(partial(_find_running, size=size), asked=asked, viewer=None, seen_by=seen_by, size=size)


@PreparedQuery
def _find_running(*, size: int) -> QuerySet[Game, tuple[Any, ...]]:
    """Prepared, since the front page asks it."""
    order = SORTS["last"][1]
    return select_rows(Game.objects.active().public(), sight=Sight.VISITOR, over=False, order=order, size=size)


def _make_list(
    read: Callable[[], Iterable[Sequence[Any]]],
    *,
    viewer: Visitor | None,
    player: User | None = None,
    seen_by: int | None = None,
    **about: Any,
) -> GameList:
    """The list of what `read` finds, as `list_games` says."""
    reader = viewer.pk if viewer else None
    ratings = viewer is not None and may_see_ratings(viewer)
    found = read_listed(read, reader=reader or seen_by)
    rows = make_rows(found, player=player and player.pk, reader=reader, ratings=ratings)
    return make_list(rows, player=player, **about)


def _choose_order(asked: QueryDict, sorts: Mapping[str, Any], *, by_place: bool) -> tuple[Any, ...]:
    """How the list is sorted; by deadline, the games of one's own queue come by their place in it first."""
    sort = read_sort(asked, sorts)
    order = tuple(sorts[sort][1])
    return ("place", *order) if by_place and sort == "deadline" else order


def make_list(
    rows: list[Row],
    *,
    asked: QueryDict,
    player: User | None,
    over: bool = False,
    page: str = "page",
    size: int | None = None,
) -> GameList:
    """The list of the rows that were read: those of the page, and whether another page follows."""
    size = size or PAGE
    return GameList(
        rows=rows[:size],
        asked=asked,
        page=page,
        size=size,
        has_older=len(rows) > size,
        orders=choose_sorts(player=player, over=over),
        who="Opponent" if player else "Player",
    )


def choose_sorts(*, player: User | None, over: bool) -> dict[str, tuple[str, tuple[Any, ...]]]:
    """The orders in which a list may be sorted; games of all players only by an index."""
    if player is None:
        return {"last": SORTS_OVER["last"]} if over else {name: SORTS[name] for name in ("last", "deadline")}
    return SORTS_OVER if over else SORTS
