"""The games that wait for a computer, and what computers find in finished games."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models import Exists, F, OuterRef, Q, Subquery

from computers.models.computer import Computer, place_of_level
from core.leases import Lease
from games.models import Game

LEASE = Lease(timedelta(seconds=30), at="seen_at", token="claim", signs=True)
"""A worker that has given no sign of life for this long has been killed."""


class WorkQuerySet(models.QuerySet[Any]):
    def allowed(self) -> Self:
        """What a worker may think about: nobody has stopped it."""
        return self.filter(stopped_at=None)

    def free(self, now: datetime) -> Self:
        """What may be started: it is allowed, and no living worker has it."""
        return self.allowed().filter(LEASE.free(now))


class Work(models.Model):
    """A piece of work for a worker of the computers, which takes one at a time."""

    asked_at = models.DateTimeField()
    claim = models.CharField(max_length=16, blank=True, default="", help_text="Of the worker that thinks about it.")
    seen_at = models.DateTimeField("last sign", null=True, blank=True, help_text="When that worker last gave a sign.")
    stopped_at = models.DateTimeField(null=True, blank=True, help_text="When staff stopped it, or it failed.")
    by_staff = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Whether staff stopped it: then it waits until they have it go on, whatever happens in the game.",
    )
    why = models.CharField(max_length=200, blank=True, default="", help_text="Why it stopped.")

    class Meta:
        abstract = True


class ThoughtQuerySet(WorkQuerySet):
    def allowed(self) -> Self:
        """Those that nobody has stopped, of a computer that is switched on."""
        asleep = Computer.objects.filter(user__seats__game=OuterRef("game"), on=False)
        return super().allowed().filter(~Exists(asleep))

    def in_order(self) -> Self:
        """Lower levels first, as they take less time; among equal levels the oldest first."""
        places = Computer.objects.filter(user__seats__game=OuterRef("game")).values_list(place_of_level())
        return self.annotate(place=Subquery(places[:1])).order_by("place", "asked_at", "game")


class Thought(Work):
    """A game in which a computer has to play a turn or answer an offer. The row is deleted once that is done."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="thought")
    revision = models.PositiveIntegerField(help_text="Of the game when it last asked.")
    relayed = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Whether it waits for a game between people to move on that stands in the same positions.",
    )

    objects = ThoughtQuerySet.as_manager()

    class Meta:
        verbose_name = "turn waiting for a computer"
        verbose_name_plural = "turns waiting for computers"
        indexes = [models.Index(fields=["asked_at"], name="thought_asked")]

    def __str__(self) -> str:
        return f"About game {self.game_id}"


class Relay(models.Model):
    """A game against a computer in which a running game between people was played over, as moderators are told."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="relays", db_index=False)
    running = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    found_at = models.DateTimeField(help_text="When the computer first waited for it.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "running"], name="one_relay_a_pair")]
        indexes = [models.Index(fields=["found_at"], name="relay_found")]

    def __str__(self) -> str:
        return f"Of game {self.running_id} in game {self.game_id}"


UNFINISHED = Q(done__lt=F("positions")) | Q(again_done__lt=F("again"))
"""Analyses that have not looked at everything yet."""


class ReviewQuerySet(WorkQuerySet):
    def unfinished(self) -> Self:
        return self.filter(UNFINISHED)

    def in_order(self) -> Self:
        return self.order_by(F("place_at").asc(nulls_first=True), "asked_at", "pk")

    def before(self, review: Review) -> Self:
        """Those that come before this one, in the same order."""
        same = Q(place_at=review.place_at, asked_at=review.asked_at, pk__lt=review.pk)
        if review.place_at is None:
            return self.filter(same | Q(place_at=None, asked_at__lt=review.asked_at))
        earlier = Q(place_at=review.place_at, asked_at__lt=review.asked_at)
        return self.filter(same | earlier | Q(place_at__lt=review.place_at) | Q(place_at=None))


class Review(Work):
    """The computer's analysis of a finished game. It is deleted if the game goes on again."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="review")
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+", db_index=False
    )
    place_at = models.DateTimeField(
        null=True,
        help_text="What its place in the queue goes by. The accounts take turns: of what one asks for at once, each"
        " comes later than the one before.",
    )
    positions = models.PositiveIntegerField(help_text="How many it looks at, from the first one on.")
    done = models.PositiveIntegerField(default=0, help_text="How many of them it has looked at.")
    again = models.PositiveIntegerField(
        null=True,
        help_text="How many of them it looks at again for longer. Empty until it has looked at all of them once; stays"
        " empty for an analysis that an older version finished, which looked once.",
    )
    again_done = models.PositiveIntegerField(default=0, db_default=0, help_text="How many it has looked at again.")

    objects = ReviewQuerySet.as_manager()

    class Meta:
        verbose_name = "analysis, waiting or done"
        verbose_name_plural = "analyses, waiting or done"
        indexes = [
            models.Index(fields=["place_at"], condition=UNFINISHED, name="review_to_do"),
            models.Index(fields=["asked_by", "place_at"], name="review_asked_by"),
        ]

    def __str__(self) -> str:
        return f"Of game {self.game_id}"

    @property
    def has_seen_all(self) -> bool:
        """Whether it has looked at each position once."""
        return self.done >= self.positions

    @property
    def looked_once(self) -> bool:
        """Whether an older version finished it, which looked at each position once alone."""
        return self.has_seen_all and self.again is None

    @property
    def is_done(self) -> bool:
        return self.has_seen_all and self.again_done >= (self.again or 0)

    @property
    def looks(self) -> int:
        """How many times it has looked at a position, which grows with each."""
        return self.done + self.again_done


class Evaluation(models.Model):
    """The score of one position of an analysed game, and the best turns from there."""

    class Look(models.IntegerChoices):
        """How long it looked."""

        SHORT = 0, "short"
        TO_COME = 1, "short, a long one is to come"
        LONG = 2, "long"

    review = models.ForeignKey(Review, on_delete=models.CASCADE, related_name="evaluations")
    ply = models.PositiveIntegerField(help_text="Turns played before the position.")
    score = models.IntegerField(help_text="For the first side, in hundredths of the smallest piece.")
    line = models.TextField(blank=True, help_text="The best turns, with semicolons between them.")
    look = models.PositiveSmallIntegerField(choices=Look, default=Look.SHORT, db_default=Look.SHORT)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["review", "ply"], name="one_evaluation_a_ply")]

    def __str__(self) -> str:
        return f"{self.ply}: {self.score}"


class ComparisonQuerySet(WorkQuerySet):
    def unfinished(self) -> Self:
        return self.filter(done_at=None)


class Comparison(Work):
    """How many of somebody's turns, in finished games between people, the site's computer would have played, too."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="comparisons", db_index=False
    )
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,
        help_text="Who of staff asked; empty where the site itself did, for the figure of all players.",
    )
    games = models.PositiveIntegerField(default=0, help_text="Finished games of the person when it began.")
    sample = models.JSONField(default=list, blank=True, help_text="The ids of the turns to look at, until it is done.")
    done = models.PositiveIntegerField(default=0, help_text="How many of them it has looked at.")
    turns = models.PositiveIntegerField(default=0, help_text="How many of these count: there was a choice.")
    same = models.PositiveIntegerField(default=0, help_text="How many of those the computer would have played.")
    done_at = models.DateTimeField(null=True, blank=True)

    objects = ComparisonQuerySet.as_manager()

    class Meta:
        verbose_name = "comparison with the computer"
        verbose_name_plural = "comparisons with the computer"
        constraints = [
            models.UniqueConstraint(
                fields=["person"], condition=Q(done_at=None), name="one_unfinished_comparison_a_person"
            )
        ]
        indexes = [
            models.Index(fields=["person", "-id"], name="comparison_of_person"),
            models.Index(fields=["asked_at"], condition=Q(done_at=None), name="comparison_in_order"),
            models.Index(fields=["asked_by", "-asked_at"], name="comparison_asked_by"),
            models.Index(fields=["-done_at"], name="comparison_done"),
        ]

    def __str__(self) -> str:
        return f"Of {self.person}"
