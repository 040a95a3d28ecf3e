"""What players are told when a computer, or its analysis, refuses what they asked for."""

from core.words import Sentence

# Games against computers.

NO_LEVEL = Sentence("no_level", "Choose one of the levels offered.")
MEMBERS_ONLY = Sentence(
    "members_only", "The hardest level thinks for long, so it plays people with an account only. Sign up to play it."
)
OFF = Sentence("off", "The computers are switched off at the moment. Please try again later.")
TOO_MANY_GAMES = Sentence(
    "too_many",
    "You already have {games} game against computers going on. Finish or resign it first.",
    "You already have {games} games against computers going on. Finish or resign one of them first.",
    "games",
)
TOO_MANY_AS_GUEST = Sentence(
    "too_many",
    "You already have {games} game going on as a guest. Finish or resign it first, or sign up.",
    "You already have {games} games going on as a guest. Finish or resign one of them first, or sign up.",
    "games",
)
OTHER_GAME = Sentence("other_game", "This computer plays another game.")
NO_NAME = Sentence("no_name", "This computer can’t be set up.")
PLAYS = Sentence("plays", "The computer is playing, so the game goes on. You can resign it.")

# Analyses of finished games.

NOT_OVER = Sentence("not_over", "There’s no analysis while a game is going on.")
NO_RESULT = Sentence("no_result", "There’s no analysis of a game without a result.")
NO_TURNS = Sentence("no_turns", "There’s nothing to analyse: no turn was played.")
WITHHELD = Sentence(
    "withheld",
    "There’s no analysis of this game right now, because one of its positions stands on the board of a running game, "
    "or close to it. Come back once that game has moved on.",
)
NO_BETTER_LINE = Sentence("nothing", "The computer has found no better line in this game.")

# Comparisons of people with the computer, which staff ask for.

NO_PERSON = Sentence("no_person", "Only people are compared with the computer.")
NO_GAMES = Sentence("no_games", "{person} has finished no game against another person yet.")
TOO_MANY_COMPARISONS = Sentence("too_many", "Enough comparisons are waiting. Please try again later.")
