"""What must be true of the book, of files of games and of what is followed, by a plain account of the games themselves.

The stateful test and the simulator ask it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from django.db.models import F, Q
from django.test import override_settings

from accounts.models import Block
from games.models import Game
from games.reading.seats import read_seats
from notifications.models import Notice
from records import bulk
from records.making import make_record
from records.models import BookChange, BookEntry, BookTurn, Follow, Licence, MonthOfGames
from records.reading import play_through, read_all
from records.writing import write_json, write_text


def is_of_book(game: Game) -> bool:
    """By the words of the rule: a finished public game with a result, of no guest."""
    guest = any(seat.user.is_guest for seat in read_seats(game))
    return (
        bool(game.ended_at)
        and game.termination not in ("void", "cancelled", "called_off")
        and not game.private
        and not guest
    )


def find_wrong_book() -> Iterator[str]:
    """Every game that nobody has marked stands in the book with each of its turns and its last position, or not at
    all; and each entry is the sum of its rows."""
    marked = set(BookChange.objects.values_list("game", flat=True))
    for game in Game.objects.prefetch_related("seats__user"):
        if game.pk in marked:
            continue
        rows = list(BookTurn.objects.filter(game=game).order_by("pk").values_list("text", flat=True))
        turns = game.turns.filter(taken_back_at=None).order_by("ply").values_list("text", flat=True)
        right = [*turns, ""] if is_of_book(game) and turns else []
        if rows != right:
            yield f"the book has {rows} of game {game.pk} in place of {right}"
    summed: Counter[tuple[int, bool, str]] = Counter(BookTurn.objects.values_list("key", "by_computer", "text"))
    entries = {(each.key, each.by_computer, each.text): each.games for each in BookEntry.objects.all()}
    if entries != dict(summed):
        yield f"the entries of the book differ from its rows: {set(entries.items()) ^ set(summed.items())}"


def find_wrong_files(now: datetime) -> Iterator[str]:
    """The files of months hold each game that they are to hold, written as if a licence had stood for ever."""
    with TemporaryDirectory() as folder, override_settings(RECORDS_LICENCE="CC0-1.0", RECORDS_DIR=Path(folder)):
        Licence.objects.get_or_create(text="CC0-1.0", defaults={"since": now.replace(year=2000)})
        MonthOfGames.objects.update(changes=F("changes") + 1)
        bulk.write_due(now=now)
        right: Counter[tuple[str, str]] = Counter()
        for game in Game.objects.prefetch_related("seats__user").filter(private=False, ended_at__isnull=False):
            assert game.ended_at is not None
            if (
                is_of_book(game)
                and not read_seats(game).has_computer
                and bulk.find_month(game.ended_at) < bulk.find_month(now)
            ):
                right[game.ruleset_slug, f"{game.ended_at:%Y-%m}"] += 1
        held = {(row.ruleset_slug, f"{row.month:%Y-%m}"): row.games for row in MonthOfGames.objects.filter(games__gt=0)}
        if held != dict(right):
            yield f"files of games hold {held} in place of {dict(right)}"
        MonthOfGames.objects.all().delete()
        Licence.objects.all().delete()


def find_wrong_follows() -> Iterator[str]:
    """Nobody follows whom a block parts from them, or themselves; and nobody is told of a game that is private
    then, or of their own."""
    for follow in Follow.objects.exclude(person=None):
        both = Q(user=follow.user_id, other=follow.person_id) | Q(user=follow.person_id, other=follow.user_id)
        if Block.objects.filter(both, is_mute=False).exists() or follow.user_id == follow.person_id:
            yield f"{follow.user_id} follows {follow.person_id}, and may not"
    for notice in Notice.objects.filter(kind__startswith="followed_"):
        game = Game.objects.prefetch_related("seats").get(pk=notice.payload["game"])
        hidden_later = game.hidden_at is not None and notice.created_at <= game.hidden_at
        if (game.private and not hidden_later) or any(seat.user_id == notice.recipient_id for seat in game.seats.all()):
            yield f"{notice.recipient_id} is told of game {game.pk} as of one that they follow"


def find_unread(game: Game, *, reader_id: int | None) -> Iterator[str]:
    """What of a record is lost when it is written and read again, in both forms."""
    record = make_record(game, reader_id=reader_id)
    for form, text in (("text", write_text(record)), ("JSON", write_json(record))):
        (read,) = list(read_all(text))
        if read.record is None or read.fault:
            yield f"the {form} of game {game.pk} cannot be read: {read.fault}"
            continue
        played, _ = play_through(read)
        if played.record != record or played.fault:
            yield f"the {form} of game {game.pk} reads as another record: {played.fault}"
