"""Sentences for whoever watches or replays a game."""

from core.words import Sentence

AFTER_TURN = Sentence("after_turn", "After turn {turn} of {turns}. {told}")
AT_THE_START = Sentence("at_the_start", "At the start.")
ONLY_JSON = Sentence("only_json", "Only JSON is offered.")
BAD_WIDTH = Sentence("bad_width", "A width is a number of pixels.")
