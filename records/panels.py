"""Records on the pages of games."""

from games.panels import fill_with

fill_with("game_turns", "records/_game_turns.html")
fill_with("practice_line", "records/_practice_link.html")
fill_with("profile_games", "records/_profile_games.html")
