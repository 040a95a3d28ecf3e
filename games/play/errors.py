"""The refusals that a player may meet in a game, with their sentences."""

from datetime import datetime, timedelta

from django.conf import settings

from core.refusal import Refusal
from core.words import DAY_OF_YEAR, Said, Sentence, tell_day
from engine.contract import IllegalMove, RuleError
from games.words import refusals


def over() -> Refusal:
    return Refusal(refusals.OVER())


def not_your_turn() -> Refusal:
    return Refusal(refusals.NOT_YOUR_TURN())


def too_near_to_snooze() -> Refusal:
    return Refusal(refusals.TOO_NEAR())


def stale() -> Refusal:
    return Refusal(refusals.STALE())


def too_late() -> Refusal:
    return Refusal(refusals.TOO_LATE())


def illegal(error: IllegalMove) -> Refusal:
    """What the rules say of a turn that they do not allow."""
    return Refusal(say_error(error), status=422)


def say_error(error: RuleError) -> Said:
    """What the rules of a game refuse, as code and arguments."""
    return Said(Sentence("illegal", error.template), error.details)


def tell_error(error: RuleError) -> str:
    """The same in the language of who reads."""
    return str(say_error(error))


def bad_key() -> Refusal:
    return Refusal(refusals.BAD_KEY(), status=422)


def no_claim() -> Refusal:
    return Refusal(refusals.NO_CLAIM())


def own_turn() -> Refusal:
    return Refusal(refusals.OWN_TURN())


def never_silent() -> Refusal:
    return Refusal(refusals.NEVER_SILENT())


def claimed_already() -> Refusal:
    return Refusal(refusals.CLAIMED_ALREADY())


def not_silent(days: int) -> Refusal:
    return Refusal(refusals.NOT_SILENT(silence=timedelta(days=days)))


def rematch_started() -> Refusal:
    return Refusal(refusals.REMATCH_STARTED())


def opponent_gone() -> Refusal:
    return Refusal(refusals.OPPONENT_GONE())


def former_level() -> Refusal:
    return Refusal(refusals.FORMER_LEVEL())


def both_moved() -> Refusal:
    return Refusal(refusals.BOTH_MOVED())


def unknown_offer() -> Refusal:
    return Refusal(refusals.UNKNOWN_OFFER(), status=404)


def bad_days(most: int) -> Refusal:
    return Refusal(refusals.BAD_DAYS(most=most), status=422)


def bad_pause(most: int) -> Refusal:
    return Refusal(refusals.BAD_PAUSE(most=most), status=422)


def no_limit() -> Refusal:
    return Refusal(refusals.NO_LIMIT())


def paused_already() -> Refusal:
    return Refusal(refusals.PAUSED_ALREADY())


def time_is_up() -> Refusal:
    return Refusal(refusals.TIME_IS_UP())


def not_paused() -> Refusal:
    return Refusal(refusals.NOT_PAUSED())


def nothing_to_take_back() -> Refusal:
    return Refusal(refusals.NOTHING_TO_TAKE_BACK())


def too_few_turns(most: int) -> Refusal:
    return Refusal(refusals.TOO_FEW_TURNS(most=most) if most else refusals.NO_TURNS_YET(), status=422)


def answered() -> Refusal:
    return Refusal(refusals.ANSWERED())


def seen() -> Refusal:
    return Refusal(refusals.SEEN())


def too_late_to_undo() -> Refusal:
    return Refusal(refusals.TOO_LATE_TO_UNDO(within=settings.TURN_NOTICE_WAIT))


def undone_before() -> Refusal:
    return Refusal(refusals.UNDONE_BEFORE())


def out_of_time() -> Refusal:
    return Refusal(refusals.OUT_OF_TIME())


def not_over() -> Refusal:
    return Refusal(refusals.NOT_OVER())


def ended_on_board() -> Refusal:
    return Refusal(refusals.ENDED_ON_BOARD())


def changed_since() -> Refusal:
    return Refusal(refusals.CHANGED_SINCE())


def chat_closed_already() -> Refusal:
    return Refusal(refusals.CHAT_CLOSED_ALREADY())


def private_already() -> Refusal:
    return Refusal(refusals.PRIVATE_ALREADY())


def not_hidden() -> Refusal:
    return Refusal(refusals.NOT_HIDDEN())


def chat_open() -> Refusal:
    return Refusal(refusals.CHAT_OPEN())


def no_reason() -> Refusal:
    return Refusal(refusals.NO_REASON(), status=422)


def own_game() -> Refusal:
    return Refusal(refusals.OWN_GAME(), status=403)


def void_already() -> Refusal:
    return Refusal(refusals.VOID_ALREADY())


def same_result() -> Refusal:
    return Refusal(refusals.SAME_RESULT())


def out_already() -> Refusal:
    return Refusal(refusals.OUT_ALREADY())


def not_out() -> Refusal:
    return Refusal(refusals.NOT_OUT())


def no_deadline() -> Refusal:
    return Refusal(refusals.NO_DEADLINE())


def bad_deadline() -> Refusal:
    return Refusal(refusals.BAD_DEADLINE(), status=422)


def soon_deadline(least: timedelta) -> Refusal:
    hours = least // timedelta(hours=1)
    return Refusal(refusals.SOON_DEADLINE(hours=hours), status=422)


def empty_line() -> Refusal:
    return Refusal(refusals.EMPTY_LINE(), status=422)


def long_line(most: int) -> Refusal:
    return Refusal(refusals.LONG_LINE(most=most), status=422)


def no_answer() -> Refusal:
    return Refusal(refusals.NO_ANSWER(), status=422)


def after_end() -> Refusal:
    return Refusal(refusals.AFTER_END(), status=422)


def bad_ending() -> Refusal:
    return Refusal(refusals.BAD_ENDING(), status=422)


def answered_already(act: str) -> Refusal:
    return Refusal(refusals.ANSWERED_ALREADY(act=act))


def many_lines(most: int) -> Refusal:
    return Refusal(refusals.MANY_LINES(most=most))


def not_called_off() -> Refusal:
    return Refusal(refusals.NOT_CALLED_OFF(), status=403)


def no_rematch_for_guests() -> Refusal:
    return Refusal(refusals.GUEST(), status=403)


def no_lines() -> Refusal:
    return Refusal(refusals.NO_LINES(), status=403)


def not_rated() -> Refusal:
    return Refusal(refusals.NOT_RATED())


def not_won_on_time() -> Refusal:
    return Refusal(refusals.NOT_WON_ON_TIME())


def not_counting() -> Refusal:
    return Refusal(refusals.NOT_COUNTING())


def too_late_to_leave_out(within: timedelta) -> Refusal:
    return Refusal(refusals.TOO_LATE_TO_LEAVE_OUT(within=within))


def many_left_out(*, most: int, within: timedelta, until: datetime) -> Refusal:
    said = refusals.MANY_LEFT_OUT(most=most, within=within, until=tell_day(until, form=DAY_OF_YEAR))
    return Refusal(said, again_at=until)


def many_rated(ruleset: str, *, most: int, within: timedelta, until: datetime) -> Refusal:
    said = refusals.MANY_RATED(most=most, ruleset=ruleset, within=within, until=tell_day(until, form=DAY_OF_YEAR))
    return Refusal(said, again_at=until)
