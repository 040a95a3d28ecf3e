"""What lists of games read: the columns of each game, without making models, since a page lists many."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import (
    Case,
    DateTimeField,
    Exists,
    F,
    FilteredRelation,
    FloatField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.db.models.functions import Coalesce

from accounts.profile.computers import tell_name
from accounts.profile.faces import Face, find_face
from engine import registry
from engine.contract import Ruleset, Side
from games.models import Game, Message, Place, RatingEntry, Turn
from games.models.queue import find_place
from games.play.seeing import LastTurn, see_all

LAST_TURN = Turn.objects.filter(game=OuterRef("pk"), ply=OuterRef("ply"), taken_back_at=None).values("text")[:1]
BEFORE = Turn.objects.filter(game=OuterRef("pk"), ply=OuterRef("ply") - 1, taken_back_at=None)

WHY_NOT = RatingEntry.objects.filter(game=OuterRef("pk")).values("why")[:1]


class Listed(NamedTuple):
    """The columns of a game that its row shows."""

    pk: int
    ruleset_slug: str
    ruleset_revision: int
    private: bool
    rated: bool
    why: str
    """Why it does not count for ratings, as a code; empty where it does, and of games that are not rated."""
    before_rating: float | None
    after_rating: float | None
    """What it did to the rating of the reader whose list it is, once it is over and if it counts; else None."""
    ply: int
    side_to_move: int
    control: dict[str, Any]
    position_text: str
    turn_started_at: datetime
    deadline_at: datetime | None
    ended_at: datetime | None
    winner: int | None
    termination: str
    first__user: int
    first__user__username: str
    first__user__kind: str
    first__user__figure: int
    first__user__picture: str
    second__user: int
    second__user__username: str
    second__user__kind: str
    second__user__figure: int
    second__user__picture: str
    options: dict[str, Any]
    last_turn: str | None
    before: str | None
    """The position before the last turn, as text; None where that was the first."""
    unread: bool
    place: int
    snoozed_until: datetime | None

    @property
    def ruleset(self) -> Ruleset:
        return registry.get(self.ruleset_slug, revision=self.ruleset_revision)

    @property
    def names(self) -> tuple[str, str]:
        """The names of the players, by side, as pages show them."""
        return (
            tell_name(self.first__user__username, kind=self.first__user__kind),
            tell_name(self.second__user__username, kind=self.second__user__kind),
        )

    @property
    def faces(self) -> tuple[Face, Face]:
        """Those of the players, by side."""
        return (
            find_face(
                self.first__user,
                username=self.first__user__username,
                kind=self.first__user__kind,
                figure=self.first__user__figure,
                picture=self.first__user__picture,
            ),
            find_face(
                self.second__user,
                username=self.second__user__username,
                kind=self.second__user__kind,
                figure=self.second__user__figure,
                picture=self.second__user__picture,
            ),
        )

    def side_of(self, user_id: int | None) -> Side | None:
        return next((side for side in Side if (self.first__user, self.second__user)[side] == user_id), None)


def see_last_turns(rows: Iterable[Listed], *, reader: int | None) -> bool:
    """Notes that the reader of a list sees the last turns of opponents in it. Returns whether all stand: else the list
    has to be read again. No query for turns that are not recent."""
    mine = (row for row in rows if row.ended_at is None and row.side_of(reader) == row.side_to_move)
    return see_all(LastTurn(row.pk, row.ply, row.turn_started_at) for row in mine)


def with_players(games: QuerySet[Game]) -> QuerySet[Game]:
    """Games joined to the seats of both sides, as `first` and `second`."""
    first, second = (FilteredRelation("seats", condition=Q(seats__side=side.value)) for side in Side)
    return games.annotate(first=first, second=second)


def with_places(games: QuerySet[Game], *, reader: int, now: Any, latest: Any) -> QuerySet[Game]:
    """Games `with_players`, all of the reader's, with their places in the reader's queue, as `queue.find_place`
    says."""
    first, second = (find_place(seat, now=now, latest=latest) for seat in ("first", "second"))
    snoozed = F("first__snoozed_until"), F("second__snoozed_until")
    return games.annotate(
        place=Case(When(first__user=reader, then=first), default=second),
        snoozed_until=Case(When(first__user=reader, then=snoozed[0]), default=snoozed[1]),
    )


def with_ratings(games: QuerySet[Game], *, reader: int | None) -> QuerySet[Game]:
    """Games with what they did to the rating of this player, who played all of them; None for nobody's."""
    if reader is None:
        nothing = Value(None, output_field=FloatField())
        return games.annotate(before_rating=nothing, after_rating=nothing)
    entries = RatingEntry.objects.filter(game=OuterRef("pk"), user=reader)
    before, after = (
        Case(When(rated=True, ended_at__isnull=False, then=Subquery(entries.values(name)[:1])))
        for name in ("before_rating", "rating")
    )
    return games.annotate(before_rating=before, after_rating=after)


def columns_of(
    games: QuerySet[Game], *, reader: int | None = None, now: Any = None, latest: Any = None
) -> QuerySet[Game, tuple[Any, ...]]:
    """The columns of `Listed` for games `with_players`.

    `reader` is the id of the player whose unread messages are counted; it must play in all of these games. With `now`
    and `latest` their places in the reader's queue come too.
    """
    unread: Any = Value(False)
    if reader is None or now is None:
        nothing = Value(None, output_field=DateTimeField())
        games = games.annotate(place=Value(Place.USUAL.value), snoozed_until=nothing)
    else:
        games = with_places(games, reader=reader, now=now, latest=latest)
    if reader is not None:
        seen = Case(When(first__user=reader, then=F("first__read_up_to")), default=F("second__read_up_to"))
        later = Message.objects.filter(game=OuterRef("pk"), removed_at=None, pk__gt=OuterRef("seen")).exclude(
            user=reader
        )
        games, unread = games.annotate(seen=seen), Exists(later)
    before = Subquery(BEFORE.values("position_text")[:1])
    why = Case(When(rated=True, ended_at__isnull=False, then=Subquery(WHY_NOT)), default=Value(""))
    games = games.annotate(why=Coalesce(why, Value("")), last_turn=Subquery(LAST_TURN), before=before, unread=unread)
    games = with_ratings(games, reader=reader if now is None else None)
    return games.values_list(*Listed._fields)
