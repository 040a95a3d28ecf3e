"""Animations that were asked for: one row for each that is wanted, drawn once by a worker, for everybody.

Rows are the truth; a wake-up only makes it faster. So many may wait and so many are kept; what nobody has viewed for
longest makes room.
"""

from __future__ import annotations

import base64
import hashlib
import json
import time
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts.limiting.spending import spend
from computers.thinking import think_first
from core.each import do_each
from core.leases import Lease
from core.numbers import read_number
from core.refusal import Refusal
from core.waker import Waker
from games.models import Game
from games.reading.turns import Played, find_turns
from records.animation import Shown, draw_gif, draw_still
from records.models import Animation
from records.pictures.look import Look, read_look
from records.words import pictures as words

MOST_WAITING = 50
MOST_KEPT = 200
"""Of about a quarter of a megabyte each."""
KEPT = timedelta(days=30)
"""Since somebody last viewed it."""
VIEWED_EVERY = timedelta(hours=1)
"""How exactly it is noted when one was last viewed: a write for each picture that is shown would be too many."""
LEASE = Lease(timedelta(minutes=2), at="leased_at")
GONE_ON, FAILED = "gone_on", "failed"
PATIENCE = timedelta(days=1)
"""After which one that failed is tried again, where somebody asks."""
LOOKS_AGAIN = 1.0
"""Seconds."""
LONGEST = 400
"""Turns of one animation: more would be shown faster than anybody can look."""
waker = Waker("records.tasks.draw_animations")


class Wanted(NamedTuple):
    """From which ply to which, and how it looks."""

    start: int
    end: int
    look: Look


class Asked(NamedTuple):
    """One that is made or waits, without its content."""

    key: str
    made_at: datetime | None
    fault: str
    asked_at: datetime
    viewed_at: datetime | None = None


class Full:
    """Until when this process takes it that no more may wait, by its own clock."""

    until = 0.0


_full = Full()


def read_wanted(game: Game, given: Mapping[str, str]) -> Wanted:
    """Raises Refusal (422): what `read_look` does, and bad_plies."""
    start = read_number(given.get("from", "")) if given.get("from") else max(0, game.ply - LONGEST)
    end = read_number(given.get("to", "")) if given.get("to") else game.ply
    if start is None or end is None or not start < end <= game.ply or end - start > LONGEST:
        raise Refusal(words.BAD_PLIES(most=LONGEST), status=422)
    return Wanted(start, end, read_look(given)._replace(captured=False))


def mark_wanted(game: Game, wanted: Wanted) -> str:
    """Of all that it shows: the game as it stands, since a takeback or a decision of staff changes it."""
    shown = [game.pk, game.position_key if wanted.end == game.ply else "", game.ply, *wanted]
    ended = [game.termination, game.winner, str(game.ended_at)]
    return hashlib.sha256(json.dumps([*shown, *ended, game.ruleset_revision]).encode()).hexdigest()


def ask(game: Game, wanted: Wanted, *, origin: tuple[str, ...], now: datetime | None = None) -> Asked:
    """The animation, made or waiting; a new one is counted by where it is asked from.

    Raises Refusal: too_often (429), busy, failed (503).
    """
    now, key = now or timezone.now(), mark_wanted(game, wanted)
    known = next((Asked._make(row) for row in find_asked(key)), None)
    if known is not None and known.fault == FAILED and now < known.asked_at + PATIENCE:
        raise Refusal(words.FAILED(), status=503, again_at=known.asked_at + PATIENCE)
    if known is not None and not known.fault:
        return known
    refuse_full(now=now)
    with transaction.atomic():
        Animation.objects.filter(pk=key).exclude(fault="").delete()  # it stands again, or may be tried again
        spend("animation", now=now, origin=origin)
        fields: dict[str, Any] = {"game": game, "asked_at": now, "wanted": {**wanted._asdict(), "look": wanted.look}}
        animation, is_new = Animation.objects.get_or_create(pk=key, defaults=fields)
        if is_new:
            waker.wake_on_commit()
    return Asked(key, animation.made_at, animation.fault, animation.asked_at)


def note_viewed(asked: Asked, *, now: datetime | None = None) -> None:
    """That somebody is shown it; a write an hour at most."""
    now = now or timezone.now()
    if asked.viewed_at is None or asked.viewed_at <= now - VIEWED_EVERY:
        Animation.objects.filter(pk=asked.key).update(viewed_at=now)


def draw_last(game: Game, wanted: Wanted) -> bytes:
    """The last position that the animation is going to show, as a picture."""
    return draw_still(game.ruleset, list_shown(game, wanted._replace(start=wanted.end))[-1], look=wanted.look)


def find_asked(key: str) -> QuerySet[Animation, tuple[Any, ...]]:
    return Animation.objects.filter(pk=key).values_list(*Asked._fields)


def forget() -> None:
    """That there was no room."""
    _full.until = 0.0


def refuse_full(*, now: datetime) -> None:
    """Before anything is written: a refusal must cost little where a thousand ask at once. A process that has found no
    room looks again after a second. Two that ask at once may both find the last place. Raises Refusal: busy."""
    if time.monotonic() >= _full.until:
        if Animation.objects.filter(made_at=None, fault="").count() < MOST_WAITING:
            return
        _full.until = time.monotonic() + LOOKS_AGAIN
    raise Refusal(words.BUSY(), status=503, again_at=now + timedelta(minutes=5))


def draw_waiting(*, now: datetime | None = None) -> int:
    """Draws each animation that waits and that no other worker draws, the oldest first, behind what running games want
    from computers; returns how many."""
    at = now or timezone.now()
    free = Animation.objects.filter(LEASE.free(at), made_at=None, fault="")

    def draw(key: str) -> bool:
        think_first()
        if not LEASE.take(free.filter(pk=key), now=at):
            return False  # another was faster
        try:
            draw_one(Animation.objects.select_related("game").get(pk=key), now=now or timezone.now())
        except Exception:
            Animation.objects.filter(pk=key, made_at=None).update(fault=FAILED)
            raise
        return True

    waiting = list(free.order_by("asked_at").values_list("pk", flat=True))
    return do_each(waiting, draw, fault="The animation %s could not be drawn").done


def on_making_way(**_: object) -> None:
    """Draws between two steps of long work of the same worker."""
    draw_waiting()


def draw_one(animation: Animation, *, now: datetime) -> None:
    """What went on meanwhile makes another animation, under another key."""
    game, given = animation.game, animation.wanted
    wanted = Wanted(given["start"], given["end"], Look(*given["look"]))
    rows = Animation.objects.filter(pk=animation.pk, made_at=None)
    if mark_wanted(game, wanted) != animation.pk or game.private:
        rows.update(fault=GONE_ON)
        return
    content = draw_gif(game.ruleset, list_shown(game, wanted), look=wanted.look, result=tell_result(game, wanted))
    rows.update(content=base64.b64encode(content).decode(), made_at=now, viewed_at=now)
    drop_old()


def list_shown(game: Game, wanted: Wanted) -> list[Shown]:
    turns = [Played._make(each) for each in find_turns(game.pk, max(1, wanted.start), wanted.end)]
    frames = [Shown(game.ruleset.read(turn.position_text), turn.text) for turn in turns]
    return frames if wanted.start else [Shown(game.ruleset.start(**game.options), None), *frames]


def tell_result(game: Game, wanted: Wanted) -> str:
    """`1-0` over the last frame of a game that is over; nothing else."""
    if not game.has_result or wanted.end != game.ply:
        return ""
    return "1/2-1/2" if game.winner is None else ("0-1" if game.winner else "1-0")


def list_old(*, before: datetime) -> QuerySet[Animation]:
    """Those that nobody has asked for or viewed since then."""
    return Animation.objects.filter(Q(viewed_at=None, asked_at__lt=before) | Q(viewed_at__lt=before))


def drop_old() -> None:
    """Keeps those that were viewed last."""
    viewed = Coalesce("viewed_at", "made_at").desc()
    kept = Animation.objects.exclude(made_at=None).order_by(viewed, "-made_at").values_list("pk", flat=True)[:MOST_KEPT]
    Animation.objects.exclude(made_at=None).exclude(pk__in=list(kept)).delete()
