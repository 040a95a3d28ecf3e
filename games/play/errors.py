"""The refusals that a player may meet in a game, with their sentences."""

from datetime import timedelta

from core.refusal import Refusal
from engine.contract import IllegalMove


def over() -> Refusal:
    return Refusal("This game is over.", code="over")


def not_your_turn() -> Refusal:
    return Refusal("It’s not your turn.", code="not_your_turn")


def too_near_to_snooze() -> Refusal:
    return Refusal("This game is due within 12 hours, too soon to snooze it.", code="too_near")


def stale() -> Refusal:
    sentence = "The game has changed since you opened this page. Here is the current position; please look again."
    return Refusal(sentence, code="stale")


def too_late() -> Refusal:
    return Refusal("Your time ran out before this reached us, so the game is lost on time.", code="too_late")


def illegal(error: IllegalMove) -> Refusal:
    return Refusal(str(error), code="illegal", status=422)


def bad_key() -> Refusal:
    return Refusal("This turn couldn’t be identified. Please reload the page.", code="bad_key", status=422)


def already_offered(asked_before: str) -> Refusal:
    return Refusal(f"Your opponent has already {asked_before}: please accept or decline.", code="already_offered")


def declined_before(sentence: str) -> Refusal:
    return Refusal(sentence, code="declined_before")


def no_claim() -> Refusal:
    return Refusal("A win can’t be claimed in this game: that wasn’t agreed on when it started.", code="no_claim")


def own_turn() -> Refusal:
    return Refusal("It’s your turn.", code="own_turn")


def never_silent() -> Refusal:
    return Refusal("Computers have no clock, so the win can’t be claimed from one.", code="never_silent")


def claimed_already() -> Refusal:
    return Refusal("The win is already claimed.", code="claimed_already")


def not_silent(days: int) -> Refusal:
    return Refusal(f"Your opponent was here, or on vacation, within the last {days} days.", code="not_silent")


def rematch_started() -> Refusal:
    return Refusal("The rematch has already started.", code="rematch_started")


def opponent_gone() -> Refusal:
    return Refusal("Your opponent is no longer here.", code="gone")


def asked_lately(asked_before: str, ply: int) -> Refusal:
    return Refusal(f"You {asked_before} a short while ago. You can do so again after turn {ply}.", code="asked_lately")


def another_stands(request: str) -> Refusal:
    return Refusal(f"The {request} has to be answered or withdrawn first.", code="another_stands")


def both_moved() -> Refusal:
    sentence = "Both of you have moved, so the game can’t be cancelled any more. You can still offer a draw."
    return Refusal(sentence, code="both_moved")


def no_offer(request: str) -> Refusal:
    return Refusal(f"There is no {request} to answer: it was withdrawn or has expired.", code="no_offer")


def unknown_offer() -> Refusal:
    return Refusal("You can’t offer that here.", code="unknown_offer", status=404)


def bad_days(most: int) -> Refusal:
    return Refusal(f"Choose between 1 and {most} days.", code="bad_days", status=422)


def bad_pause(most: int) -> Refusal:
    sentence = f"Choose a day in the future, no more than {most} days ahead."
    return Refusal(sentence, code="bad_pause", status=422)


def no_limit() -> Refusal:
    return Refusal("This game has no time limit, so there is no clock to change.", code="no_limit")


def paused_already() -> Refusal:
    return Refusal("The game is already paused. You can agree to end this pause first.", code="paused_already")


def time_is_up() -> Refusal:
    sentence = "The time for this turn is up, and a pause wouldn’t bring it back. You can still agree on more time."
    return Refusal(sentence, code="time_is_up")


def not_paused() -> Refusal:
    return Refusal("The game is not paused.", code="not_paused")


def nothing_to_take_back() -> Refusal:
    sentence = "There is no turn of yours to take back: it must be the last one, or the last but one."
    return Refusal(sentence, code="nothing_to_take_back")


def too_few_turns(most: int) -> Refusal:
    sentence = f"Choose between 1 and {most} turns." if most else "No turn has been played yet."
    return Refusal(sentence, code="nothing_to_take_back", status=422)


def not_over() -> Refusal:
    return Refusal("This game goes on.", code="not_over")


def ended_on_board() -> Refusal:
    sentence = "This game ended on the board. Take turns back instead: it then goes on from there."
    return Refusal(sentence, code="ended_on_board")


def changed_since() -> Refusal:
    return Refusal("The game has changed since, so this can’t be undone any more.", code="changed_since")


def chat_closed_already() -> Refusal:
    return Refusal("This chat is closed already.", code="chat_closed_already")


def chat_open() -> Refusal:
    return Refusal("This chat is open.", code="chat_open")


def no_reason() -> Refusal:
    return Refusal("Please give a reason: it is kept on record.", code="no_reason", status=422)


def own_game() -> Refusal:
    return Refusal(
        "You are playing in this game yourself, so somebody else has to decide.", code="own_game", status=403
    )


def void_already() -> Refusal:
    return Refusal("This game is already void.", code="void_already")


def same_result() -> Refusal:
    return Refusal("That is already the result of this game.", code="same_result")


def no_deadline() -> Refusal:
    return Refusal("This game has no deadline to move.", code="no_deadline")


def bad_deadline() -> Refusal:
    return Refusal("The new deadline must be in the future, within a year.", code="bad_deadline", status=422)


def soon_deadline(least: timedelta) -> Refusal:
    hours = least // timedelta(hours=1)
    sentence = f"That is too soon: a deadline moved forward has to leave the player at least {hours} hours."
    return Refusal(sentence, code="soon_deadline", status=422)


def empty_line() -> Refusal:
    return Refusal("Choose the first turn of the line first.", code="empty_line", status=422)


def long_line(most: int) -> Refusal:
    return Refusal(f"A line can have up to {most} turns.", code="long_line", status=422)


def no_answer() -> Refusal:
    sentence = "A line needs an answer of yours to a turn of your opponent: it ends with what you would do then."
    return Refusal(sentence, code="no_answer", status=422)


def after_end() -> Refusal:
    return Refusal("The game would be over before the last turn of this line.", code="after_end", status=422)


def bad_ending() -> Refusal:
    return Refusal("Choose how the line ends.", code="bad_ending", status=422)


def answered_already(act: str) -> Refusal:
    sentence = f"Another line of yours does something else at the same moment: {act}. Remove it first."
    return Refusal(sentence, code="answered_already")


def many_lines(most: int) -> Refusal:
    return Refusal(f"You have {most} lines in this game. Remove one first.", code="many_lines")


def not_called_off() -> Refusal:
    return Refusal("Only a game against a computer can be called off.", code="not_called_off", status=403)


def no_rematch_for_guests() -> Refusal:
    sentence = "A rematch is for people with an account. Start another game, or sign up to keep this one first."
    return Refusal(sentence, code="guest", status=403)


def no_lines() -> Refusal:
    return Refusal("A computer plays each of its turns when it comes.", code="no_lines", status=403)
