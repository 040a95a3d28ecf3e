"""Sentences about pictures of positions and animations of games."""

from core.words import Sentence

BAD_SIZE = Sentence("bad_size", "A picture is {least} to {most} pixels wide.")
BAD_SIDE = Sentence("bad_side", "A board is seen from “first” or “second”.")
BAD_THEME = Sentence("bad_theme", "A picture is “light” or “dark”.")
BAD_FLAG = Sentence("bad_flag", "“{name}” is 0 or 1.")
BAD_PLIES = Sentence(
    "bad_plies", "An animation goes from one turn of the game to a later one, over {most} turns at most."
)
BUSY = Sentence("busy", "Many animations are being made. Please try again in a few minutes.")
FAILED = Sentence("failed", "This animation can’t be made at the moment.")
AFTER = Sentence("after", "{ruleset}, after turn {ply}")
AT_FIRST = Sentence("at_first", "{ruleset}, the first position")
BAD_START = Sentence("bad_start", "“from” is the number of a turn.")
