"""Sealed remarks: what players write about turns of theirs while a game is running, and spectators about any turn, and
what is opened when it is over.

Nothing else reads them, so that before the end only the author can: they are on no page, email or feed, and on no page
of staff. Shown to everybody but the players while they play, what spectators write would reach these by a second
browser.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.conduct.blocks import WRITE, find_ties, refuse_severed
from accounts.conduct.writing import refuse_text
from accounts.limiting.spending import spend
from accounts.models import User
from analysis.models import LONGEST_REMARK, SealedRemark
from analysis.words import refusals
from core.prepared import PreparedQuery
from core.refusal import Refusal
from core.versions import refuse_outdated, text_field
from games import access
from games.chat import clean
from games.models import Game, Seat, Turn
from games.play.locking import locked

MOST_OPENED = 300
"""Remarks that the page of a game shows, those on the earliest turns first."""
FIELDS = {"remark": text_field("Sealed remark", longest=LONGEST_REMARK)}


def write(
    user: User, *, game_id: int, ply: int, text: str, version: str | None = None, now: datetime | None = None
) -> None:
    """Seals the text for a turn in place of an earlier one of the same author; an empty text deletes that. A player
    writes of turns of their own, and everybody else of any turn.

    The game, which the user may see, is locked meanwhile, so that nothing is sealed after its end. Raises Refusal:
    too_long, over, not_yours, blocked, muted, suspended, too_often; Outdated.
    """
    text = read(text)
    with locked(game_id) as game:
        now = now or timezone.now()
        if game.is_over:
            raise Refusal(refusals.OVER())
        turn = find_turn(game, user_id=user.pk, ply=ply)
        if turn is None:
            raise Refusal(refusals.NOT_YOUR_TURN(), status=403)
        for seat in game.seats.all():
            if seat.user_id != user.pk and is_spectator(game, user.pk):
                refuse_severed(user, seat.user, what=WRITE)
        saved = SealedRemark.objects.filter(turn=turn, user=user).values_list("text", flat=True).first() or ""
        refuse_outdated(version, saved={"remark": saved}, wanted={"remark": text}, fields=FIELDS)
        _seal(turn, User.objects.get(pk=user.pk), text, now=now)  # who may have been muted since they were read


def on_turn_remarked(*, turn_id: int, user_id: int, text: str, now: datetime, **_: Any) -> None:
    """Seals what was written with a turn, in its transaction. Raises Refusal: too_long, muted, suspended, too_often."""
    if text := read(text):
        _seal(Turn.objects.get(pk=turn_id), User.objects.get(pk=user_id), text, now=now)


def on_turn_undone(*, turn_id: int, **_: Any) -> None:
    """Deletes what was sealed for a turn that counts as never played."""
    SealedRemark.objects.filter(turn=turn_id).delete()


def read(text: str) -> str:
    """The text as it is kept. Raises Refusal: too_long."""
    text = clean(text)
    if len(text) > LONGEST_REMARK:
        raise Refusal(refusals.REMARK_TOO_LONG(most=LONGEST_REMARK, length=len(text)), status=422)
    return text


def _seal(turn: Turn, user: User, text: str, *, now: datetime) -> None:
    """The game is locked. Raises Refusal: muted, suspended, too_often."""
    refuse_text(user, text, now=now, older_mutes=True)
    spend("note", now=now, sender=user.pk)
    with transaction.atomic():
        if text:
            known = {"text": text, "written_at": now}
            SealedRemark.objects.update_or_create(turn=turn, user=user, defaults=known)
        else:
            SealedRemark.objects.filter(turn=turn, user=user).delete()


def find_turn(game: Game, *, user_id: int, ply: int) -> Turn | None:
    """The turn of this number that was not taken back, if the user played it or plays neither side."""
    standing = Turn.objects.filter(game=game, ply=ply, taken_back_at=None)
    if is_spectator(game, user_id):
        return None if game.private else standing.first()
    return standing.filter(side__in=[seat.side for seat in game.seats.all() if seat.user_id == user_id]).first()


def is_spectator(game: Game, user_id: int) -> bool:
    return all(seat.user_id != user_id for seat in game.seats.all())


def find_own(user_id: int, game_id: int, *, ply: int) -> QuerySet[SealedRemark]:
    """What the user has sealed for this turn of a running game, for their eyes only."""
    return SealedRemark.objects.filter(turn__game=game_id, turn__ply=ply, turn__taken_back_at=None, user=user_id)


def list_opened(game: Game, reader_id: int | None) -> Sequence[SealedRemark]:
    """Once the game is over, what was sealed, up to MOST_OPENED remarks, but none of an author where a block or mute
    stands between that author and the reader."""
    if not game.is_over:
        return []
    found = list(find_all(game.pk))
    ties = find_ties(reader_id) if reader_id and found else {}
    return [remark for remark in found if remark.user_id not in ties or not ties[remark.user_id].hides]


def find_waiting(game_id: int) -> QuerySet[SealedRemark]:
    """The remarks of spectators that wait for the end of a running game: to be counted, and no more."""
    waiting = SealedRemark.objects.filter(turn__game=game_id, turn__taken_back_at=None, removed_at=None)
    return waiting.exclude(user__in=Seat.objects.filter(game=game_id).values("user"))


@PreparedQuery
def find_all(game_id: int) -> QuerySet[SealedRemark]:
    """Prepared, since every page of a finished game asks it."""
    remarks = SealedRemark.objects.filter(turn__game=game_id, turn__taken_back_at=None, removed_at=None)
    return remarks.select_related("turn", "user").order_by("turn__ply", "pk")[:MOST_OPENED]


def find_opened(reader: User, pk: int) -> SealedRemark | None:
    """The remark of this number, if the reader may see it. Raises Http404 where they may not see its game either."""
    number = SealedRemark.objects.filter(pk=pk).values_list("turn__game", flat=True).first()
    if number is None:
        return None
    game = access.get_game(reader, number)
    return next((remark for remark in list_opened(game, reader.pk) if remark.pk == pk), None)


def list_opened_of(author: User, *, since: datetime | None = None) -> QuerySet[SealedRemark]:
    """All remarks by one author that are open now, for staff; the newest first. With `since`, those written from then
    on."""
    opened = SealedRemark.objects.filter(user=author, removed_at=None, turn__taken_back_at=None)
    found = opened.filter(turn__game__ended_at__isnull=False).select_related("turn").order_by("-pk")
    return found if since is None else found.filter(written_at__gte=since)


def list_numbers_to_be_opened(author: User, *, since: datetime) -> Sequence[int]:
    """The numbers of the remarks that this author wrote since then and that the end of a game may open. Their texts are
    for nobody else."""
    found = SealedRemark.objects.filter(user=author, removed_at=None, written_at__gte=since).order_by("-pk")
    opened = list_opened_of(author, since=since).values("pk").order_by()
    return list(found.exclude(pk__in=opened).values_list("pk", flat=True))


def remove(numbers: Sequence[int], *, now: datetime) -> list[int]:
    """Hides them from everybody but their author, also those that are not open yet; returns the numbers of those that
    were not hidden. They stay in the author's copy of their data."""
    shown = SealedRemark.objects.filter(pk__in=numbers, removed_at=None)
    found = list(shown.order_by("pk").values_list("pk", flat=True))
    shown.update(removed_at=now)
    return found


def restore(numbers: Sequence[int]) -> None:
    SealedRemark.objects.filter(pk__in=numbers).update(removed_at=None)
