"""What the page of a game tells beside the board."""

from core.words import Sentence

GAME_WITH = Sentence("game_with", "{ruleset} with {name}")
GAME_OF = Sentence("game_of", "{ruleset}: {names}")
YOUR_TURN = Sentence("your_turn", "Your turn")
TURN_OF = Sentence("turn_of", "{name}’s turn")
CLAIMED = Sentence("claimed", "Your opponent has claimed the win: play in time to go on.")
NEW_MESSAGES = Sentence("new_messages", "{n} new message.", "{n} new messages.", "n")
PREVIEW = Sentence("preview", "After {n} turn. {summary}", "After {n} turns. {summary}", "n")
PREVIEW_OVER = Sentence(
    "preview_over", "{result} After {n} turn. {summary}", "{result} After {n} turns. {summary}", "n"
)
PROFILE_PREVIEW = Sentence(
    "profile_preview", "Plays on {site}. {n} finished game.", "Plays on {site}. {n} finished games.", "n"
)
IN_TAB = Sentence("in_tab", "{ruleset}, {names}")
IN_TAB_AT = Sentence("in_tab_at", "{ruleset}, {names} (turn {turn})")
IN_TAB_MINE = Sentence("in_tab_mine", "● Your turn: {title}")
IN_TAB_WAITING = Sentence("in_tab_waiting", "({number}) {title}")
YOU = Sentence("you", "you")
BOARD_AT_START = Sentence("board_at_start", "Board of {ruleset}, at the start")
BOARD_AFTER = Sentence("board_after", "Board of {ruleset}, after turn {ply}")
SET_UP_OF = Sentence("set_up_of", "Set-up of {ruleset}")
BOARD_OF_GAME = Sentence("board_of_game", "Board of a game of {ruleset}")
BOARD_OF_LESSON = Sentence("board_of_lesson", "Lesson of {ruleset}: {title}")
PRACTICE_BOARD = Sentence("practice_board", "Practice board of {ruleset}, after turn {ply}")
NO_TURN_GOES_ON = Sentence("no_turn_goes_on", "No legal turn goes on like that.")
TURN_AT_FAULT = Sentence("turn_at_fault", "Turn {number}: {fault}")
CHOOSE_FIRST = Sentence("choose_first", "Choose a piece, and then where it goes.")
ANSWERED_WRONG = Sentence("answered_wrong", "{turn}: {why}")
LESS_THAN_AN_HOUR = Sentence("less_than_an_hour", "less than an hour")
TODAY = Sentence("today", "today")
YESTERDAY = Sentence("yesterday", "yesterday")
TO_BE_KEPT = Sentence(
    "to_be_kept",
    "Your game against the computer will be kept on your account once you’ve signed up and confirmed your email "
    "address in this browser.",
    "Your {n} games against the computer will be kept on your account once you’ve signed up and confirmed your email "
    "address in this browser.",
    "n",
)
BOARD_STAGED = Sentence("board_staged", "Board of {ruleset}, with the turn {turn} staged")
PRACTICE_STAGED = Sentence("practice_staged", "Practice board of {ruleset}, with the turn {turn} staged")
