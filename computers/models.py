"""The computers, and the games that wait for one of them."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.engine.contract import LONGEST_NAME
from games.models import Game

LOST_AFTER = timedelta(seconds=30)
"""Without a sign for so long, whoever was thinking has been killed."""


class Computer(models.Model):
    """The account of one level at one game. It is made when somebody first plays against it."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="computer")
    ruleset_slug = models.SlugField("ruleset", max_length=LONGEST_NAME)
    level = models.PositiveSmallIntegerField(help_text="From 1, the weakest.")
    on = models.BooleanField(default=True, help_text="Switched off, it starts no game and plays no turn.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["ruleset_slug", "level"], name="one_computer_a_level")]
        permissions = [("run_computer", "Can switch computers on and off, and stop what they think")]

    def __str__(self) -> str:
        return f"{self.ruleset_slug}, level {self.level}"


class ThoughtQuerySet(models.QuerySet["Thought"]):
    def free(self, now: datetime) -> ThoughtQuerySet:
        """Those that may be taken up: nobody stopped them, and nobody is at them who still gives a sign of life."""
        return self.filter(Q(claim="") | Q(seen_at__lt=now - LOST_AFTER), stopped_at=None)


class Thought(models.Model):
    """A game that wants a computer's attention: its turn to be played, or an offer answered. Gone once that is done."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="thought")
    revision = models.PositiveIntegerField(help_text="Of the game when it last asked.")
    asked_at = models.DateTimeField()
    claim = models.CharField(max_length=16, blank=True, default="", help_text="Of the worker that thinks about it.")
    seen_at = models.DateTimeField("last sign", null=True, blank=True, help_text="When that worker last gave a sign.")
    stopped_at = models.DateTimeField(null=True, blank=True, help_text="When staff stopped it, or it failed.")
    why = models.CharField(max_length=200, blank=True, default="", help_text="Why it stopped.")

    objects = ThoughtQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["asked_at"], name="thought_asked")]

    def __str__(self) -> str:
        return f"About game {self.game_id}"
