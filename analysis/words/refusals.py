"""What players are told when their analyses or notes refuse what they asked for."""

from core.words import Sentence

# Turns and branches.

NO_TURN = Sentence("empty", "Choose a turn on the board, or type it, first.")
TOO_MANY_AT_ONCE = Sentence("too_many", "You can enter up to {most} turns at once.")
ILLEGAL = Sentence("illegal", "{why}")
ILLEGAL_AMONG_SEVERAL = Sentence("illegal", "Turn {number}: {why}")
GONE = Sentence("gone", "That turn is no longer in this analysis.")
FIRST = Sentence("first", "This line comes first already.")
OF_GAME = Sentence("of_game", "The turns of the game itself stay.")
UNDONE = Sentence("undone", "This has been undone already, or something else has changed since.")

# How much an analysis holds.

TOO_MANY_TURNS = Sentence("too_many", "An analysis can hold up to {most:,} turns.")
TOO_MANY_TURNS_OF_ALL = Sentence("too_many", "All your analyses can hold {most:,} turns together. Delete some first.")
TOO_MANY_TREES = Sentence("too_many", "You can keep up to {most} analyses. Delete one first.")
COMMENTS_TOO_LONG = Sentence("too_long", "The comments of this analysis are too long in all. Shorten some.")

# Marks, comments and drawings.

BAD_MARK = Sentence("mark", "Choose a turn and one of the marks.")
COMMENT_TOO_LONG = Sentence("too_long", "A comment can have up to {most:,} characters; yours has {length:,}.")
NO_ROOM_FOR_SHAPES = Sentence("shapes", "There is no room for more arrows and circles on this board.")
TOO_MANY_SHAPES = Sentence("shapes", "A board can have up to {most} arrows and circles.")
BAD_SHAPE = Sentence(
    "shapes", "“{word}” is no arrow or circle. Write d4 for a circle, d4-e6 for an arrow, d4/red in red."
)

# An analysis as a whole.

REMOVED = Sentence("removed", "Our staff stopped the sharing of this analysis.")
OF_RUNNING_GAME = Sentence("running", "You can share this analysis once the game is over.")
HOLDS_RUNNING = Sentence(
    "running",
    "One of the positions in this analysis stands on the board of a running game. You can share it once that game has "
    "moved on.",
)
NOT_SURE = Sentence("sure", "Tick the box to delete the whole analysis.")

# Private notes and sealed remarks.

ABOUT_YOURSELF = Sentence("yourself", "Notes about players are for other players.")
NOTE_TOO_LONG = Sentence("too_long", "A note can have up to {most:,} characters; yours has {length:,}.")
REMARK_TOO_LONG = Sentence("too_long", "A remark can have up to {most:,} characters; yours has {length:,}.")
OVER = Sentence("over", "The game is over, and its remarks are open: no more can be sealed.")
NOT_YOUR_TURN = Sentence("not_yours", "There is no such turn that you can write a remark about.")
