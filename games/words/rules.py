"""What stands beside the five lines on a game, on its rules page, and beside its statistics."""

from core.words import Sentence

GOAL = Sentence("brief_goal", "Goal")
TURN = Sentence("brief_turn", "Turn")
CAPTURE = Sentence("brief_capture", "Capture")
SPECIAL = Sentence("brief_special", "Special")
END = Sentence("brief_end", "End")

LEVEL = Sentence("level_with_word", "{number}\N{NO-BREAK SPACE}({level})")
NUMBERED_LEVEL = Sentence("level_number", "{number}")
AGAINST = Sentence("level_against", "against\N{NO-BREAK SPACE}{below}")
AGAINST_RANDOM = Sentence("level_against_random", "against random")
AGAINST_STAND_IN = Sentence("level_against_stand_in", "against a newcomer’s stand-in")
AGAINST_IN_PART_OF_ITS_TIME = Sentence(
    "level_against_in_part", "against\N{NO-BREAK SPACE}{below}, with {percent}\N{NO-BREAK SPACE}% of its time"
)
AGAINST_IN_ALL_ITS_TIME = Sentence("level_against_in_full", "against\N{NO-BREAK SPACE}{below}, with all of its time")
ELO_BETWEEN = Sentence("elo_between", "{elo} ({low}\N{NO-BREAK SPACE}to {high})")
ELO_OR_MORE = Sentence("elo_or_more", "{low}\N{NO-BREAK SPACE}or\N{NO-BREAK SPACE}more")
