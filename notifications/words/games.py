"""What notices tell about games: results, changes, turns."""

from core.words import Sentence

# --- A result, told to `who`’s opponent --------------------------------------------------------------------------
WON = Sentence("won", "You won against {who}")
LOST = Sentence("lost", "You lost against {who}")
DRAWN = Sentence("drawn", "A draw with {who}")
VOID = Sentence("void", "No result against {who}")
WON_AS_PLANNED = Sentence("won_as_planned", "You won against {who}, as you had planned")
LOST_AS_PLANNED = Sentence("lost_as_planned", "You lost against {who}, as you had planned")
DRAWN_AS_PLANNED = Sentence("drawn_as_planned", "A draw with {who}, as you had planned")
VOID_AS_PLANNED = Sentence("void_as_planned", "No result against {who}, as you had planned")
WON_GOES_ON = Sentence("won_goes_on", "You won against {who}, but the game goes on since")
LOST_GOES_ON = Sentence("lost_goes_on", "You lost against {who}, but the game goes on since")
DRAWN_GOES_ON = Sentence("drawn_goes_on", "A draw with {who}, but the game goes on since")
VOID_GOES_ON = Sentence("void_goes_on", "No result against {who}, but the game goes on since")
WON_CHANGED = Sentence("won_changed", "You won against {who}, but it was decided otherwise since")
LOST_CHANGED = Sentence("lost_changed", "You lost against {who}, but it was decided otherwise since")
DRAWN_CHANGED = Sentence("drawn_changed", "A draw with {who}, but it was decided otherwise since")
VOID_CHANGED = Sentence("void_changed", "No result against {who}, but it was decided otherwise since")
RESULT_GOES_ON = Sentence("result_goes_on", "A result against {who}, but the game goes on since")
PLANNED = Sentence("planned", "Your conditional turns did this for you, as you had planned.")

# --- What staff changed ------------------------------------------------------------------------------------------
GOES_ON = Sentence("goes_on", "The game goes on.")
TURNS_PLAYED = Sentence("turns_played", "Turns played: {before} before, {after} now.")
CLOCKS_STAND = Sentence("clocks_stand", "Both clocks stand until {until}.")
CLOCKS_RUN = Sentence("clocks_run", "Both clocks run.")
YOUR_TURN = Sentence("your_turn", "It is your turn, until {until}.")
THEIR_TURN = Sentence("their_turn", "It is {who}’s turn, until {until}.")

# --- Why a clock was started again: told alone, and with whose turn it is ------------------------------------------
PAUSE_OVER = Sentence("pause_over", "The pause is over")
TAKEN_BACK = Sentence("taken_back", "A turn was taken back")
REOPENED = Sentence("reopened", "The game was reopened")
DEADLINE_MOVED = Sentence("deadline_moved", "The site’s staff moved the deadline")
PAUSE_OVER_THEIRS = Sentence("pause_over_theirs", "The pause is over: it’s {who}’s turn")
TAKEN_BACK_THEIRS = Sentence("taken_back_theirs", "A turn was taken back: it’s {who}’s turn")
REOPENED_THEIRS = Sentence("reopened_theirs", "The game was reopened: it’s {who}’s turn")
DEADLINE_MOVED_THEIRS = Sentence("deadline_moved_theirs", "The site’s staff moved the deadline: it’s {who}’s turn")
PAUSE_OVER_YOURS = Sentence("pause_over_yours", "The pause is over, and your clock runs again.")
TAKEN_BACK_YOURS = Sentence("taken_back_yours", "A turn was taken back, and your clock runs again.")
REOPENED_YOURS = Sentence("reopened_yours", "The game was reopened, and your clock runs again.")
DEADLINE_MOVED_YOURS = Sentence(
    "deadline_moved_yours", "The site’s staff moved the deadline, and your clock runs again."
)

# --- Games and turns by name -------------------------------------------------------------------------------------
GAME = Sentence("game", "{ruleset} #{number}")
GAME_AGAINST = Sentence("game_against", "{ruleset} #{number} against {who}")
GAME_IS_OVER = Sentence("game_is_over", "the game is over")
RATING = Sentence("rating", "rating {before} → {after} ({change})")
AND_FACT = Sentence("and_fact", "{first} · {then}")
IN_A_ROW = Sentence("in_a_row", "Played in a row: {turns}")
MANY_IN_A_ROW = Sentence("many_in_a_row", "{n} turns played in a row: {turns}")
FULL_STOP = Sentence("full_stop", "{sentence}.")
YOU = Sentence("you", "You")
RANDOM_SIDE = Sentence("random_side", "a random side")
SOMEBODY = Sentence("somebody", "somebody")
MOMENT_IN_ZONE = Sentence("moment_in_zone", "{moment} ({zone})")

# --- Feeds and calendars -----------------------------------------------------------------------------------------
FEED_TITLE = Sentence("feed_title", "{site}: {name}’s turns")
FEED_DESCRIPTION = Sentence("feed_description", "Games where it’s your turn.")
TURN_AGAINST = Sentence("turn_against", "Your turn against {who} ({ruleset} #{number})")
TURN_UNTIL = Sentence("turn_until", "Turn {n}, until {until}.")
TURN_WITHOUT_LIMIT = Sentence("turn_without_limit", "Turn {n}, without a time limit.")
PLAY_AGAINST = Sentence("play_against", "Play your turn against {who} ({ruleset} #{number})")
TIME_RUNS_OUT = Sentence("time_runs_out", "Your time runs out now.\n{link}")
ALARM = Sentence("alarm", "Your turn against {who}")
