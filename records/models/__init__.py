"""What records store."""

from records.models.animation import Animation
from records.models.bulk import Licence, MonthOfGames

__all__ = ["Animation", "Licence", "MonthOfGames"]
