"""Turns that a player has planned before the opponent has moved. Only `games/play/` writes them.

Nobody but their owner may learn of them: no page, log, list of staff or copy of data of anybody else shows them.
"""

from __future__ import annotations

from datetime import datetime

from django.db import models

from games.models.game import SIDES, Game


class ConditionalLine(models.Model):
    """A line of turns by both sides. Its owner's turns are played as soon as the position before them is reached.

    A turn never writes a line that it does not reach, so that nobody can measure whether there is one. Whether a line
    can still be reached is found from the game's turns.
    """

    class Ending(models.TextChoices):
        NONE = "", "nothing more"
        RESIGN = "resign", "resign"
        ACCEPT_DRAW = "accept_draw", "accept a draw"

    class Stopped(models.TextChoices):
        NO = "", "not stopped"
        WROTE = "wrote", "the opponent wrote something"
        OFFERED = "offered", "the opponent offered something"
        NO_DRAW = "no_draw", "no draw was offered"
        SUSPENDED = "suspended", "the owner is suspended"
        ILLEGAL = "illegal", "the rules no longer allow the turn"
        TAKEN_BACK = "taken", "a turn of its owner that it rests on was taken back"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="conditional_lines", db_index=False)
    side = models.PositiveSmallIntegerField(choices=SIDES, help_text="Whose line it is.")
    from_ply = models.PositiveIntegerField(help_text="Turns played before its first.")
    root = models.CharField(max_length=64, help_text="The key of the moment at which it begins.")
    turns = models.JSONField(help_text="Texts of the turns of both sides, one after another.")
    ending = models.CharField(max_length=11, choices=Ending.choices, blank=True, help_text="What its owner does last.")
    stops = models.BooleanField(help_text="Whether it stops when the opponent writes or offers something.")
    armed_at = models.DateTimeField()
    answers = models.JSONField(
        help_text="Each place where its owner acts: how many of its turns come before, and the key of the moment."
    )
    answered = models.PositiveSmallIntegerField(default=0, help_text="In how many of these places it has acted.")
    awaits = models.CharField(max_length=64, blank=True, help_text="The key of the next; empty where it acts no more.")
    stopped = models.CharField(max_length=9, choices=Stopped.choices, blank=True)
    taken_back_at = models.DateTimeField(
        null=True, blank=True, help_text="When the turn was taken back that it rests on, if that stopped it."
    )

    class Meta:
        indexes = [models.Index(fields=["game", "awaits"], name="conditional_line_awaits")]

    def __str__(self) -> str:
        return f"Line {self.pk} in game {self.game_id}"

    @property
    def next_turn(self) -> str:
        """The text of the turn that it plays next; empty where it ends the game some other way."""
        before = self.answers[self.answered][0]
        return self.turns[before] if before < len(self.turns) else ""

    @property
    def next_ending(self) -> str:
        """How it ends the game next; empty where it plays a turn."""
        return "" if self.next_turn else self.ending

    def go_on(self) -> None:
        """Notes that it has acted once. Not saved yet."""
        self.answered += 1
        self._await_next()

    def stop(self, why: Stopped, *, taken_back_at: datetime | None = None) -> None:
        """Notes that it no longer acts. Not saved yet."""
        self.stopped, self.awaits, self.taken_back_at = why, "", taken_back_at

    def act_again(self) -> None:
        """Notes that it is no longer stopped. Not saved yet."""
        self.stopped, self.taken_back_at = self.Stopped.NO, None
        self._await_next()

    def _await_next(self) -> None:
        self.awaits = self.answers[self.answered][1] if self.answered < len(self.answers) else ""
