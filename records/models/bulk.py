"""The files of all games of a month, and since when the records of this site have their licence. Only `records/bulk.py`
writes these rows."""

from __future__ import annotations

from django.db import models

from games.models.game import LONGEST_NAME


class MonthOfGames(models.Model):
    """The finished public games between people of one ruleset that ended within a month, of UTC."""

    ruleset_slug = models.SlugField("ruleset", max_length=LONGEST_NAME)
    month = models.DateField(help_text="Its first day.")
    changes = models.PositiveIntegerField(default=1, help_text="Rises with each change to what its files are to hold.")
    written = models.PositiveIntegerField(default=0, help_text="The number of changes that its files know of.")
    leased_at = models.DateTimeField(null=True, blank=True, help_text="Since when a worker writes its files.")
    games = models.PositiveIntegerField(default=0)
    files = models.JSONField(default=dict, blank=True, help_text="Bytes and SHA-256 of each, by the ending.")

    class Meta:
        verbose_name_plural = "months of games"
        constraints = [models.UniqueConstraint(fields=["month", "ruleset_slug"], name="one_month_a_ruleset")]
        indexes = [
            models.Index(fields=["month"], condition=models.Q(written__lt=models.F("changes")), name="month_to_write")
        ]

    def __str__(self) -> str:
        return f"{self.ruleset_slug}, {self.month:%Y-%m}"

    @property
    def is_current(self) -> bool:
        """Whether its files hold all that was done."""
        return self.written == self.changes


class Licence(models.Model):
    """A licence that the owner has set for records, and since when it has counted: in the files of a month, the players
    of games that began before have no names."""

    text = models.CharField(max_length=100, unique=True)
    since = models.DateTimeField()

    def __str__(self) -> str:
        return self.text
