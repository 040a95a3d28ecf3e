"""Plays what armed lines answer to a turn, in the transaction of that turn.

A turn that no line answers costs one indexed look-up. Lines that a turn does not reach are neither read nor written, so
that the time a turn takes tells nobody whether there are any.
"""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import NamedTuple

from django.db.models import Max, QuerySet

from accounts.conduct import restrictions
from accounts.conduct.blocks import find_tie
from core.prepared import PreparedQuery
from core.refusal import Refusal
from engine.contract import Side
from games.models import ConditionalLine, Message, OfferRecord
from games.play.act import Act

MOST_AT_ONCE = 30
"""Turns played at once, including the one by hand that started them."""
DRAW = "draw"
Ending = ConditionalLine.Ending
Stopped = ConditionalLine.Stopped


class Answer(NamedTuple):
    """What lines of one side do at a moment: they play a turn, or end the game in some other way."""

    side: Side
    text: str
    """The text of the turn; empty where they end the game."""
    ending: str
    lines: list[ConditionalLine]


class Lines:
    """The lines of a locked game while turns are played in it. It is told of each step, and saved once."""

    def __init__(self, act: Act) -> None:
        self.game, self.now, self.seats = act.game, act.now, act.seats
        self.awaiting: dict[str, list[ConditionalLine]] | None = None
        self.changed: dict[int, ConditionalLine] = {}
        self.said: dict[Side, datetime | None] = {}
        self.offered: dict[Side, dict[str, datetime]] = {}

    def find_answer(self) -> Answer | None:
        """What is armed for the position on the board. Lines that may not act here are stopped."""
        moment = key_moment(self.game.ply, self.game.position_text)
        if self.awaiting is None:
            if not find_awaiting(self.game.pk, moment):
                return None
            self.awaiting = self._read_all()
        able = [line for line in self.awaiting.get(moment, ()) if self._may_act(line)]
        if not able:
            return None
        first = able[0]
        same = [line for line in able if (line.next_turn, line.next_ending) == (first.next_turn, first.next_ending)]
        return Answer(Side(first.side), first.next_turn, first.next_ending, same)

    def note_done(self, answer: Answer) -> None:
        """Moves the lines of this answer on to their next turn."""
        assert self.awaiting is not None
        for line in answer.lines:
            line.go_on()
            self.awaiting.setdefault(line.awaits, []).append(line)
            self.changed[line.pk] = line

    def stop(self, answer: Answer, *, why: ConditionalLine.Stopped) -> None:
        for line in answer.lines:
            self._stop(line, why=why)

    def save(self) -> None:
        if self.changed:
            ConditionalLine.objects.bulk_update(self.changed.values(), ["answered", "awaits", "stopped"])

    def _read_all(self) -> dict[str, list[ConditionalLine]]:
        """Every line that may still act, by the moment it waits for. Where two lines differ, the one that was
        armed last counts."""
        found: dict[str, list[ConditionalLine]] = {}
        for line in ConditionalLine.objects.filter(game=self.game).exclude(awaits="").order_by("-pk"):
            found.setdefault(line.awaits, []).append(line)
        return found

    def _may_act(self, line: ConditionalLine) -> bool:
        why = self._find_obstacle(line)
        if why:
            self._stop(line, why=why)
        return not why

    def _stop(self, line: ConditionalLine, *, why: ConditionalLine.Stopped) -> None:
        line.stop(why)
        self.changed[line.pk] = line

    def _find_obstacle(self, line: ConditionalLine) -> ConditionalLine.Stopped:
        owner, other = Side(line.side), Side(line.side).other
        if self._is_suspended(owner):
            return Stopped.SUSPENDED
        takes_draw = line.next_ending == Ending.ACCEPT_DRAW
        if takes_draw and self.game.offers.get(DRAW, {}).get("side") != other:
            return Stopped.NO_DRAW
        if line.stops and self._said_since(line):
            return Stopped.WROTE
        if line.stops and self._offered_since(line, but=DRAW if takes_draw else ""):
            return Stopped.OFFERED
        return Stopped.NO

    def _is_suspended(self, side: Side) -> bool:
        player = self.seats[side].user
        if not player.restricted:
            return False
        try:
            restrictions.refuse(player, restrictions.Activity.PLAY, now=self.now)
        except Refusal:
            return True
        return False

    def _said_since(self, line: ConditionalLine) -> bool:
        """Whether the opponent has written anything to the owner since the line was armed."""
        owner = Side(line.side)
        if owner not in self.said:
            reader, writer = self.seats[owner].user_id, self.seats[owner.other].user_id
            said = Message.objects.filter(game=self.game, user=writer).aggregate(at=Max("sent_at"))["at"]
            self.said[owner] = None if said is None or find_tie(reader, writer).hides else said
        at = self.said[owner]
        return at is not None and at >= line.armed_at

    def _offered_since(self, line: ConditionalLine, *, but: str) -> bool:
        """Whether the opponent has offered anything since the line was armed, other than this kind."""
        owner = Side(line.side)
        if owner not in self.offered:
            made = OfferRecord.objects.filter(game=self.game, side=owner.other, step=OfferRecord.Step.MADE)
            self.offered[owner] = dict(made.order_by().values_list("kind").annotate(at=Max("done_at")))
        return any(at >= line.armed_at for kind, at in self.offered[owner].items() if kind != but)


def key_moment(ply: int, position_text: str) -> str:
    """A key that is equal for the same position after the same number of turns, which is all that decides whether a
    turn is legal and what it means."""
    return hashlib.sha256(f"{ply} {position_text}".encode()).hexdigest()


@PreparedQuery
def find_awaiting(game_id: int, moment: str) -> QuerySet[ConditionalLine, tuple[int]]:
    """Prepared, since every turn asks it."""
    return ConditionalLine.objects.filter(game=game_id, awaits=moment).values_list("pk")[:1]
