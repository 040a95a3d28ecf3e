"""A game and its seats. Only `games/play/` writes them."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import models
from django.db.models import Case, Exists, Expression, F, OuterRef, Q, When

from core.addresses import address_of
from engine import registry
from engine.contract import LONGEST_NAME, Position, Ruleset, Side
from engine.symmetry import LONGEST_CANONICAL_KEY
from games import clock
from games.models.queue import Place, find_place

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import User
    from games.models.challenge import Challenge

SIDES = [(Side.FIRST.value, "first"), (Side.SECOND.value, "second")]
BY_DEADLINE = (F("deadline_at").asc(nulls_last=True), "pk")
LONGEST_KEY = 160
"""Characters of a repetition key that are stored unchanged."""
VOID = "void"
"""The termination of a void game: it is no draw, and counts in nobody's record."""
CANCELLED = "cancelled"
"""The termination of a game that its players cancelled before both had moved: no draw, and in nobody's record."""
CALLED_OFF = "called_off"
"""The termination of a game that its player left while the computer did not play: no draw, and in nobody's record."""
WITHOUT_RESULT = (VOID, CANCELLED, CALLED_OFF)
BY_STAFF = ("adjudication", "suspension", VOID)
"""The terminations of games that staff have ended."""


class GameQuerySet(models.QuerySet["Game"]):
    def active(self) -> GameQuerySet:
        return self.filter(ended_at=None)

    def ended(self) -> GameQuerySet:
        return self.exclude(ended_at=None)

    def due(self, now: datetime) -> GameQuerySet:
        """Active games whose side to move is late at `now`."""
        return self.active().filter(deadline_at__lt=clock.due_before(now))

    def of(self, user: User | int | Expression) -> GameQuerySet:
        """Games of this user, by a join. A player has one seat in a game, so no game comes twice."""
        return self.filter(seats__user=user)

    def waiting_for(self, user: User | int | Expression) -> GameQuerySet:
        """Active games in which it is this user's turn, the nearest deadline first, no deadline last."""
        return self.active().filter(seats__user=user, seats__side=F("side_to_move")).order_by(*BY_DEADLINE)

    def in_queue(self, user_id: int, *, now: Any, latest: Any) -> GameQuerySet:
        """Games that wait for a player and are not snoozed, in the order of the queue: pinned ones first, skipped ones
        last, the longest skipped first among them. `latest` is `now` and `queue.MARGIN`."""
        found = self.waiting_for(user_id).annotate(place=find_place("seats", now=now, latest=latest))
        found = found.exclude(place=Place.SNOOZED)
        skipped = Case(When(place=Place.SKIPPED, then=F("seats__put_off_at")))
        return found.order_by("place", skipped, *BY_DEADLINE)

    def waiting_for_others(self, user: User) -> GameQuerySet:
        """Active games of this user in which it is the opponent's turn, in the same order."""
        return self.active().filter(seats__user=user, seats__side=1 - F("side_to_move")).order_by(*BY_DEADLINE)

    def visible_to(self, user: User | AnonymousUser | None) -> GameQuerySet:
        """Public games, and private ones of the user."""
        return self.public() if user is None or not user.is_authenticated else self.public_or_of(user.pk)

    def public(self) -> GameQuerySet:
        return self.filter(private=False)

    def public_or_of(self, user_id: int | Expression) -> GameQuerySet:
        own = Exists(Seat.objects.filter(game=OuterRef("pk"), user=user_id))  # asked of private games alone
        return self.filter(Q(private=False) | own)


class Arranged(models.TextChoices):
    """What a game comes from that its players did not agree on for itself."""

    STANDING = "standing", "standing challenges"
    LADDER = "ladder", "the ladder"


class Game(models.Model):
    """One contest between two players. `options`, `opening` and the turns are the truth; all else is copied from
    them."""

    Arranged = Arranged

    ruleset_slug = models.SlugField("ruleset", max_length=LONGEST_NAME)
    ruleset_revision = models.PositiveSmallIntegerField(
        default=1, db_default=1, help_text="The number of the rules it is played by, which later ones do not change."
    )
    options = models.JSONField(default=dict)
    opening = models.TextField(blank=True, help_text="What chance settled before the first turn.")
    control = models.JSONField(help_text="The time control, as games.clock stores it.")
    vacation_days = models.PositiveSmallIntegerField(
        "vacation", default=0, db_default=0, help_text="Days of vacation each player may use in the game; 0 for none."
    )
    private = models.BooleanField(default=False)
    rated = models.BooleanField(
        default=False, db_default=False, help_text="Whether it counts for ratings once it ends."
    )
    challenge: models.ForeignKey[Challenge | None, Challenge | None] = models.ForeignKey(
        "games.Challenge",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="games",
        db_index=False,
        help_text="The one that was accepted. A pair leads to two games, a standing challenge to any number.",
    )
    paired_with: models.ForeignKey[Game | None, Game | None] = models.ForeignKey(
        "self",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,
        help_text="The other game of a pair that started at once; each names the other.",
    )
    arranged = models.CharField(
        max_length=10,
        choices=Arranged.choices,
        blank=True,
        default="",
        db_default="",
        help_text="What it comes from, unless its players agreed on this one game.",
    )
    silence_days = models.PositiveSmallIntegerField(
        "silence",
        default=0,
        db_default=0,
        help_text="After so many days without a sign of whoever is to move the other may claim the win; 0 for never.",
    )

    ply = models.PositiveIntegerField(default=0)
    side_to_move = models.PositiveSmallIntegerField(choices=SIDES, default=Side.FIRST.value)
    position_text = models.TextField()
    position_key = models.CharField(
        max_length=LONGEST_KEY,
        blank=True,
        default="",
        db_default="",
        help_text="That of the last turn; empty before the first.",
    )
    canonical_key = models.CharField(
        max_length=LONGEST_CANONICAL_KEY,
        blank=True,
        default="",
        db_default="",
        help_text="That of the last turn; empty before the first.",
    )
    revision = models.PositiveIntegerField(default=0, help_text="Rises with every change and never falls.")
    quiet_turns = models.PositiveIntegerField(default=0)
    offers = models.JSONField(
        default=dict,
        db_default={},
        blank=True,
        help_text="What stands offered, by kind: who offers, and how much.",
    )

    before_turn = models.JSONField(
        null=True,
        blank=True,
        help_text="What the last turn changed, for its player to undo it: see play/undoing.py.",
    )
    seen_at = models.DateTimeField(null=True, blank=True, help_text="When the opponent saw a turn just played.")
    started_at = models.DateTimeField()
    turn_started_at = models.DateTimeField()
    deadline_at = models.DateTimeField(null=True, blank=True)
    paused_until = models.DateTimeField(
        null=True, blank=True, help_text="When the last pause ends or ended: a copy, so that a turn looks for none."
    )
    ended_at = models.DateTimeField(null=True, blank=True)
    left_at_end = models.DurationField(
        null=True, blank=True, help_text="What was left of the running turn when the game ended, if it had a deadline."
    )
    winner = models.PositiveSmallIntegerField(choices=SIDES, null=True, blank=True)
    hidden_at = models.DateTimeField(
        null=True, blank=True, help_text="When staff hid it, which made a public game private."
    )
    chat_closed_at = models.DateTimeField(null=True, blank=True, help_text="When staff closed its chat.")
    termination = models.CharField(max_length=LONGEST_NAME, blank=True)

    objects = GameQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(ended_at=None, termination="", winner=None)
                | (Q(ended_at__isnull=False) & ~Q(termination="")),
                name="game_ended_with_termination",
            )
        ]
        indexes = [
            models.Index(fields=["deadline_at"], condition=Q(ended_at=None), name="game_due"),
            models.Index(fields=["-ended_at"], condition=Q(ended_at__isnull=False), name="game_recently_ended"),
            models.Index(fields=["started_at"], name="game_started"),
            models.Index(fields=["canonical_key", "ply"], condition=Q(ended_at=None), name="game_standing_alike"),
            models.Index(fields=["challenge"], condition=Q(challenge__isnull=False), name="game_of_challenge"),
            models.Index(fields=["paired_with"], condition=Q(paired_with__isnull=False), name="game_of_pair"),
            models.Index(
                fields=["-turn_started_at"], condition=Q(ended_at=None, private=False), name="game_lately_played"
            ),
        ]

    def __str__(self) -> str:
        return f"Game {self.pk} ({self.ruleset_slug})"

    def get_absolute_url(self) -> str:
        return address_of("game", self.pk)

    @property
    def ruleset(self) -> Ruleset:
        return registry.get(self.ruleset_slug, revision=self.ruleset_revision)

    @property
    def position(self) -> Position:
        return self.ruleset.read(self.position_text)

    @property
    def clock_control(self) -> clock.Control:
        return clock.from_json(self.control)

    @property
    def is_over(self) -> bool:
        return self.ended_at is not None

    @property
    def is_agreed_private(self) -> bool:
        """Whether its players agreed that nobody else sees it, and not staff alone."""
        return self.private and self.hidden_at is None

    @property
    def is_void(self) -> bool:
        return self.termination == VOID

    @property
    def has_result(self) -> bool:
        """Whether it is over and counts in its players' records."""
        return self.is_over and self.termination not in WITHOUT_RESULT

    @property
    def is_decided_by_staff(self) -> bool:
        return self.is_over and self.termination in BY_STAFF

    @property
    def is_draw(self) -> bool:
        return self.has_result and self.winner is None


class Seat(models.Model):
    """A player at one side of a game."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    side = models.PositiveSmallIntegerField(choices=SIDES)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="seats")
    bank = models.DurationField(null=True, blank=True, help_text="Time left in the time bank when the turn started.")
    weekend = models.CharField(
        max_length=2,
        blank=True,
        default="",
        db_default="",
        help_text="Days on which this clock is stopped, as ISO weekdays.",
    )
    zone = models.CharField(
        max_length=64, default="UTC", db_default="UTC", help_text="Whose days they are: the player's at the start."
    )
    vacation_used = models.DurationField(
        default=timedelta, db_default=timedelta(), help_text="In this game, before the present turn."
    )
    read_up_to = models.PositiveBigIntegerField(
        default=0, db_default=0, help_text="The last message this player has seen."
    )
    pinned = models.BooleanField(default=False, db_default=False, help_text="Before all others in the player's queue.")
    put_off_at = models.DateTimeField(
        null=True, blank=True, help_text="When the player skipped or snoozed the game; counts in that turn alone."
    )
    snoozed_until = models.DateTimeField(null=True, blank=True, help_text="As it was asked for: see models/queue.py.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "side"], name="one_seat_a_side"),
            models.UniqueConstraint(fields=["game", "user"], name="one_seat_a_player"),
        ]
        indexes = [models.Index(fields=["user", "-id"], name="seat_lately_taken")]

    def __str__(self) -> str:
        return f"{self.user} at side {self.side} of game {self.game_id}"

    @property
    def side_name(self) -> str:
        return self.game.ruleset.sides[self.side]
