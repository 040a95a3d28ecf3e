"""The places and devices from which people log in, as keyed hashes: to see which accounts may belong to one person."""

from __future__ import annotations

from django.db import models

from accounts.models.user import User


class Sighting(models.Model):
    """That a person logged in from a place or with a device; `accounts/conduct/sightings.py` alone writes it.

    `key` is a keyed hash. It is shown to nobody, and says nothing without the key of the site.
    """

    class Kind(models.TextChoices):
        PLACE = "place", "address"
        DEVICE = "device", "device"

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="sightings")
    kind = models.CharField(max_length=10, choices=Kind)
    key = models.CharField(max_length=32)
    first_at = models.DateTimeField()
    last_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "kind", "key"], name="one_sighting_of_a_kind")]
        indexes = [
            models.Index(fields=["kind", "key"], name="sighting_shared"),
            models.Index(fields=["last_at"], name="sighting_to_prune"),
        ]

    def __str__(self) -> str:
        return f"{self.user} by {self.get_kind_display()}"
