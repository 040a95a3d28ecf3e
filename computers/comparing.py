"""Compares turns of finished games with what the computer would have played, after all that players wait for.

Each turn is counted as soon as it is looked at, so that after a kill the next worker goes on from there.
"""

from __future__ import annotations

import logging
from itertools import islice

from django.db.models import Case, F, When
from django.utils import timezone

from computers import comparison, thinking
from computers.models import LEASE, Comparison, Review
from computers.thinking import AWAY, Signs, count_quiet, list_mine, read_history, stop
from computers.words.work import FAILED
from engine.contract import Position
from engine.house_draws import ends_by_repetition
from engine.search.analysing import judge
from games.fairness import has_led_to_one
from games.models import Turn

logger = logging.getLogger(__name__)

SAMPLE = 200
"""So many turns are looked at: a person takes minutes."""
GAMES = 100
"""In so many of their finished games, the newest, these are looked for."""


def compare_next() -> bool:
    """Works on the first one that no worker has, until it is done or a player waits for an analysis; returns whether
    there was one."""
    found = lease_next()
    if found is None:
        return False
    try:
        go_on(found)
    except AWAY:
        logger.exception("The database failed in comparison %s; the sweep will find it", found.pk)
    except Exception as error:
        logger.exception("Comparison %s failed", found.pk)
        stop(found, why=str(FAILED(error=type(error).__name__)))
    return True


def lease_next() -> Comparison | None:
    """Leases the oldest one that no worker has; those that staff asked for come first."""
    now = timezone.now()
    waiting = Comparison.objects.unfinished().free(now)
    by_itself = Case(When(asked_by=None, then=1), default=0)
    for pk in waiting.order_by(by_itself, "asked_at", "pk").values_list("pk", flat=True)[:10]:
        if token := LEASE.take(waiting.filter(pk=pk), now=now):
            return Comparison.objects.select_related("person").filter(pk=pk, claim=token).first()
    return None


def go_on(found: Comparison) -> None:
    """Looks at the turns that are left, one after another; ends early where it was stopped, or where a player waits."""
    if not found.sample:
        found.sample = choose_turns(found)
        found.games = comparison.list_finished(found.person).count()
        list_mine(found).update(sample=found.sample, games=found.games)
    signs, met = Signs(found), Met()
    for place in range(found.done, len(found.sample)):
        thinking.make_way()
        if not signs.still_mine():
            return
        if Review.objects.unfinished().free(timezone.now()).exists():
            list_mine(found).update(**LEASE.given_back)
            return
        same = look_at(found.sample[place], met=met, signs=signs)
        if signs.lost or not keep(found, same, place=place):
            return
    list_mine(found).allowed().update(done_at=timezone.now(), sample=[], **LEASE.given_back)


def choose_turns(found: Comparison) -> list[int]:
    """The ids of the person's last turns in their newest finished games. A game of which a position stands in a running
    one is left out."""
    seats = comparison.list_finished(found.person).select_related("game").order_by("-pk")
    chosen: list[int] = []
    for seat in islice(seats, GAMES):
        if len(chosen) >= SAMPLE:
            break
        if not has_led_to_one(seat.game):
            mine = Turn.objects.filter(game=seat.game, side=seat.side, taken_back_at=None)
            chosen += mine.order_by("-ply").values_list("pk", flat=True)[: SAMPLE - len(chosen)]
    return chosen


class Met:
    """The positions of the game that was looked at last, from the first on."""

    def __init__(self) -> None:
        self.game: tuple[int, int] | None = None
        self.positions: list[Position] = []
        self.quiet: list[int] | None = None
        """How many turns in a row had taken nothing before each ply, where that ends the game."""

    def read(self, turn: Turn) -> list[Position]:
        """Those before this turn, the last of which it was played in."""
        if self.game != (turn.game_id, turn.game.revision):
            self.game = turn.game_id, turn.game.revision
            self.positions = [*read_history(turn.game), turn.game.position]
            self.quiet = count_quiet(turn.game)
        return self.positions[: turn.ply]


def look_at(pk: int, *, met: Met, signs: Signs) -> bool | None:
    """Whether the computer would have played this turn, or one that leads to the same position. None where it does not
    count: its game goes on again or is void by now, or there was no other turn to play."""
    turn = Turn.objects.select_related("game").filter(pk=pk, taken_back_at=None).first()
    if turn is None or not turn.game.has_result:
        return None
    *history, position = met.read(turn)
    if len(position.legal_moves()) < 2:
        return None
    drawn = ends_by_repetition(turn.game.options)
    line = judge(
        position,
        ruleset=turn.game.ruleset,
        history=history,
        stop=signs,
        drawn_by_three=drawn,
        quiet=None if met.quiet is None else met.quiet[turn.ply - 1],
    ).line
    if not line:
        return None
    return line[0] == turn.text or position.play(line[0]).text() == turn.position_text


def keep(found: Comparison, same: bool | None, *, place: int) -> bool:
    """Counts a turn; returns whether the comparison is still ours."""
    counts = {} if same is None else {"turns": F("turns") + 1, "same": F("same") + int(same)}
    mine = list_mine(found).allowed().filter(done=place)
    return bool(mine.update(done=place + 1, seen_at=timezone.now(), **counts))
