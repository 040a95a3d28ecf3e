"""The analysis of a finished game in words: what positions are worth, what turns cost, how far it has come."""

from core.words import Sentence

# What a position is worth, and what a turn cost.

CHANCE = Sentence("review_chance", "{side} {percent}\N{NO-BREAK SPACE}%")
WINS_IN = Sentence("review_wins_in", "{side} wins in {turns} turn", "{side} wins in {turns} turns", "turns")
HAS_WON = Sentence("review_has_won", "{side} has won")
OF_100_GAMES = Sentence(
    "review_of_100_games",
    "Of 100 games from here {side} would win about {wins}, draw {draws} and lose {losses}.",
)
CHANCES_FELL = Sentence(
    "review_chances_fell",
    "{side}’s chances fell from {before}\N{NO-BREAK SPACE}% to {after}\N{NO-BREAK SPACE}%.",
)

# The graph, the table and the board.

START = Sentence("review_start", "Start")
TURN = Sentence("review_turn", "Turn {number}")
BOARD_AT_START = Sentence("review_board_at_start", "Board of {game}, at the start")
BOARD_AFTER_TURN = Sentence("review_board_after_turn", "Board of {game}, after turn {number}")
BOARD_AT_START_AHEAD = Sentence(
    "review_board_at_start_ahead",
    "Board of {game}, at the start, {turns} turn of the better line",
    "Board of {game}, at the start, {turns} turns of the better line",
    "turns",
)
BOARD_AFTER_TURN_AHEAD = Sentence(
    "review_board_after_turn_ahead",
    "Board of {game}, after turn {number}, {turns} turn of the better line",
    "Board of {game}, after turn {number}, {turns} turns of the better line",
    "turns",
)

# How far it has come.

POSITION = Sentence("review_position", "Position {done} of {positions}")
AGAIN = Sentence("review_again", "Looking again at turn {turn}")
WAITING = Sentence(
    "review_waiting",
    "Waiting for {games} other game to be analysed",
    "Waiting for {games} other games to be analysed",
    "games",
)
STARTS = Sentence("review_starts", "The analysis starts in a moment")
