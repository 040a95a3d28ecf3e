"""What an action would change, and what those concerned read besides what staff write."""

from core.words import Sentence

BY_SOMEBODY_CONCERNED = Sentence(
    "by_somebody_concerned",
    "Decided by somebody concerned, since nobody else could; a colleague will be asked to confirm it.",
)
TAKEN_BACK = Sentence("taken_back", "We have looked again, and taken this back.")
MEASURE_OF = Sentence("measure_of", "{label} ({name})")
GAME = Sentence("game", "game {number}")
HOW_LONG = Sentence("how_long", "{label}: how long")
REPORT_ABOUT = Sentence("report_about", "Report {number} about {name}")
ALONG = Sentence("along", "{label}, {name}: {text}")
STANDS = Sentence("stands", "The decision stands as it is.")
UNDONE_ALREADY = Sentence("undone_already", "Nothing: what the appeal is against has been undone already.")
STAFF_ACTED = Sentence("staff_acted", "Staff have acted on this game")

# --- How a game changes ------------------------------------------------------------------------------------------
RESULT = Sentence("result", "Result: {before} → {after}")
GOES_ON = Sentence("goes_on", "it goes on")
TURNS = Sentence("turns", "Turns played: {before} → {after}")
DEADLINE = Sentence("deadline", "Deadline: {before} → {after}")
PAUSED = Sentence("paused", "Paused until: {before} → {after}")
CHAT_CLOSED = Sentence("chat_closed", "Chat closed: {before} → {after}")
HIDDEN = Sentence("hidden", "Nobody but its players and staff sees the game any more.")
SHOWN = Sentence("shown", "Everybody sees the game again.")
RATING = Sentence("rating", "{name}: {before} → {after}")
TAKEN_OUT = Sentence("taken_out", "The game no longer counts for ratings.")
PUT_BACK = Sentence("put_back", "The game counts for ratings again.")
NONE = Sentence("none", "none")
NOTHING = Sentence("nothing", "Neither the result nor the clocks change.")

# --- What an action on a person would do -------------------------------------------------------------------------
PERSON_READS = Sentence("person_reads", "The person reads: {text}")
RIGHTS = Sentence("rights", "Rights: {before} → {after}")
RUNNING = Sentence("running", "{n} running game: {fate}", "{n} running games: {fate}", "n")
GAME_OF_TWO = Sentence("game_of_two", "{game}, {one} against {other}")
WITHDRAWN = Sentence("withdrawn", "Withdrawn: challenge {number}, {ruleset}")
WITHDRAWN_WITH_NOTE = Sentence("withdrawn_with_note", "Withdrawn: challenge {number}, {ruleset}: {note}")
WITHDRAWN_CHALLENGE = Sentence("withdrawn_challenge", "Withdrawn: challenge {number}")
TEXT_REMOVED = Sentence("text_removed", "Removed: {text}")
MORE_REMOVED = Sentence("more_removed", "And {n} more.", "And {n} more.", "n")

GAMES_OUT = Sentence("games_out", "Taken out of the ratings: {n} game", "Taken out of the ratings: {n} games", "n")
GAMES_BACK = Sentence("games_back", "Back in the ratings: {n} game", "Back in the ratings: {n} games", "n")
RUNNING_OUT = Sentence("running_out", "{n} of these is still going on", "{n} of these are still going on", "n")
OUT_SINCE = Sentence(
    "out_since",
    "{n} rated game of yours since {day} doesn’t count for ratings any more.",
    "{n} rated games of yours since {day} don’t count for ratings any more.",
    "n",
)
REASON_FOR_OTHERS = Sentence("reason_for_others", "These games were not played as rated games have to be.")
RATING_OF = Sentence("rating_of", "{name}, {ruleset}: {before} → {after}")
MORE_RATINGS = Sentence("more_ratings", "And {n} more rating.", "And {n} more ratings.", "n")

# --- What was written --------------------------------------------------------------------------------------------
REMOVED = Sentence("removed", "Removed: {what}.")
REMOVED_SINCE = Sentence("removed_since", "Removed, since {day}: {things}.")
YOUR_PROFILE_TEXT = Sentence("your_profile_text", "your profile text")
PROFILE_TEXT = Sentence("profile_text", "profile text")
LINE = Sentence("line", "{what}: {text}")
