"""All games of one player as one file: narrowed, written at once where they are few, else by a worker.

Of each game a record tells what its page tells to this reader; games that the reader may not see are not among them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

from django.conf import settings
from django.db.models import Count, Sum
from django.http import QueryDict

from accounts.models import Export, User
from accounts.own_data import copies
from core.addresses import address_of
from core.numbers import read_number
from core.refusal import Refusal
from games.access import Visitor
from games.models import Game, GameQuerySet
from games.play.seeing import read_all_seen
from games.reading.narrowing import narrow, read_game, read_opponent
from records.making import find_rows, make_from_rows
from records.record import Record
from records.words import pages
from records.writing import tell, write_text

GAMES = "games"
"""The kind of a copy."""
AT_ONCE = 1_000_000
"""Bytes that are written while their reader waits; more are written by a worker."""
BATCH = 100
FORMS = {"txt": (600, 60), "json": (850, 85)}
"""By the ending of the file: about so many bytes for a game, and so many for each of its turns."""
FIRST_YEAR, LAST_YEAR = 2000, 2999


class Wanted(NamedTuple):
    """Which games of a player: everything for empty values."""

    game: str = ""
    opponent: str = ""
    """The beginning of a name."""
    since: int | None = None
    until: int | None = None
    """Years in which a game started, both included."""

    @property
    def asked(self) -> dict[str, str]:
        return {name: str(value) for name, value in self._asdict().items() if value}


class Measured(NamedTuple):
    """How many games there are, and about how many bytes in each form."""

    games: int
    sizes: dict[str, int]


def read_wanted(given: QueryDict) -> Wanted:
    """Raises Refusal: bad_year (422). A game that is not known asks for nothing, as in lists."""
    return Wanted(read_game(given), read_opponent(given), *(_read_year(given.get(name, "")) for name in YEARS))


YEARS = ("since", "until")


def _read_year(given: str) -> int | None:
    if not given.strip():
        return None
    year = read_number(given.strip())
    if year is None or not FIRST_YEAR <= year <= LAST_YEAR:
        raise Refusal(pages.BAD_YEAR(first=FIRST_YEAR, last=LAST_YEAR), status=422)
    return year


def find_games(person: User, wanted: Wanted, *, reader: Visitor) -> GameQuerySet:
    """The games of this person that the reader may see, the newest first."""
    games: Any = Game.objects.of(person)
    games = games if reader.pk == person.pk else games.visible_to(reader)
    if wanted.since:
        games = games.filter(started_at__gte=datetime(wanted.since, 1, 1, tzinfo=UTC))
    if wanted.until:
        games = games.filter(started_at__lt=datetime(wanted.until + 1, 1, 1, tzinfo=UTC))
    found: Any = narrow(games, asked=wanted.asked, player=person)
    return found.order_by("-pk")


def measure(games: GameQuerySet) -> Measured:
    """In one query."""
    told = games.order_by().aggregate(count=Count("pk"), turns=Sum("ply"))
    count, turns = told["count"], told["turns"] or 0
    return Measured(count, {form: count * game + turns * turn for form, (game, turn) in FORMS.items()})


def write(games: GameQuerySet, *, form: str, reader: Visitor) -> Iterator[str]:
    """The file, piece by piece: three queries for each hundred games."""
    records = read_records(games, reader=reader)
    if form == "txt":
        for number, record in enumerate(records):
            yield ("\n" if number else "") + write_text(record)
        return
    yield "["
    for number, record in enumerate(records):
        yield f"{',' if number else ''}\n{json.dumps(tell(record), ensure_ascii=False)}"
    yield "\n]\n"


def read_records(games: GameQuerySet, *, reader: Visitor) -> Iterator[Record]:
    keys = list(games.values_list("pk", flat=True))
    for start in range(0, len(keys), BATCH):
        batch = keys[start : start + BATCH]
        of_batch = Game.objects.filter(pk__in=batch).prefetch_related("seats__user").order_by("-pk")
        found = read_all_seen(of_batch.all, reader_id=reader.pk)
        rows = find_rows(batch)
        for game in found:
            yield make_from_rows(game, rows.get(game.pk, ()), reader_id=reader.pk)


def store(person: User, wanted: Wanted, *, form: str) -> dict[str, Any]:
    """What a copy keeps of what was asked for."""
    return {"person": person.pk, "form": form, **wanted._asdict()}


def write_copy(export: Export, now: datetime) -> Iterator[str]:
    kept: Mapping[str, Any] = export.wanted
    person = User.objects.get(pk=kept["person"])
    wanted = Wanted(*(kept[name] for name in Wanted._fields))
    yield from write(find_games(person, wanted, reader=export.user), form=kept["form"], reader=export.user)


def tell_copy(export: Export, now: datetime) -> dict[str, Any]:
    person = User.objects.get(pk=export.wanted["person"])
    return {"url": f"{settings.SITE_URL}{address_of('player_games', person.username)}", "whose": person.shown_name}


copies.define(
    GAMES,
    copies.Kind(
        limit="games_copy",
        mail="records/mail/games_ready",
        write=write_copy,
        tell=tell_copy,
        form=lambda export: str(export.wanted["form"]),
    ),
)
