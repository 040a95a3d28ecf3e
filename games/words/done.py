"""What players are told they have done in a game."""

from core.words import Sentence

LEFT_OUT = Sentence("left_out", "This game doesn’t count for ratings now, for either of you.")

PLAYED = Sentence("played", "You have played {turn}.")
PLAYED_IN_GAME = Sentence("played_in_game", "You have played {turn} in game {number}.")
ANSWERED = Sentence("answered", "The answer came right away: {turn}.")
ANSWERED_MORE = Sentence("answered_more", "{number} more turns, planned before, were played right away.")
UNDONE = Sentence("undone", "You have taken {turn} back, and your clock is as before it.")
RESIGNED = Sentence("resigned", "You have resigned.")
RESIGNED_ALREADY = Sentence("resigned_already", "You have already resigned this game.")
WIN_CLAIMED = Sentence("win_claimed", "You have claimed the win. Your opponent is told, and has {left} to move.")
REMATCHES = Sentence(
    "rematches", "You now offer your opponent a rematch after every game. If you both do, it starts at once."
)
NO_REMATCHES = Sentence("no_rematches", "You no longer offer your opponent a rematch after every game.")
NO_REMATCHES_WITH = Sentence("no_rematches_with", "You no longer offer {name} a rematch after every game.")
PINNED = Sentence("pinned", "Pinned: this game comes first.")
UNPINNED = Sentence("unpinned", "No longer pinned.")
BACK = Sentence("back", "Back in your queue.")
SKIPPED = Sentence("skipped", "Skipped: this game comes after the others.")
SNOOZED = Sentence("snoozed", "Snoozed until {until}.")
LINE_SAVED = Sentence("line_saved", "Saved: {line}.")
LINE_REMOVED = Sentence("line_removed", "Removed from your conditional turns.")
VACATION_SET = Sentence("vacation_set", "Your vacation is set: {length}, taken from your balance.")
VACATION_ENDED = Sentence(
    "vacation_ended", "Your vacation has ended, and the unused days are back: you have {balance}."
)
AUTOMATIC_ON = Sentence("automatic_on", "Automatic vacation is on.")
AUTOMATIC_OFF = Sentence("automatic_off", "Automatic vacation is off.")
GAMES_KEPT = Sentence(
    "games_kept",
    "Your game against the computer is now kept on your account.",
    "Your {n} games against the computer are now kept on your account.",
    "n",
)
