"""What the player of a game against a computer is told of it."""

from core.words import Sentence

THINKS = Sentence("computer_thinks", "The computer is thinking.")
LEFT = Sentence("computer_left", "You have left the game. Nobody wins.")

# Why the computer of a running game does not play.

OFF = Sentence(
    "computer_off",
    "This computer is switched off at the moment. Its turn waits, and no clock runs meanwhile.",
)
STOPPED = Sentence(
    "computer_stopped",
    "Our staff have stopped this computer here. Its turn waits, and no clock runs meanwhile.",
)
FAILED = Sentence(
    "computer_failed",
    "Something went wrong, and the computer stopped playing here. Its turn waits, and no clock runs meanwhile.",
)
LATE = Sentence(
    "computer_late",
    "The computer is slow to answer just now. Its turn waits, and no clock runs meanwhile.",
)
RELAYED = Sentence(
    "computer_relayed",
    "These positions stand in a game between two people. The computer goes on once that game has left them or is over. "
    "Its turn waits, and no clock runs meanwhile.",
)
ABOUT = Sentence("computer_about", "I’m a computer. I play {game} at the level “{level}”.")
