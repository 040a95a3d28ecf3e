"""The names of the kinds of notice that other code asks for: each is the name of its file in `kinds/`."""

TURN = "your_turn"
REMINDER = "deadline_near"
FOUND = "game_found"
CLAIM = "win_claimed"
DIGEST = "digest"
ANSWER = "reply_answered"
"""Answers what a player wrote by email."""

OF_TURNS = frozenset({TURN, REMINDER})
"""The kinds that tell a player of a turn. Their switches must be known together."""
