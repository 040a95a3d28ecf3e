"""What moved a deadline, in words; `name` is whose clock it was. What staff wrote is for staff, and is left out."""

from core.words import Sentence

MORE_TIME = Sentence("more_time", "Both agreed to add {days}")
MORE_TIME_UNTOLD = Sentence("more_time_untold", "Both agreed to add more time")
PAUSED = Sentence("paused", "Both agreed on a pause until {until}")
PAUSED_UNTOLD = Sentence("paused_untold", "Both agreed on a pause")
RESUMED = Sentence("resumed", "Both agreed to end the pause")
VACATION_SET = Sentence("vacation_set", "{name} set vacation")
VACATION_ENDED = Sentence("vacation_ended", "{name} ended vacation")
AUTOMATIC = Sentence("automatic", "A day of {name}’s vacation was used automatically")
OUTAGE = Sentence("outage", "The site or its email was down")
STAFF = Sentence("staff", "The site’s staff moved the deadline")
STAFF_PAUSED = Sentence("staff_paused", "The site’s staff paused the game until {until}")
STAFF_PAUSED_UNTOLD = Sentence("staff_paused_untold", "The site’s staff paused the game")
STAFF_RESUMED = Sentence("staff_resumed", "The site’s staff ended the pause")
REOPENED = Sentence("reopened", "The site’s staff reopened the game")
CLAIMED = Sentence("claimed", "The win was claimed, since {name} hadn’t been here for long")
TAKEN_BACK = Sentence("taken_back", "A turn was taken back: {turn}")
TAKEN_BACK_UNTOLD = Sentence("taken_back_untold", "A turn was taken back")
LEAVING = Sentence(
    "leaving",
    "{what}, leaving {name} at least {hours} hour",
    "{what}, leaving {name} at least {hours} hours",
    "hours",
)
"""The same where it left its player so many hours at least; `what` is one of the sentences above."""

CHANGED_AFTER = Sentence("changed_after", "({at}, after turn {ply})")
CHANGED_BEFORE_FIRST = Sentence("changed_before_first", "({at}, before the first turn)")
DEADLINES = {
    ("before", "after"): Sentence("moved", "{name}’s deadline was {before}, and is now {after}."),
    ("before",): Sentence("taken_away", "{name}’s deadline was {before}, and is now none."),
    ("after",): Sentence("given", "{name}’s deadline was none, and is now {after}."),
    (): Sentence("none", "{name}’s deadline was none, and is now none."),
}
"""What became of a deadline, by which of the two there was."""

NONE_USED = Sentence("none_used", "{vacation}, none used yet")
USED = Sentence("used", "{vacation}; used: {each}")
USED_BY = Sentence("used_by", "{name} {length}")
NOTHING_USED_BY = Sentence("nothing_used_by", "{name} nothing")
IN_RESERVE = Sentence("in_reserve", "{length} in reserve")
IN_BANK = Sentence("in_bank", "{length} in time bank")
ALL_IN_RESERVE = Sentence("all_in_reserve", "all of it")
PART_IN_RESERVE = Sentence("part_in_reserve", "of which {length}")
LEFT = Sentence("left", "{length} left")
TIME_IS_UP = Sentence("time_is_up", "time is up")

IF_OUT_DAY_USED = Sentence("if_out_day_used", "If your time ran out now, a day of it would be used automatically.")
IF_OUT_USED_UP = Sentence(
    "if_out_used_up", "If your time ran out now, you would lose, because you have used all that this game allows."
)
IF_OUT_OFF = Sentence("if_out_off", "If your time ran out now, you would lose, because automatic vacation is off.")
IF_OUT_TOO_LITTLE = Sentence(
    "if_out_too_little", "If your time ran out now, you would lose, because less than a day of it is left."
)
