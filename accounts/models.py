"""The user model: a name, an address, a time zone, a few words about oneself."""

from zoneinfo import ZoneInfo, available_timezones

from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models
from django.urls import reverse

from accounts.names import look_of, validate_name


def validate_time_zone(name: str) -> None:
    if name not in available_timezones():
        raise ValidationError("“%(name)s” is no time zone we know.", code="time_zone", params={"name": name})


class User(AbstractUser):
    """A player, moderator or administrator."""

    first_name = None
    last_name = None
    username = models.CharField(
        "name", max_length=20, unique=True, validators=[validate_name], error_messages={"unique": "That name is taken."}
    )
    look = models.CharField(
        max_length=20, unique=True, editable=False, help_text="What the name looks like at a glance."
    )
    email = models.EmailField("mail address", unique=True)
    about = models.TextField(max_length=2000, blank=True)
    time_zone = models.CharField(max_length=64, default="UTC", validators=[validate_time_zone])
    time_zone_chosen = models.BooleanField(default=False, help_text="Chosen by hand: the browser no longer changes it.")

    def save(self, *args, **kwargs):
        self.look = look_of(self.username)
        super().save(*args, **kwargs)

    def get_absolute_url(self) -> str:
        return reverse("profile", args=[self.username])

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone)
