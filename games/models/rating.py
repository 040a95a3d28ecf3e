"""Ratings, the games they come from, and what was decided about those besides their results.

Only `games/rating/` writes them, and `games/play/` what was decided. The arithmetic is in `engine.glicko`.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from engine import glicko
from engine.contract import LONGEST_NAME
from games.models.game import Game

WEEK = timedelta(weeks=1)


class PlayerRatingQuerySet(models.QuerySet["PlayerRating"]):
    def established(self, now: datetime) -> PlayerRatingQuerySet:
        """Those that are sure enough at that instant not to be provisional."""
        return self.filter(established_until__gt=now)


class PlayerRating(models.Model):
    """A player's rating in a ruleset, as of their last game that counted: a copy of what their entries lead to."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="ratings")
    ruleset_slug = models.SlugField("ruleset", max_length=LONGEST_NAME)
    rating = models.FloatField(default=glicko.START.rating)
    deviation = models.FloatField(default=glicko.START.deviation, help_text="As of the last game, not aged since.")
    volatility = models.FloatField(default=glicko.START.volatility)
    games = models.PositiveIntegerField(default=0, help_text="Games that count.")
    at = models.DateTimeField(null=True, blank=True, help_text="When the last game that counts ended.")
    established_until = models.DateTimeField(
        null=True, blank=True, help_text="When it becomes provisional if nothing is played; empty if it is already."
    )
    opponents = models.PositiveSmallIntegerField(
        default=0,
        db_default=0,
        help_text="Different established opponents of long games that count, counted up to as many as a rank asks.",
    )
    lost_on_time_at = models.DateTimeField(
        null=True, blank=True, help_text="The last loss on time that counted when it was decided; never earlier again."
    )

    objects = PlayerRatingQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "ruleset_slug"], name="one_rating_a_ruleset")]
        indexes = [
            models.Index(
                F("ruleset_slug"),
                F("rating").desc(),
                F("id"),
                condition=Q(established_until__isnull=False),
                name="rating_ranked",
            )
        ]

    def __str__(self) -> str:
        return f"{self.user}: {glicko.show(self.rating)} in {self.ruleset_slug}"

    @property
    def value(self) -> glicko.Rating:
        """As of the last game."""
        return glicko.Rating(self.rating, self.deviation, self.volatility)

    def take(self, value: glicko.Rating, *, at: datetime | None) -> None:
        """Sets the rating and what follows from it; not saved yet."""
        self.rating, self.deviation, self.volatility = value
        self.at = at
        weeks = glicko.weeks_established(value)
        self.established_until = None if at is None or weeks <= 0 else at + weeks * WEEK

    def age(self, now: datetime) -> float:
        """The deviation at that instant."""
        return glicko.age(self.value, count_weeks(self.at, now))

    def is_established(self, now: datetime) -> bool:
        return self.established_until is not None and self.established_until > now


def count_weeks(since: datetime | None, until: datetime) -> float:
    """Weeks between two instants; none without the first, or where it is the later one."""
    return 0.0 if since is None or since >= until else (until - since) / WEEK


class RatingEntryQuerySet(models.QuerySet["RatingEntry"]):
    def counting(self) -> RatingEntryQuerySet:
        return self.filter(why="")

    def ended(self) -> RatingEntryQuerySet:
        """Without games that were reopened and go on."""
        return self.exclude(why=RatingEntry.Why.OPEN)

    def of(self, user_id: int, slug: str) -> RatingEntryQuerySet:
        return self.filter(user=user_id, ruleset_slug=slug)

    def in_order(self) -> RatingEntryQuerySet:
        """In the order in which they are folded."""
        return self.order_by("ended_at", "game_id")

    def before(self, key: tuple[datetime, int]) -> RatingEntryQuerySet:
        """Those that come before this instant and game in that order."""
        at, game_id = key
        return self.filter(Q(ended_at__lt=at) | Q(ended_at=at, game_id__lt=game_id))

    def since(self, key: tuple[datetime, int]) -> RatingEntryQuerySet:
        """Those from this instant and game on."""
        at, game_id = key
        return self.filter(Q(ended_at__gt=at) | Q(ended_at=at, game_id__gte=game_id))


class RatingEntry(models.Model):
    """A rated game that has ended, for one of its players: what their rating is computed from, and what came out.

    A player's rating is the fold of their own entries that count, by `ended_at`, then game.
    """

    class Why(models.TextChoices):
        """Why a game does not count."""

        SHORT = "short", "a side had not moved"
        SERIAL = "serial", "the loser had just lost another game on time"
        EARLY = "early", "the two had resigned enough games as early"
        NO_RESULT = "no_result", "it has no result"
        SUSPENSION = "suspension", "the loser was suspended"
        STAFF = "staff", "staff took it out"
        DECLINED = "declined", "the winner left it out"
        OPEN = "open", "it was reopened and goes on"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="rating_entries")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="rating_entries", db_index=False
    )
    ruleset_slug = models.SlugField("ruleset", max_length=LONGEST_NAME, db_index=False)
    ended_at = models.DateTimeField(help_text="When the game ended; where it goes on, when it had.")
    opponent_rating = models.FloatField(help_text="As it was when the game ended.")
    opponent_deviation = models.FloatField(help_text="As it was when the game ended, aged until then.")
    score = models.FloatField(help_text="1 for a win, 0.5 for a draw, 0 for a loss, also where it does not count.")
    why = models.CharField(max_length=10, choices=Why, blank=True, help_text="Why it does not count; empty if it does.")
    serial = models.BooleanField(default=False, help_text="Whether it was decided so when it ended.")
    early = models.BooleanField(
        default=False, db_default=False, help_text="Whether enough games of the two had been resigned as early."
    )
    earlier_ends = models.JSONField(
        default=list,
        db_default=[],
        blank=True,
        help_text="Of a game that was reopened and ended anew: what was kept of each end before.",
    )
    before_rating = models.FloatField(null=True, blank=True)
    before_deviation = models.FloatField(null=True, blank=True, help_text="Not aged.")
    before_volatility = models.FloatField(null=True, blank=True)
    weeks = models.FloatField(null=True, blank=True, help_text="Since the game before it that counts.")
    rating = models.FloatField(null=True, blank=True, help_text="After the game; empty where it does not count.")
    deviation = models.FloatField(null=True, blank=True)
    volatility = models.FloatField(null=True, blank=True)

    objects = RatingEntryQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "rating entries"
        constraints = [
            models.UniqueConstraint(fields=["game", "user"], name="one_rating_entry_a_player"),
            models.CheckConstraint(
                condition=Q(why="", rating__isnull=False) | (~Q(why="") & Q(rating=None)),
                name="rating_entry_counts_or_says_why",
            ),
        ]
        indexes = [models.Index(fields=["user", "ruleset_slug", "ended_at", "game"], name="rating_entry_in_order")]

    def __str__(self) -> str:
        return f"Game {self.game_id} in the rating of {self.user}"

    @property
    def key(self) -> tuple[datetime, int]:
        """Its place in the order of folding."""
        return self.ended_at, self.game_id

    @property
    def result(self) -> glicko.Result:
        return glicko.Result(self.opponent_rating, self.opponent_deviation, self.score)

    @property
    def change(self) -> int | None:
        """The difference of two shown ratings, so that changes add up; None where it does not count."""
        if self.rating is None or self.before_rating is None:
            return None
        return glicko.show(self.rating) - glicko.show(self.before_rating)

    @property
    def value(self) -> glicko.Rating:
        """After the game. Raises AssertionError where it does not count."""
        assert self.rating is not None
        assert self.deviation is not None
        assert self.volatility is not None
        return glicko.Rating(self.rating, self.deviation, self.volatility)

    def change_end(self, at: datetime) -> None:
        """Keeps what is known of the end of a game that has ended anew; not saved yet. Where undoing has given it back
        an earlier end, the opponent is as known then."""
        kept = {end[0]: end for end in self.earlier_ends}
        was = self.ended_at.isoformat()
        kept[was] = [was, self.opponent_rating, self.opponent_deviation, self.serial, self.early]
        if end := kept.pop(at.isoformat(), None):
            _, self.opponent_rating, self.opponent_deviation, self.serial, *early = end
            self.early = any(early)  # ends that were kept before games could be early do not say
            self.ended_at = at
        self.earlier_ends = list(kept.values())

    def take(self, before: glicko.Rating | None, *, weeks: float, after: glicko.Rating | None) -> bool:
        """Sets what the game changes; None where it does not count. Returns whether that is something new; not saved
        yet."""
        nothing = (None, None, None)
        new: tuple[Any, ...] = (*(before or nothing), *(after or nothing), None if after is None else weeks)
        names = [*(f"before_{name}" for name in glicko.Rating._fields), *glicko.Rating._fields, "weeks"]
        is_new = new != tuple(getattr(self, name) for name in names)
        for name, value in zip(names, new, strict=True):
            setattr(self, name, value)
        return is_new


class RatedGame(models.Model):
    """What somebody has decided about a rated game besides its result. Games without such a decision have no row."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="rated_game")
    declined_at = models.DateTimeField(null=True, blank=True, help_text="When the winner left it out, for good.")
    declined_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    taken_out_at = models.DateTimeField(null=True, blank=True, help_text="When staff took it out of the ratings.")

    class Meta:
        indexes = [
            models.Index(
                fields=["declined_by", "declined_at"], condition=Q(declined_by__isnull=False), name="games_left_out"
            )
        ]

    def __str__(self) -> str:
        return f"What is decided about the rating of game {self.game_id}"
