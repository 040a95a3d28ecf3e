"""An offer to play. `games/challenges/` alone writes it."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q

from accounts.conduct.blocks import is_severed_from
from accounts.models import Restriction, Safeguards
from accounts.safeguards import NEW
from core.addresses import address_of
from engine import registry
from engine.contract import LONGEST_NAME, Ruleset, Side, does_chance_seat
from games import clock

BARRING = (Restriction.Kind.BARRED, Restriction.Kind.BARRED_OPEN, Restriction.Kind.SUSPENDED)
"""The restrictions that keep a player from open challenges."""


class ChallengeQuerySet(models.QuerySet["Challenge"]):
    def pending(self, now: datetime) -> ChallengeQuerySet:
        """Neither answered nor withdrawn nor expired."""
        return self.filter(status=Challenge.Status.PENDING, expires_at__gt=now)

    def listed(self, now: Any, *, new_since: Any = None) -> ChallengeQuerySet:
        """Open offers that anyone may see, of players who are still here and not restricted; nor new, while challenges
        of new accounts are closed. Standing ones only while they have room. `new_since` is since when accounts are
        new, where `now` is a value that is given later."""
        new_since = now - NEW if new_since is None else new_since
        found = self.pending(now).filter(audience=Challenge.Audience.ANYONE, challenger__is_active=True)
        found = found.filter(withheld=False)
        barred = Restriction.objects.standing(now).filter(user=OuterRef("challenger"), kind__in=BARRING)
        closed = Exists(Safeguards.objects.filter(closed_until__gt=now))  # no query of its own, and asked once
        found = found.exclude(closed & Q(challenger__date_joined__gt=new_since))
        return found.exclude(Q(challenger__restricted=True) & Exists(barred))

    def welcome_to(self, user_id: int | None) -> ChallengeQuerySet:
        """Without those of players who have blocked this one or are blocked by them; all of them for a visitor."""
        return self if user_id is None else self.exclude(is_severed_from(user_id, "challenger"))

    def standing(self) -> ChallengeQuerySet:
        """Those that stay open when they are accepted, until their owner ends them."""
        return self.filter(stands=True, status=Challenge.Status.PENDING)

    def expiring(self, now: datetime, *, within: timedelta) -> ChallengeQuerySet:
        """Unanswered challenges to somebody that expire this soon, and whose expiry has not been announced."""
        sent_to = (Challenge.Audience.PLAYER, Challenge.Audience.ADDRESS)
        soon = self.pending(now).filter(audience__in=sent_to, expires_at__lte=now + within)
        return soon.filter(expiry_told_at=None, challenger__is_active=True)

    def due(self, now: datetime) -> ChallengeQuerySet:
        """Not answered in time, or whose challenger has left."""
        gone = Q(expires_at__lte=now) | Q(challenger__is_active=False)
        return self.filter(gone, status=Challenge.Status.PENDING)


class Challenge(models.Model):
    """An offer to play, before there is a game."""

    class Audience(models.TextChoices):
        ANYONE = "anyone", "anyone"
        PLAYER = "player", "one player"
        LINK = "link", "anyone with the link"
        ADDRESS = "address", "someone by email"

    class Status(models.TextChoices):
        PENDING = "pending", "waiting for an answer"
        ACCEPTED = "accepted", "accepted"
        DECLINED = "declined", "declined"
        WITHDRAWN = "withdrawn", "withdrawn"
        EXPIRED = "expired", "expired"

    class SideWanted(models.TextChoices):
        FIRST = "first", "first"
        SECOND = "second", "second"
        RANDOM = "random", "random"

    challenger = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="challenges_made")
    audience = models.CharField(max_length=10, choices=Audience.choices)
    opponent = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="challenges_received",
        help_text="The player it is for; for a mail, whose address it is, if anybody's; for the others, who answered.",
    )
    address = models.EmailField(blank=True, help_text="Where the invitation went.")
    token = models.CharField(max_length=43, unique=True, help_text="The secret part of an invitation's address.")
    ruleset_slug = models.SlugField("ruleset", max_length=LONGEST_NAME)
    options = models.JSONField(default=dict)
    side = models.CharField("my side", max_length=6, choices=SideWanted.choices, default=SideWanted.RANDOM)
    control = models.JSONField()
    other_controls = models.JSONField(
        default=list,
        db_default=[],
        blank=True,
        help_text="Further time controls, one of which the player who accepts may choose instead.",
    )
    weekends = models.BooleanField(
        default=False, db_default=False, help_text="Each player's own two days off stop their clock."
    )
    vacation_days = models.PositiveSmallIntegerField(
        "vacation", default=0, db_default=0, help_text="Days of vacation each player may use in the game; 0 for none."
    )
    private = models.BooleanField(default=False)
    rated = models.BooleanField(default=False, db_default=False, help_text="Whether the game counts for ratings.")
    pair = models.BooleanField(
        default=False, db_default=False, help_text="Whether it starts two games at once, one with each side."
    )
    rating_within = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="For players whose rating is no further from the challenger’s."
    )
    rating_from = models.PositiveSmallIntegerField(null=True, blank=True, help_text="For players rated no lower.")
    rating_to = models.PositiveSmallIntegerField(null=True, blank=True, help_text="For players rated no higher.")
    established_only = models.BooleanField(
        default=False, db_default=False, help_text="For players with an established rating."
    )
    on_time_least = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="For players who finish at least so many percent of their games on time."
    )
    stands = models.BooleanField(
        default=False, db_default=False, help_text="Stays open when it is accepted: a standing challenge."
    )
    withheld = models.BooleanField(
        default=False,
        db_default=False,
        help_text="A standing challenge that is paused or has no room: not listed meanwhile.",
    )
    note = models.CharField(max_length=300, blank=True)
    note_removed_at = models.DateTimeField(
        null=True, blank=True, help_text="When staff took the note from the eyes of others."
    )
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.PENDING)
    reason = models.CharField(max_length=300, blank=True, help_text="Why it was declined.")
    reason_removed_at = models.DateTimeField(
        null=True, blank=True, help_text="When staff took the reason from the eyes of others."
    )
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    expiry_told_at = models.DateTimeField(null=True, blank=True, help_text="When it was told that it soon expires.")
    closed_at = models.DateTimeField(null=True, blank=True)
    mailbox_proven_at = models.DateTimeField(
        null=True, blank=True, help_text="When somebody signed up by the secret that stands in the invitation's email."
    )

    objects = ChallengeQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(fields=["status", "audience", "-created_at"], name="challenge_listed"),
            models.Index(fields=["status", "expires_at"], name="challenge_expiring"),
        ]

    def __str__(self) -> str:
        return f"Challenge {self.pk} by {self.challenger}"

    def get_absolute_url(self) -> str:
        return address_of("challenge", self.pk)

    @property
    def ruleset(self) -> Ruleset:
        return registry.get(self.ruleset_slug)

    @property
    def is_seated_by_chance(self) -> bool:
        """Whether the game itself decides who plays which side; then `side` means nothing. In a pair of games the site
        seats the players, each once at each side."""
        return not self.pair and does_chance_seat(self.ruleset)

    @property
    def side_offered(self) -> Side | None:
        """The side that the challenger would play; None where this is decided when the game starts."""
        if self.side == self.SideWanted.RANDOM or self.pair or self.is_seated_by_chance:
            return None
        return Side.FIRST if self.side == self.SideWanted.FIRST else Side.SECOND

    @property
    def clock_control(self) -> clock.Control:
        return clock.from_json(self.control)

    @property
    def controls(self) -> list[clock.Control]:
        """The time controls of which whoever accepts may choose one, the challenger’s favourite first."""
        return [self.clock_control, *map(clock.from_json, self.other_controls)]

    @property
    def game_count(self) -> int:
        """How many games start when it is accepted."""
        return 2 if self.pair else 1

    @property
    def has_limits(self) -> bool:
        """Whether it is for some players only."""
        limits = (self.rating_within, self.rating_from, self.rating_to, self.on_time_least)
        return self.established_only or any(limit is not None for limit in limits)

    @property
    def is_pending(self) -> bool:
        return self.status == self.Status.PENDING

    @property
    def shown_note(self) -> str:
        """The note as others read it: empty where staff have removed it."""
        return "" if self.note_removed_at else self.note

    @property
    def shown_reason(self) -> str:
        """The reason as others read it: empty where staff have removed it."""
        return "" if self.reason_removed_at else self.reason

    @property
    def addressee(self) -> str:
        """Whom it is for, as its challenger may read it: an email address never tells whether it has an account
        here."""
        answered = self.status in (self.Status.ACCEPTED, self.Status.DECLINED)
        if self.audience == self.Audience.ADDRESS and not answered:
            return self.address
        return self.opponent.shown_name if self.opponent else self.get_audience_display()
