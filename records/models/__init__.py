"""What records store."""

from records.models.animation import Animation
from records.models.book import LONGEST_TEXT, BookChange, BookEntry, BookTurn
from records.models.bulk import Licence, MonthOfGames
from records.models.follow import Follow

__all__ = [
    "LONGEST_TEXT",
    "Animation",
    "BookChange",
    "BookEntry",
    "BookTurn",
    "Follow",
    "Licence",
    "MonthOfGames",
]
