"""Why a rating was corrected, as its notice tells it."""

from core.words import Sentence

CORRECTED = {
    "void": Sentence("void", "Game {number} with {who} was declared void."),
    "reopened": Sentence("reopened", "Game {number} with {who} was reopened."),
    "decided": Sentence("decided", "Game {number} with {who} was decided anew."),
    "left_out": Sentence("left_out", "{who} left game {number} out of the ratings."),
    "taken_out": Sentence("taken_out", "Our staff took game {number} with {who} out of the ratings."),
    "put_back": Sentence("put_back", "Game {number} with {who} counts for ratings again."),
}
"""The sentences by the cause, with the number of the game and the opponent."""
SEVERAL = {
    "taken_out": Sentence("several_taken_out", "Our staff took games that you played out of the ratings."),
    "put_back": Sentence("several_put_back", "Games that you played count for ratings again."),
}
"""The same for several games."""
OTHERWISE = Sentence("otherwise", "Games that you played were looked at again.")
IS_INSTEAD = Sentence("is_instead", "Your {ruleset} rating is {after} instead of {before}.")
WAS_CORRECTED = Sentence("was_corrected", "Your rating was corrected.")
"""The sentence for a reader who has switched ratings off."""
