"""What was new to a player at the end of a game."""

from core.words import Sentence

WIN = Sentence("first_win", "Your first win at {ruleset}.")
WIN_AGAINST = Sentence("first_win_against", "Your first win against {name}.")
WIN_AGAINST_STRONGER = Sentence(
    "first_win_against_stronger", "Your first win against a player rated at least {points} points above you."
)
HIGHEST_RATING = Sentence("highest_rating", "Your highest {ruleset} rating so far: {rating}.")
LONGEST = Sentence(
    "longest_game", "Your longest game of {ruleset}: {n} turn.", "Your longest game of {ruleset}: {n} turns.", "n"
)
