"""Thin views: they get a game by games.access, call games.play or games.challenges, and draw a page."""
