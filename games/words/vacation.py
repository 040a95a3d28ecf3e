"""Vacation in words, on its page."""

from core.words import Sentence

LEFT = Sentence("left", "{left} left of {allowed}")
NOTHING_LEFT = Sentence("nothing_left", "nothing left of {allowed}")
WITHOUT = Sentence(
    "without",
    "In {n} game your clock keeps running: vacation isn’t allowed there.",
    "In {n} games your clock keeps running: vacation isn’t allowed there.",
    "n",
)
WITHOUT_IN_OTHERS = Sentence(
    "without_in_others",
    "In {n} other game your clock keeps running: vacation isn’t allowed there.",
    "In {n} other games your clock keeps running: vacation isn’t allowed there.",
    "n",
)
END_NOW = Sentence("end_now", "Your clocks are paused now. If you end it, you get {back} back.")
END_NOW_FULL = Sentence(
    "end_now_full", "Your clocks are paused now. If you end it, you get nothing back: {most} is the maximum."
)
CANCEL = Sentence("cancel", "If you cancel it, you get {back} back.")
CANCEL_FULL = Sentence("cancel_full", "If you cancel it, you get nothing back: {most} is the maximum.")
