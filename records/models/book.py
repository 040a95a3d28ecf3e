"""The book: which turns were played in which positions of finished public games. Only `records/book.py` writes it."""

from __future__ import annotations

from django.db import models

from games.models import Game

LONGEST_TEXT = 120
"""Characters of a turn; a longer one is in no book."""


class BookChange(models.Model):
    """A game whose place in the book is to be looked at again: it has ended, or what became of it has changed."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="+")
    marked_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"Game {self.game_id}"


class BookTurn(models.Model):
    """A turn of a game that is in the book, by the position before it; without a text, that the game ended in it."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    key = models.BigIntegerField(help_text="Of the position before it: see records/book.py.")
    text = models.CharField(max_length=LONGEST_TEXT)
    by_computer = models.BooleanField()
    first = models.PositiveBigIntegerField(help_text="The user who played the first side.")
    second = models.PositiveBigIntegerField()
    result = models.PositiveSmallIntegerField(help_text="The side that won; 2 for a draw.")
    ended_on = models.DateField()

    class Meta:
        indexes = [
            models.Index(fields=["key", "by_computer", "-game"], name="book_of_position"),
            models.Index(fields=["first", "key"], name="book_of_first"),
            models.Index(fields=["second", "key"], name="book_of_second"),
        ]

    def __str__(self) -> str:
        return f"{self.text} in game {self.game_id}"


class BookEntry(models.Model):
    """How often a turn was played in a position, or none, and how these games ended: the sum of its rows above."""

    key = models.BigIntegerField()
    by_computer = models.BooleanField()
    text = models.CharField(max_length=LONGEST_TEXT)
    games = models.PositiveIntegerField(default=0)
    first_won = models.PositiveIntegerField(default=0)
    second_won = models.PositiveIntegerField(default=0)
    drawn = models.PositiveIntegerField(default=0)
    last_on = models.DateField(null=True, blank=True, help_text="When the last of these games ended.")

    class Meta:
        verbose_name_plural = "book entries"
        constraints = [models.UniqueConstraint(fields=["key", "by_computer", "text"], name="one_entry_of_a_turn")]

    def __str__(self) -> str:
        return f"{self.text}: {self.games}"
