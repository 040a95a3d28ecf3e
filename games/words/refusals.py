"""What players are told when a game, a challenge or the chat refuses what they asked for."""

from core.words import Sentence

OWN = Sentence("own", "This is your own challenge; somebody else has to accept it.")
CHANGED = Sentence("changed", "{name} changed this challenge after you opened the page. Please look at it again.")
OWN_STANDING = Sentence("own", "This is your own standing challenge.")
NOT_YOURS = Sentence("not_yours", "This challenge is for another player.")
ACCOUNT_CLOSED = Sentence("not_yours", "Your account is closed.")
GONE = Sentence("gone", "The player who made this challenge is no longer here.")
NOT_YOURS_TO_DECLINE = Sentence("not_yours", "Only the player it was sent to can decline this challenge.")
NOT_YOURS_TO_WITHDRAW = Sentence("not_yours", "Only the player who made this challenge can withdraw it.")
NO_OPPONENT = Sentence("no_opponent", "We couldn’t find that player.")
SELF = Sentence("self", "You can’t challenge yourself.")
CLOSING = Sentence("closing", "This player can’t be challenged right now.")
OWN_ADDRESS = Sentence("self", "You can’t challenge yourself: that address is yours.")
CLOSED = Sentence("closed", "Your account is closed.")
TOO_MANY = Sentence("too_many", "You already have {most} challenges waiting for an answer. Withdraw one first.")
BAD_ADDRESS = Sentence("bad_address", "Enter a valid email address.")
EMPTY = Sentence("empty", "Write something first.")
LONG_MESSAGE = Sentence("too_long", "A message can have up to {most} characters; yours has {n}.")
CHAT_OF_TWO = Sentence("not_yours", "Only the two players can write here.")
RATED_PRIVATE = Sentence("rated_private", "Private games can’t be rated.")
RATED_WITHOUT_LIMIT = Sentence("rated_without_limit", "A rated game needs a time limit.")
NO_CONTROL = Sentence("no_control", "Choose at least one time limit.")
PAIR_COMPUTER = Sentence("pair_computer", "Two games at once are for two people, not for a computer.")
RATED_COMPUTER = Sentence("rated_computer", "Games against computers aren’t rated.")
MANY_RATED = Sentence(
    "many_rated",
    "You two have started {most} rated games of {ruleset} in the last {within}. Play unrated, or rated again from "
    "{until}.",
)
NOT_RATED = Sentence("not_rated", "This game isn’t rated.")
NOT_WON_ON_TIME = Sentence("not_won_on_time", "Only a game that you won on time can be left out of the ratings.")
NOT_COUNTING = Sentence("not_counting", "This game doesn’t count for ratings already.")
TOO_LATE_TO_LEAVE_OUT = Sentence(
    "too_late_to_leave_out", "This game ended more than {within} ago, too long to leave it out of the ratings."
)
MANY_LEFT_OUT = Sentence(
    "many_left_out",
    "You have left {most} games out of the ratings in the last {within}, which is as many as one may. You can again "
    "from {until}.",
)
FORMER_LEVEL = Sentence(
    "former_level", "This level of the computer is no longer offered. You can play the computer at another level."
)
COMPUTER = Sentence("computer", "Computers don’t read the chat.")
CLOSED_BY_STAFF = Sentence("closed_by_staff", "The site’s staff have closed this chat.")
CLOSED_CHAT = Sentence("closed", "This chat closed {open_for} after the game ended.")
REMOVED_ALREADY = Sentence("removed_already", "This line has been removed already.")
NOT_REMOVED = Sentence("not_removed", "This line hasn’t been removed.")
FULL = Sentence(
    "full", "So many guests are playing at the moment that there’s no room for another. Sign up to play right away."
)
NO_ACCOUNT = Sentence("no_account", "A hint on the practice board needs an account. Lessons give theirs without one.")
RUNNING = Sentence("running", "No hint here: this is too close to the position of a game that you’re playing.")
RUNNING_SOMEWHERE = Sentence(
    "running",
    "No hint here: this position, or one on the way from or to it, stands in a running game after {from_ply} "
    "turns or more.",
)
BUSY = Sentence("busy", "Many people are asking for hints at the moment. Please try again shortly.")
OVER = Sentence("over", "This game is over.")
NOT_YOUR_TURN = Sentence("not_your_turn", "It’s not your turn.")
TOO_NEAR = Sentence("too_near", "This game is due within 12 hours, too soon to snooze it.")
STALE = Sentence(
    "stale", "The game has changed since you opened this page. Here is the current position; please look again."
)
TOO_LATE = Sentence("too_late", "Your time ran out before this reached us, so the game is lost on time.")
BAD_KEY = Sentence("bad_key", "This turn couldn’t be identified. Please reload the page.")
NO_CLAIM = Sentence("no_claim", "A win can’t be claimed in this game: that wasn’t agreed on when it started.")
OWN_TURN = Sentence("own_turn", "It’s your turn.")
NEVER_SILENT = Sentence("never_silent", "Computers have no clock, so the win can’t be claimed from one.")
CLAIMED_ALREADY = Sentence("claimed_already", "The win is already claimed.")
NOT_SILENT = Sentence("not_silent", "Your opponent was here, or on vacation, within the last {silence}.")
REMATCH_STARTED = Sentence("rematch_started", "The rematch has already started.")
OPPONENT_GONE = Sentence("gone", "Your opponent is no longer here.")
BOTH_MOVED = Sentence(
    "both_moved", "Both of you have moved, so the game can’t be cancelled any more. You can still offer a draw."
)
UNKNOWN_OFFER = Sentence("unknown_offer", "You can’t offer that here.")
BAD_DAYS = Sentence("bad_days", "Choose between 1 and {most} days.")
BAD_PAUSE = Sentence("bad_pause", "Choose a day in the future, no more than {most} days ahead.")
NO_LIMIT = Sentence("no_limit", "This game has no time limit, so there is no clock to change.")
PAUSED_ALREADY = Sentence("paused_already", "The game is already paused. You can agree to end this pause first.")
TIME_IS_UP = Sentence(
    "time_is_up", "The time for this turn is up, and a pause wouldn’t bring it back. You can still agree on more time."
)
NOT_PAUSED = Sentence("not_paused", "The game is not paused.")
NOTHING_TO_TAKE_BACK = Sentence(
    "nothing_to_take_back", "There is no turn of yours to take back: it must be the last one, or the last but one."
)
ANSWERED = Sentence("answered", "Your turn has already been answered, so it stands.")
SEEN = Sentence("seen", "Your opponent has already seen your turn, so it stands.")
TOO_LATE_TO_UNDO = Sentence("too_late_to_undo", "You can take a turn back for {within} only. This one stands.")
UNDONE_BEFORE = Sentence("undone_before", "You have taken this turn back once already. This time it stands.")
OUT_OF_TIME = Sentence(
    "out_of_time", "Your time for this turn would have run out by now, so you can’t take it back: it stands."
)
NOT_OVER = Sentence("not_over", "This game goes on.")
ENDED_ON_BOARD = Sentence(
    "ended_on_board", "This game ended on the board. Take turns back instead: it then goes on from there."
)
CHANGED_SINCE = Sentence("changed_since", "The game has changed since, so this can’t be undone any more.")
CHAT_CLOSED_ALREADY = Sentence("chat_closed_already", "This chat is closed already.")
CHAT_OPEN = Sentence("chat_open", "This chat is open.")
PRIVATE_ALREADY = Sentence("private_already", "Nobody but its players sees this game already.")
NOT_HIDDEN = Sentence("not_hidden", "This game isn’t hidden.")
NO_REASON = Sentence("no_reason", "Please give a reason: it is kept on record.")
OWN_GAME = Sentence("own_game", "You are playing in this game yourself, so somebody else has to decide.")
VOID_ALREADY = Sentence("void_already", "This game is already void.")
SAME_RESULT = Sentence("same_result", "That is already the result of this game.")
OUT_ALREADY = Sentence("out_already", "This game is out of the ratings already.")
NOT_OUT = Sentence("not_out", "Our staff haven’t taken this game out of the ratings.")
NO_DEADLINE = Sentence("no_deadline", "This game has no deadline to move.")
BAD_DEADLINE = Sentence("bad_deadline", "The new deadline must be in the future, within a year.")
SOON_DEADLINE = Sentence(
    "soon_deadline", "That is too soon: a deadline moved forward has to leave the player at least {hours} hours."
)
EMPTY_LINE = Sentence("empty_line", "Choose the first turn of the line first.")
LONG_LINE = Sentence("long_line", "A line can have up to {most} turns.")
NO_ANSWER = Sentence(
    "no_answer", "A line needs an answer of yours to a turn of your opponent: it ends with what you would do then."
)
AFTER_END = Sentence("after_end", "The game would be over before the last turn of this line.")
BAD_ENDING = Sentence("bad_ending", "Choose how the line ends.")
ANSWERED_ALREADY = Sentence(
    "answered_already", "Another line of yours does something else at the same moment: {act}. Remove it first."
)
MANY_LINES = Sentence("many_lines", "You have {most} lines in this game. Remove one first.")
NOT_CALLED_OFF = Sentence("not_called_off", "Only a game against a computer can be called off.")
GUEST = Sentence(
    "guest", "A rematch is for people with an account. Start another game, or sign up to keep this one first."
)
NO_LINES = Sentence("no_lines", "A computer plays each of its turns when it comes.")
NO_SIDE = Sentence("no_side", "In {ruleset} sides are random, so you can’t choose one.")
BAD_VACATION = Sentence("bad_vacation", "Choose between 0 and {most} days of vacation.")
UNKNOWN_VALUE = Sentence("unknown_value", "Please choose one of the options.")
LONG_WORD = Sentence("too_long", "That is {n} characters long; the maximum is {most}.")
UNKNOWN_RULESET = Sentence("unknown_ruleset", "We do not have that game.")
NO_TURN_CHOSEN = Sentence("empty", "Choose your turn on the board, or type it, first.")
OVER_ALREADY = Sentence("over", "This game is already over: {result}")
BAD_PLACE = Sentence("bad_place", "Choose what to do with this game.")
TOO_FEW_TURNS = Sentence("nothing_to_take_back", "Choose 1 turn.", "Choose between 1 and {most} turns.", "most")
NO_TURNS_YET = Sentence("nothing_to_take_back", "No turn has been played yet.")
BAD_CONTROL = Sentence("bad_control", "That time control is unknown.")
