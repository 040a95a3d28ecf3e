"""What records store."""

from records.models.animation import Animation
from records.models.bulk import Licence, MonthOfGames
from records.models.follow import Follow

__all__ = ["Animation", "Follow", "Licence", "MonthOfGames"]
