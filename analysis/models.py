"""Trees of variations, their changes, and private notes. Each row belongs to one person alone."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from analysis.words.changes import UNDO_OLDER, UNDO_UNKNOWN
from core.addresses import address_of
from core.said import UnknownSentence, recall
from core.words import Said
from engine import registry
from engine.contract import LONGEST_NAME, Ruleset
from engine.symmetry import LONGEST_CANONICAL_KEY
from games.models import Game, Turn

LONGEST_TITLE = 80
LONGEST_COMMENT = 2000
LONGEST_NOTE = 5000
"""Characters of a note."""
LONGEST_SHAPES = 400
LONGEST_REMARK = 1000
ROOT = 0
"""The number of the node before the first turn."""


class Mark(models.TextChoices):
    """A player's opinion of a turn."""

    GOOD = "good", "Good"
    BAD = "bad", "Bad"
    INTERESTING = "interesting", "Interesting"
    UNCLEAR = "unclear", "Unclear"


SIGNS = {Mark.GOOD: "!", Mark.BAD: "?", Mark.INTERESTING: "!?", Mark.UNCLEAR: "∞"}


class Tree(models.Model):
    """The variations that a person has entered, for a game or from a position of the practice board."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    ruleset_slug = models.SlugField("ruleset", max_length=LONGEST_NAME, db_index=False)
    ruleset_revision = models.PositiveSmallIntegerField(default=1, db_default=1)
    title = models.CharField(max_length=LONGEST_TITLE, blank=True)
    size = models.PositiveIntegerField(default=1, help_text="Nodes: a copy, so that a person's can be counted.")
    next_number = models.PositiveIntegerField(default=1, help_text="Of the next node: none is given twice.")
    token = models.CharField(
        max_length=43, null=True, blank=True, unique=True, help_text="Of the address at which it is shared, if it is."
    )
    removed_at = models.DateTimeField(
        null=True, blank=True, help_text="When staff took it from the eyes of others: it is its owner's alone since."
    )
    created_at = models.DateTimeField()
    changed_at = models.DateTimeField()

    class Meta:
        verbose_name = "analysis"
        verbose_name_plural = "analyses"
        constraints = [models.UniqueConstraint(fields=["user", "game"], name="one_tree_a_game")]
        indexes = [models.Index(fields=["user", "-changed_at"], name="tree_lately_changed")]

    def __str__(self) -> str:
        return f"Analysis {self.pk}"

    def get_absolute_url(self) -> str:
        return address_of("analysis", self.pk)

    @property
    def ruleset(self) -> Ruleset:
        return registry.get(self.ruleset_slug, revision=self.ruleset_revision)


class Node(models.Model):
    """A position of a tree, and the turn that led to it. Positions are stored, so that no step replays a line."""

    tree = models.ForeignKey(Tree, on_delete=models.CASCADE, related_name="nodes", db_index=False)
    number = models.PositiveIntegerField(help_text="Within its tree.")
    parent = models.PositiveIntegerField(null=True, help_text="The number of the node before; none for the root.")
    ply = models.PositiveIntegerField(help_text="Turns from the root.")
    text = models.TextField(blank=True, help_text="The turn, as the ruleset writes it.")
    position_text = models.TextField(help_text="The position after it.")
    canonical_key = models.CharField(
        max_length=LONGEST_CANONICAL_KEY,
        blank=True,
        default="",
        db_default="",
        help_text="Equal where a position is the same but for a symmetry of the game: `canonical_key` makes it.",
    )
    rank = models.IntegerField(default=0, help_text="The lowest of those after one node is its main line.")
    comment = models.CharField(max_length=LONGEST_COMMENT, blank=True)
    mark = models.CharField(max_length=12, blank=True, choices=Mark.choices)
    shapes = models.CharField(max_length=LONGEST_SHAPES, blank=True, help_text="Arrows and circles: see shapes.py.")
    by_computer = models.BooleanField(default=False, help_text="Whether a computer came upon it, after the game.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tree", "number"], name="one_node_a_number")]

    def __str__(self) -> str:
        return f"{self.ply}. {self.text}"


class Edit(models.Model):
    """The rows before one change of a tree, and those it made, so that it can be undone. The oldest are deleted first:
    see editing.py."""

    tree = models.ForeignKey(Tree, on_delete=models.CASCADE, related_name="edits")
    what = models.CharField(
        max_length=80, default="", db_default="", help_text="Completes “Undo …” of a change that has no code yet."
    )
    told = models.JSONField(null=True, help_text="What the button says that undoes it: code and arguments.")
    at = models.PositiveIntegerField(help_text="The node that was shown.")
    added = models.JSONField(default=list, help_text="Numbers of the nodes it made.")
    rows = models.JSONField(default=list, help_text="The nodes that it changed or deleted, as they were.")
    size = models.PositiveIntegerField(help_text="Characters of those.")
    made_at = models.DateTimeField()

    class Meta:
        verbose_name = "change of an analysis"
        verbose_name_plural = "changes of analyses"
        indexes = [models.Index(fields=["made_at"], name="edit_made")]

    def __str__(self) -> str:
        return f"{self.undo} in tree {self.tree_id}"

    @property
    def undo(self) -> Said:
        """What the button says that undoes it; of an older change as it was written."""
        if self.told is None:
            return UNDO_OLDER(what=self.what)
        try:
            return recall(self.told)
        except UnknownSentence:
            return UNDO_UNKNOWN()


class SealedRemark(models.Model):
    """What a player wrote about a turn of theirs while the game was running, or a spectator about any turn of it. After
    its end, all who may see the game read it.

    Only `analysis/sealed.py` writes and reads it, besides the author's copy of their data.
    """

    turn = models.ForeignKey(Turn, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    text = models.CharField(max_length=LONGEST_REMARK)
    written_at = models.DateTimeField()
    removed_at = models.DateTimeField(null=True, blank=True, help_text="When staff took it from the eyes of others.")

    class Meta:
        verbose_name = "sealed remark"
        verbose_name_plural = "sealed remarks"
        constraints = [models.UniqueConstraint(fields=["turn", "user"], name="one_remark_on_a_turn")]

    def __str__(self) -> str:
        return f"Remark on turn {self.turn_id}"


class GameNote(models.Model):
    """What a person has noted for themselves about a game."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    text = models.TextField(max_length=LONGEST_NOTE)
    changed_at = models.DateTimeField()

    class Meta:
        verbose_name = "private note about a game"
        verbose_name_plural = "private notes about games"
        constraints = [models.UniqueConstraint(fields=["user", "game"], name="one_note_a_game")]

    def __str__(self) -> str:
        return f"Note about game {self.game_id}"


class PlayerNote(models.Model):
    """What a person has noted for themselves about another player."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False)
    about = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    text = models.TextField(max_length=LONGEST_NOTE)
    changed_at = models.DateTimeField()

    class Meta:
        verbose_name = "private note about a player"
        verbose_name_plural = "private notes about players"
        constraints = [models.UniqueConstraint(fields=["user", "about"], name="one_note_a_player")]

    def __str__(self) -> str:
        return f"Note about player {self.about_id}"
