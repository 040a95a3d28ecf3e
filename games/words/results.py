"""How games end, in words: whole sentences, where the rules of the game do not have their own."""

from core.words import Sentence
from engine.words import Ending

ENDINGS = {
    "time": Ending(
        Sentence("time", "{loser} ran out of time."),
        mine=Sentence("time_mine", "You ({side}) ran out of time."),
        theirs=Sentence("time_theirs", "{name} ({side}) ran out of time."),
    ),
    "resignation": Ending(
        Sentence("resignation", "{loser} resigned."),
        mine=Sentence("resignation_mine", "You ({side}) resigned."),
        theirs=Sentence("resignation_theirs", "{name} ({side}) resigned."),
    ),
    "adjudication": Ending(
        Sentence("adjudication", "{loser} lost by decision of the site’s staff."),
        mine=Sentence("adjudication_mine", "You ({side}) lost by decision of the site’s staff."),
        theirs=Sentence("adjudication_theirs", "{name} ({side}) lost by decision of the site’s staff."),
    ),
    "suspension": Ending(
        Sentence("suspension", "{loser} was suspended by the site’s staff."),
        mine=Sentence("suspension_mine", "You ({side}) were suspended by the site’s staff."),
        theirs=Sentence("suspension_theirs", "{name} ({side}) was suspended by the site’s staff."),
    ),
}
"""How the losing side lost, or what happened to it, by the termination."""
OTHER = Ending(
    Sentence("other", "{loser} lost."),
    mine=Sentence("other_mine", "You ({side}) lost."),
    theirs=Sentence("other_theirs", "{name} ({side}) lost."),
)
"""The same for a termination that nobody has a sentence for."""

WON = Sentence("won", "{winner} won: {how}")
WITHOUT_WINNER = {
    "agreement": Sentence("agreement", "The game was drawn by agreement."),
    "repetition": Sentence("repetition", "The game was drawn by repetition."),
    "quiet-50": Sentence("quiet-50", "The game was drawn: fifty turns each without a capture."),
    "adjudication": Sentence("adjudication", "The game was drawn by decision of the site’s staff."),
    "void": Sentence("void", "The game was declared void by the site’s staff: it counts in nobody’s record."),
    "cancelled": Sentence("cancelled", "The game was cancelled: it counts in nobody’s record."),
    "called_off": Sentence("called_off", "The game was called off: the computer wasn’t playing."),
}
DRAWN = Sentence("drawn", "The game was drawn.")
DRAWN_ON_BOARD = Sentence("drawn_on_board", "The game is drawn.")

YOU_WON = Sentence("you_won", "You won.")
YOU_LOST = Sentence("you_lost", "You lost.")

HEADS = {
    "won": Sentence("head_won", "You won"),
    "lost": Sentence("head_lost", "You lost"),
    "drawn": Sentence("head_drawn", "A draw"),
    "void": Sentence("head_void", "No result"),
}
"""What stands above how a game ended, by its outcome for a player."""
HEAD_OF_WINNER = Sentence("head_of_winner", "{winner} won")

OUTCOME_WON = Sentence("outcome_won", "won")
OUTCOME_LOST = Sentence("outcome_lost", "lost")
OUTCOME_DRAWN = Sentence("outcome_drawn", "drawn")
OUTCOME_VOID = Sentence("outcome_void", "void")
