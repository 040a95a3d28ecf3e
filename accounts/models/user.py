"""The user model: a name, an address, a time zone, a few words about oneself."""

from __future__ import annotations

from datetime import UTC, date, timedelta
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

from allauth.account.models import EmailAddress
from django.contrib.auth.models import AbstractUser, UserManager
from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.utils import timezone

from accounts import events
from accounts.models.chosen_looks import AfterTurn, BoardColours, BoardSize, PieceSize, Theme
from accounts.models.former_name import FormerName
from accounts.models.kept_name import KeptName
from accounts.models.people import PeopleQuerySet
from accounts.profile.balance import FIRST
from accounts.profile.computers import is_of_former_level, tell_name
from accounts.profile.faces import Face, find_face
from accounts.profile.names import look_of, validate_name
from accounts.profile.zones import validate_time_zone, zone_of
from accounts.words import refusals
from core.addresses import address_of
from core.form_errors import invalid
from core.indexed import Letters, UtcDay
from core.words import TIME, tell_moment


class PeopleManager(UserManager["User"].from_queryset(PeopleQuerySet)):  # type: ignore[misc]
    """Makes users whose addresses need no confirming, and refuses names that look like another's."""

    @transaction.atomic
    def create_verified(self, username: str, *, email: str, password: str | None = None, **fields: Any) -> User:
        """A player whose address counts as verified.

        Raises ValidationError for a name or address that is not allowed.
        """
        first = {"vacation_balance": FIRST, "vacation_counted_at": timezone.now()}
        user = self.model(username=username, email=email, **{**first, **fields})
        user.set_password(password)
        user.full_clean(exclude=["password"])
        user.save(using=self._db)
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
        return user

    def create_superuser(
        self, username: str, email: str | None = None, password: str | None = None, **fields: Any
    ) -> User:
        """An administrator, verified at once: a person who can run `createsuperuser` need not confirm an address."""
        fields = {"is_staff": True, "is_superuser": True, **fields}
        return self.create_verified(username, email=email or "", password=password, **fields)

    def refuse_taken(self, username: str, *, but_not: int | None = None) -> None:
        """Raises ValidationError with the sentence for somebody who wants a name that another has, or one like it."""
        if KeptName.has(username) or FormerName.has(username):
            raise invalid(refusals.NAME_TAKEN())
        holder = self.filter(look=look_of(username)).first()
        if holder and holder.pk != but_not:
            same = holder.username.lower() == username.lower()
            raise invalid(refusals.NAME_TAKEN() if same else refusals.NAME_LOOK())


SHOWN = ("username", "kind", "figure", "picture")
"""The columns that a name with its face is made from."""


class User(AbstractUser):
    """A player, moderator or administrator."""

    class Kind(models.TextChoices):
        PERSON = "person", "Person"
        GUEST = "guest", "Guest"
        """Plays computers without an account: not active, so nobody finds it, logs in as it or writes to it."""
        COMPUTER = "computer", "Computer"
        """Plays by itself: nobody logs in as it, and nothing is sent to it."""

    first_name = None  # type: ignore[assignment]  # as Django documents the taking away of a field
    last_name = None  # type: ignore[assignment]
    username = models.CharField(
        "name",
        max_length=20,
        unique=True,
        validators=[validate_name],
        error_messages={"unique": refusals.NAME_TAKEN.text},
    )
    look = models.CharField(
        max_length=20, unique=True, editable=False, help_text="What the name looks like at a glance."
    )
    email = models.EmailField(
        "email address", unique=True, error_messages={"unique": "This email address belongs to another account."}
    )
    about = models.TextField(max_length=2000, blank=True)
    figure = models.PositiveSmallIntegerField(
        default=0, db_default=0, editable=False, help_text="Which of the figures that the account may choose from."
    )
    picture = models.CharField(
        max_length=22,
        blank=True,
        default="",
        db_default="",
        editable=False,
        help_text="The mark of the picture that is shown in place of the figure, if any; no save writes it.",
    )
    time_zone = models.CharField(max_length=64, default="UTC", validators=[validate_time_zone])
    time_zone_chosen = models.BooleanField(default=False, help_text="Chosen by hand: the browser no longer changes it.")
    weekend = models.CharField(
        max_length=2,
        default="67",
        db_default="67",
        help_text="Days off in games that keep weekends, as ISO weekdays: 67, Sat and Sun.",
    )
    vacation_balance = models.DurationField(
        default=timedelta, db_default=timedelta(), help_text="As of the instant it was counted at."
    )
    vacation_counted_at = models.DateTimeField(null=True, blank=True, help_text="Empty until the first is granted.")
    vacation_automatic = models.BooleanField(
        default=True, db_default=True, help_text="A day is used automatically when time runs out."
    )
    vacation_explained_at = models.DateTimeField(
        null=True, blank=True, help_text="When the user was told what vacation is, or did not care to be."
    )
    board_size = models.CharField(
        max_length=6, choices=BoardSize.choices, default=BoardSize.LARGE, db_default=BoardSize.LARGE
    )
    theme = models.CharField(
        max_length=6, choices=Theme.choices, default=Theme.SYSTEM, db_default=Theme.SYSTEM, help_text="Of every page."
    )
    board_colours = models.CharField(
        max_length=5, choices=BoardColours.choices, default=BoardColours.GAME, db_default=BoardColours.GAME
    )
    piece_size = models.CharField(
        max_length=6, choices=PieceSize.choices, default=PieceSize.MEDIUM, db_default=PieceSize.MEDIUM
    )
    board_coordinates = models.BooleanField(default=True, db_default=True, help_text="Shown beside boards.")
    one_click = models.BooleanField(
        default=False, db_default=False, help_text="The last click of a turn plays it, without Confirm."
    )
    after_turn = models.CharField(
        max_length=4, choices=AfterTurn.choices, default=AfterTurn.STAY, db_default=AfterTurn.STAY
    )
    key_shortcuts = models.BooleanField(
        default=True, db_default=True, help_text="Single keys lead through lists and to the next game."
    )
    show_ratings = models.BooleanField(
        default=True, db_default=True, help_text="Whether pages show this reader ratings, of anybody."
    )
    sounds = models.BooleanField(
        default=False, db_default=False, help_text="A soft sound comes with a turn of the other side on an open page."
    )
    named_in_files = models.BooleanField(
        default=True, db_default=True, help_text="Whether files of games that anybody may download have the name."
    )
    last_visit_at = models.DateTimeField(null=True, blank=True, help_text="When the user last opened a page.")
    closing_at = models.DateTimeField(
        null=True, blank=True, help_text="When the account will be closed, unless its owner logs in before."
    )
    closed_at = models.DateTimeField(null=True, blank=True, help_text="When its owner closed it.")
    rescue_waits = models.BooleanField(
        default=False, db_default=False, help_text="Whether pages are to ask for help that waits, and show it."
    )

    restricted = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Whether anything that staff laid on the user stands; no save writes it.",
    )

    kind = models.CharField(
        max_length=8,
        choices=Kind.choices,
        default=Kind.PERSON,
        db_default=Kind.PERSON,
        editable=False,
        help_text="Who plays with the account; it never changes.",
    )

    # What older code reads and writes in place of `kind` while the site is upgraded; nothing here asks them. A trigger
    # of the squashed migration keeps them in step: a migration that has SQLite build this table anew makes it again.
    # The version after 1.1.0 drops all three.
    older_is_computer = models.BooleanField(default=False, db_default=False, db_column="is_computer", editable=False)
    older_is_guest = models.BooleanField(default=False, db_default=False, db_column="is_guest", editable=False)

    objects: ClassVar[PeopleManager] = PeopleManager()

    class Meta:
        permissions = [("help_user", "Can help people who are locked out")]
        indexes = [
            models.Index(Letters("username"), name="user_by_letters"),
            models.Index(UtcDay("last_visit_at").desc(), "id", name="user_lately_here"),
            models.Index(fields=["id"], condition=models.Q(kind="guest"), name="user_kind_guest"),
            models.Index(fields=["id"], condition=models.Q(kind="computer"), name="user_kind_computer"),
        ]

    def clean_fields(self, exclude: Any = None) -> None:
        """A name that somebody already has stays valid for them, whatever the rules for new ones have become."""
        if self.pk and type(self).objects.filter(pk=self.pk, username=self.username).exists():
            exclude = {*(exclude or ()), "username"}
        super().clean_fields(exclude=exclude)

    def clean(self) -> None:
        super().clean()
        self.email = self.email.lower()
        try:
            type(self).objects.refuse_taken(self.username, but_not=self.pk)
        except ValidationError as refusal:
            raise ValidationError({"username": refusal}) from None

    def save(self, *args: Any, update_fields: Any = None, **kwargs: Any) -> None:
        self.look = look_of(self.username)
        self.email = self.email.lower()  # one address is one account, however it is written
        if update_fields is not None and "username" in update_fields:
            update_fields = {*update_fields, "look"}
        if update_fields is None and not self._state.adding and not kwargs.get("force_insert"):
            # saving an older copy must not take away a restriction, nor that the account is to be closed, nor bring
            # back a picture
            held = {*self.get_deferred_fields(), "id", "restricted", "closing_at", "closed_at", "picture"}
            held |= {"older_is_computer", "older_is_guest"}  # the trigger has set them since
            update_fields = {field.name for field in self._meta.concrete_fields if field.attname not in held}
        super().save(*args, update_fields=update_fields, **kwargs)

    @property
    def is_person(self) -> bool:
        """Whether it is somebody's account: nobody logs in as a computer or a guest, or has rights as one."""
        return self.kind == self.Kind.PERSON

    @property
    def is_guest(self) -> bool:
        return self.kind == self.Kind.GUEST

    @property
    def is_computer(self) -> bool:
        return self.kind == self.Kind.COMPUTER

    @property
    def is_retired(self) -> bool:
        """Whether this is a computer whose level is offered no more: it finishes its games and starts no other."""
        return self.is_computer and is_of_former_level(self.username)

    @property
    def last_seen_on(self) -> date | None:
        """The day of their last visit, in UTC for every reader: in their own zones, two would find out the hour."""
        return self.last_visit_at and self.last_visit_at.astimezone(UTC).date()

    @property
    def shown_name(self) -> str:
        """As others read it: a guest has no name that means anything to anybody, and a computer is known by its
        level."""
        return tell_name(self.username, kind=self.kind)

    @property
    def face(self) -> Face:
        return find_face(self.pk, username=self.username, kind=self.kind, figure=self.figure, picture=self.picture)

    def get_absolute_url(self) -> str:
        return address_of("profile", self.username)

    @property
    def zone(self) -> ZoneInfo:
        return zone_of(self.time_zone)

    @property
    def local_clock(self) -> str:
        """The time of day where this person lives, such as `14:05`."""
        return tell_moment(timezone.now(), form=TIME, zone=self.zone)

    def learn_time_zone(self, name: str) -> None:
        """Takes the zone the browser tells, unless one was chosen by hand. Raises ValidationError for one unknown."""
        validate_time_zone(name)
        if name == self.time_zone or self.time_zone_chosen:
            return
        self.move_to(name)

    @transaction.atomic
    def move_to(self, zone: str) -> None:
        """Takes this zone, a known one, and announces it."""
        self.time_zone = zone
        self.save(update_fields=["time_zone"])
        events.time_zone_changed.send(sender=User, user_id=self.pk)
