"""Conditional lines in words; `line` is what stands before."""

from core.words import Sentence

BEGINS_IF = Sentence("begins_if", "If {turn}")
BEGINS_AFTER = Sentence("begins_after", "After {turn}")
GOES_IF = Sentence("goes_if", "{line}, if {turn}")
OR_IF = Sentence("or_if", "{line}; if {turn}")
OR_AFTER = Sentence("or_after", "{line}; after {turn}")
THEN = Sentence("then", "{line}, then {turn}")
THEN_RESIGN = Sentence("then_resign", "{line}, then resign")
THEN_ACCEPT_DRAW = Sentence("then_accept_draw", "{line}, then accept a draw")

WROTE = Sentence("wrote", "Stopped: {other} wrote to you after you saved it.")
OFFERED = Sentence("offered", "Stopped: {other} offered you something after you saved it.")
NO_DRAW = Sentence("no_draw", "Stopped: {other} hadn’t offered a draw.")
SUSPENDED = Sentence("suspended", "Stopped: you couldn’t play then.")
ILLEGAL = Sentence("illegal", "Stopped: the rules no longer allow its next turn.")
TAKEN_BACK = Sentence("taken_back", "Ended: a turn of yours that it builds on was taken back.")
PLAYED_OUT = Sentence("played_out", "Played to the end.")
LEFT = Sentence("left", "Saved again if the game comes back to the position where it starts.")
YOU_LEFT = Sentence("you_left", "You played {played} instead of {turn}. Saved again if that turn is taken back.")
THEY_LEFT = Sentence("they_left", "{other} played {played} instead of {turn}. Saved again if that turn is taken back.")
