"""The computers: an account for each level of each game."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Case, Q, When

from engine import registry
from engine.contract import LONGEST_NAME
from engine.search.playing import find_offered, place_levels

LAST = 1_000
"""The place of a level that this version of the site does not have."""


def place_of_level() -> Case:
    """The place of a computer's level among those of its game, from 1, the quickest, for SQL."""
    found = [(ruleset.slug, *each) for ruleset in registry.all_rulesets() for each in place_levels(ruleset).items()]
    places = [When(ruleset_slug=slug, level_name=name, then=place) for slug, name, place in found]
    return Case(*places, default=LAST, output_field=models.IntegerField())


class Computer(models.Model):
    """The account of one level for one game. It is made when a worker begins."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="computer")
    ruleset_slug = models.SlugField("ruleset", max_length=LONGEST_NAME)
    level_name = models.SlugField("level", max_length=LONGEST_NAME, default="", db_default="", db_index=False)
    level = models.PositiveSmallIntegerField(
        null=True, help_text="Its number where an older version made the row, which looks for it by that; it goes."
    )
    on = models.BooleanField(default=True, help_text="Switched off, it starts no game and plays no turn.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["ruleset_slug", "level"], name="one_computer_a_level"),
            models.UniqueConstraint(
                fields=["ruleset_slug", "level_name"], condition=~Q(level_name=""), name="one_computer_a_level_name"
            ),
        ]
        permissions = [("run_computer", "Can switch computers on and off, and stop what they think")]

    def __str__(self) -> str:
        return f"{self.ruleset_slug}, {self.level_name}"

    @property
    def place(self) -> int:
        """That of its level among those of its game as they are now, from 1, the quickest."""
        return place_levels(registry.get(self.ruleset_slug)).get(self.level_name, LAST)

    @property
    def is_offered(self) -> bool:
        """Whether it starts new games: a computer of a retired level, or of one that is gone, finishes its own."""
        return find_offered(registry.get(self.ruleset_slug), self.level_name) is not None
