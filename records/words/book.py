"""Sentences about the book of finished games."""

from core.words import Sentence

NO_ACCOUNT = Sentence("no_account", "Turns of computers are shown to whoever has logged in.")
RUNNING = Sentence(
    "running",
    "A game is being played in which this position stands, or one near it. What computers played here is shown after "
    "it.",
)
NO_PLAYER = Sentence("no_player", "There is no player named {name}.")
LOG_IN = Sentence("log_in", "Log in to see your own games.")
GAMES = Sentence("games", "{n} game", "{n} games", "n")
ENDED = Sentence("ended", "One game ended here.", "{n} games ended here.", "n")
TITLE = Sentence("title", "{ruleset}: games from this position")
BOARD = Sentence("board", "Board of {ruleset}: a position in the book")
