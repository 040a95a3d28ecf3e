"""What players are told when a computer, or its analysis, refuses what they asked for."""

from core.words import Sentence

NO_PERSON = Sentence("no_person", "Only people are compared with the computer.")
NO_GAMES = Sentence("no_games", "{person_username} has finished no game against another person yet.")
TOO_MANY = Sentence("too_many", "Enough comparisons are waiting. Please try again later.")
PLAYS = Sentence("plays", "The computer is playing, so the game goes on. You can resign it.")
NOTHING = Sentence("nothing", "The computer has found no better line in this game.")
NOT_OVER = Sentence("not_over", "There’s no analysis while a game is going on.")
NO_RESULT = Sentence("no_result", "There’s no analysis of a game without a result.")
NO_TURNS = Sentence("no_turns", "There’s nothing to analyse: no turn was played.")
WITHHELD = Sentence(
    "withheld",
    "There’s no analysis of this game right now, because one of its positions stands on the board of a running "
    "game, or close to it. Come back once that game has moved on.",
)
NO_NAME = Sentence("no_name", "This computer can’t be set up.")
MEMBERS_ONLY = Sentence(
    "members_only", "The hardest level thinks for long, so it plays people with an account only. Sign up to play it."
)
NO_LEVEL = Sentence("no_level", "Choose one of the levels offered.")
