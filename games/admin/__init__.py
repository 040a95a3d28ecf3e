"""Games and challenges in the administration: to be read. Whatever changes one has its place elsewhere."""

from games.admin import game, rows

__all__ = ["game", "rows"]
