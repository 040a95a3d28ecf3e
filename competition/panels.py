"""What pages of games and players show of standing challenges and ladders."""

from __future__ import annotations

from django.template.context import Context

from games.models import Game
from games.panels import fill_with, fills, include

# --- Standing challenges -----------------------------------------------------------------------------------------
fill_with("opponents", "competition/_standing_link.html")
fill_with("standing_challenge", "competition/_standing_of_challenge.html")


@fills("game_agreed")
def tell_standing_game(context: Context) -> str:
    """That a game comes from a standing challenge; of others nothing, and without a query."""
    game: Game = context["game"]
    return include("competition/_standing_game.html", context) if game.arranged == Game.Arranged.STANDING else ""
