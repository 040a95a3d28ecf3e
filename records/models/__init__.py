"""What records store."""

from records.models.animation import Animation
from records.models.book import LONGEST_TEXT, BookChange, BookEntry, BookTurn
from records.models.bulk import Licence, MonthOfGames
from records.models.follow import Follow
from records.models.puzzle import Puzzle, PuzzleOfDay, PuzzleSolved, PuzzleSource

__all__ = [
    "LONGEST_TEXT",
    "Animation",
    "BookChange",
    "BookEntry",
    "BookTurn",
    "Follow",
    "Licence",
    "MonthOfGames",
    "Puzzle",
    "PuzzleOfDay",
    "PuzzleSolved",
    "PuzzleSource",
]
