"""What people choose of how pages and boards look, and of where a turn leads."""

from django.db import models


class BoardSize(models.TextChoices):
    """How large a board may grow; where the window is smaller, it fits that."""

    LARGE = "large", "Large"
    MEDIUM = "medium", "Medium"
    SMALL = "small", "Small"


class Theme(models.TextChoices):
    """Whether pages are light or dark."""

    SYSTEM = "system", "Same as my device"
    LIGHT = "light", "Light"
    DARK = "dark", "Dark"


class BoardColours(models.TextChoices):
    """What the squares of boards look like."""

    GAME = "game", "Each game’s own"
    WOOD = "wood", "Wood"
    SLATE = "slate", "Slate"


class PieceSize(models.TextChoices):
    """How much of its square a piece fills."""

    SMALL = "small", "Small"
    MEDIUM = "medium", "Medium"
    LARGE = "large", "Large"


class AfterTurn(models.TextChoices):
    """The page to which a player comes after a turn."""

    NEXT = "next", "Next game"
    LIST = "list", "My games"
    STAY = "stay", "Stay here"
