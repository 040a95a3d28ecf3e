"""Private notes about games and about players, which only their author reads."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Count, QuerySet, Subquery
from django.utils import timezone

from accounts.conduct.restrictions import lock
from accounts.limiting.spending import spend
from accounts.models import User
from analysis import sealed
from analysis.models import LONGEST_NOTE, GameNote, PlayerNote
from analysis.words import refusals
from core.prepared import PreparedQuery
from core.refusal import Refusal
from core.versions import refuse_outdated, text_field
from games.chat import clean
from games.models import Game

FIELDS = {"note": text_field("Notes", longest=LONGEST_NOTE)}
NO_TURN = 0
"""No turn has this number."""


def write_about_game(
    user: User, game: Game, text: str, *, version: str | None = None, now: datetime | None = None
) -> None:
    """Replaces the note; an empty text deletes it. Raises Refusal: too_long, too_often; Outdated."""
    _write(GameNote, text, user=user, version=version, now=now, game=game)


def write_about_player(
    user: User, about: User, text: str, *, version: str | None = None, now: datetime | None = None
) -> None:
    """Replaces the note about another player; an empty text deletes it. Raises Refusal: yourself, too_long,
    too_often; Outdated."""
    if user.pk == about.pk:
        raise Refusal(refusals.ABOUT_YOURSELF(), status=403)
    _write(PlayerNote, text, user=user, version=version, now=now, about=about)


def _write(
    model: type[GameNote] | type[PlayerNote],
    text: str,
    *,
    user: User,
    version: str | None,
    now: datetime | None,
    **about: Any,
) -> None:
    text, now = clean(text), now or timezone.now()
    if len(text) > LONGEST_NOTE:
        raise Refusal(refusals.NOTE_TOO_LONG(most=LONGEST_NOTE, length=len(text)), status=422)
    with transaction.atomic():
        lock(user.pk)
        saved = model.objects.filter(user=user, **about).values_list("text", flat=True).first() or ""
        refuse_outdated(version, saved={"note": saved}, wanted={"note": text}, fields=FIELDS)
        spend("note", now=now, sender=user.pk)
        if text:
            model.objects.update_or_create(user=user, **about, defaults={"text": text, "changed_at": now})
        else:
            model.objects.filter(user=user, **about).delete()


def read_about_game(user_id: int, game_id: int, *, ply: int = NO_TURN) -> tuple[str, str]:
    """The user's note about a game, and what they have sealed for their turn `ply` of it, in one query."""
    ((note, remark),) = find_about_game(user_id, game_id, ply)
    return note or "", remark or ""


def read_as_spectator(user_id: int, game_id: int, *, ply: int = NO_TURN) -> tuple[str, str, int]:
    """The same to whoever watches a running game, and how many remarks of spectators wait for its end, in one query."""
    ((note, remark, waiting),) = find_as_spectator(user_id, game_id, ply)
    return note or "", remark or "", waiting or 0


@PreparedQuery
def find_about_game(user_id: int, game_id: int, ply: int) -> QuerySet[User, tuple[str | None, str | None]]:
    """Prepared, since every page of a game asks it."""
    return _with_words(user_id, game_id, ply).values_list("note", "remark")


@PreparedQuery
def find_as_spectator(
    user_id: int, game_id: int, ply: int
) -> QuerySet[User, tuple[str | None, str | None, int | None]]:
    """Prepared, since every page of a game asks it of whoever watches."""
    counted = sealed.find_waiting(game_id).order_by().values("turn__game").annotate(n=Count("pk")).values("n")
    found = _with_words(user_id, game_id, ply).annotate(waiting=Subquery(counted))
    return found.values_list("note", "remark", "waiting")


def _with_words(user_id: int, game_id: int, ply: int) -> Any:
    note = GameNote.objects.filter(user=user_id, game=game_id)
    remark = sealed.find_own(user_id, game_id, ply=ply)
    texts = {"note": Subquery(note.values("text")), "remark": Subquery(remark.values("text"))}
    return User.objects.filter(pk=user_id).annotate(**texts)


def read_about_player(user_id: int, about_id: int) -> str:
    return PlayerNote.objects.filter(user=user_id, about=about_id).values_list("text", flat=True).first() or ""
