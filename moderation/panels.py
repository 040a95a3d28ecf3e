"""The ways to report, mute or block, on the pages of games, players, challenges and analyses."""

from games.panels import fill_with

fill_with("game_bottom", "moderation/_game_menu.html")
fill_with("profile", "moderation/_person_menu.html")
fill_with("challenge", "moderation/_challenge_menu.html")
fill_with("written", "moderation/_line_menu.html")
fill_with("puzzle", "moderation/_puzzle_menu.html")
fill_with("shared_analysis", "moderation/_analysis_menu.html")
