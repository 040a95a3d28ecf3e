"""Hears what moves clocks besides what people agree on, as the site announces it, for their account."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from django.db.models.signals import post_save

from competition.models import LadderGame, StandingGame
from games import events
from games.models import ClockChange, Game, Outage, Rematch
from tests.account.outages import Lost
from tests.account.times import EVERY_DAY, TimeAccount


class HeardTimes(TimeAccount):
    """The same account, which hears of games, their turns and ends, of days that are used and of outages."""

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Hears what moves clocks besides what people agree on."""
        heard: tuple[tuple[Any, Callable[..., None], Any], ...] = (
            (events.challenge_accepted, self.on_challenge_accepted, None),
            (events.turn_started, self.on_turn_started, None),
            (events.turn_undone, self.on_turn_undone, None),
            (events.result_changed, self.on_result_changed, None),
            (events.deadline_moved, self.on_deadline_moved, None),
            (events.vacation_used, self.on_vacation_used, None),
            (post_save, self.on_standing_game_saved, StandingGame),
            (post_save, self.on_ladder_game_saved, LadderGame),
            (post_save, self.on_rematch_saved, Rematch),
            (post_save, self.on_outage_saved, Outage),
        )
        with ExitStack() as stack:
            for signal, hear, sender in heard:
                signal.connect(hear, sender=sender)
                stack.callback(signal.disconnect, hear, sender=sender)
            yield

    def on_challenge_accepted(self, *, challenge_id: int, **_: Any) -> None:
        """A game that a standing challenge has started is followed by its own row."""
        for game in Game.objects.filter(challenge=challenge_id, challenge__stands=False).order_by("pk"):
            self.follow(game.pk, keeps_weekends=self.keeps_weekends[challenge_id])

    def on_standing_game_saved(self, *, instance: StandingGame, created: bool, **_: Any) -> None:
        """Weekends are off where both want it, or whoever accepts takes what is offered."""
        if created:
            both = filter(None, (instance.standing, instance.other_standing))
            keeps = all(self.keeps_weekends[standing.challenge_id] for standing in both)
            self.follow(instance.game_id, keeps_weekends=keeps)

    def on_ladder_game_saved(self, *, instance: LadderGame, created: bool, **_: Any) -> None:
        if created:
            self.follow(instance.game_id, keeps_weekends=False)

    def on_rematch_saved(self, *, instance: Rematch, **_: Any) -> None:
        """Agreed, or wished by both: on the terms of the game before."""
        before = self.clocks.get(instance.game_id)
        weekends = before is not None and any(seat.weekend for seat in before.seats if seat.weekend != EVERY_DAY)
        self.follow(instance.following_id, keeps_weekends=weekends)

    def on_turn_started(self, *, turn: events.StartedTurn, **_: Any) -> None:
        if turn.game_id in self.clocks:
            self.begin_turn(turn.game_id, turn.ply)

    def on_turn_undone(self, *, undone: events.StartedTurn, **_: Any) -> None:
        if undone.game_id in self.clocks:
            self.undo_turn(undone.game_id)

    def on_result_changed(
        self, *, game_id: int, before: events.Result | None, after: events.Result | None, **_: Any
    ) -> None:
        """Of a game that ends. One that goes on begins a turn, and what staff decide otherwise moves no clock."""
        if game_id in self.clocks and before is None and after is not None:
            ply = Game.objects.values_list("ply", flat=True).get(pk=game_id)
            self.end(game_id, ply, on_time=after.termination == "time")

    def on_deadline_moved(self, *, game_id: int, revision: int, **_: Any) -> None:
        """A day was used automatically: whether it was due, what it comes to, and what is left are counted."""
        change = ClockChange.objects.get(game=game_id, revision=revision)
        if game_id in self.clocks and change.kind == ClockChange.Kind.AUTOMATIC:
            self.use_days(game_id)

    def on_vacation_used(self, *, user_id: int, **_: Any) -> None:
        self.look_at(user_id)

    def on_outage_saved(self, *, instance: Outage, update_fields: Any, **_: Any) -> None:
        if instance.settled_at and "settled_at" in (update_fields or ()):
            self.lose_time(Lost(instance.from_at, instance.until_at, instance.kind == Outage.Kind.MAIL))
