"""What players are told when their analyses or notes refuse what they asked for."""

from core.words import Sentence

EMPTY = Sentence("empty", "Choose a turn on the board, or type it, first.")
TOO_MANY = Sentence("too_many", "You can enter up to {most_pasted} turns at once.")
TOO_LONG = Sentence("too_long", "A comment can have up to {longest_comment:,} characters; yours has {len:,}.")
MARK = Sentence("mark", "Choose a turn and one of the marks.")
SHAPES = Sentence("shapes", "There is no room for more arrows and circles on this board.")
FIRST = Sentence("first", "This line comes first already.")
OF_GAME = Sentence("of_game", "The turns of the game itself stay.")
UNDONE = Sentence("undone", "This has been undone already, or something else has changed since.")
ILLEGAL = Sentence("illegal", "{place}{error}")
TOO_MANY_EDITING = Sentence(
    "too_many", "All your analyses can hold {most_nodes_of_person:,} turns together. Delete some first."
)
GONE = Sentence("gone", "That turn is no longer in this analysis.")
TOO_MANY_EDITING_2 = Sentence("too_many", "An analysis can hold up to {most_nodes:,} turns.")
TOO_LONG_EDITING = Sentence("too_long", "The comments of this analysis are too long in all. Shorten some.")
YOURSELF = Sentence("yourself", "Notes about players are for other players.")
TOO_LONG_NOTES = Sentence("too_long", "A note can have up to {longest_note:,} characters; yours has {len:,}.")
TOO_LONG_SEALED = Sentence("too_long", "A remark can have up to {longest_remark:,} characters; yours has {len:,}.")
OVER = Sentence("over", "The game is over, and its remarks are open: no more can be sealed.")
NOT_YOURS = Sentence("not_yours", "You can write remarks about your own turns only.")
SHAPES_SHAPES = Sentence("shapes", "A board can have up to {most} arrows and circles.")
SHAPES_SHAPES_2 = Sentence(
    "shapes", "“{word}” is no arrow or circle. Write d4 for a circle, d4-e6 for an arrow, d4/red in red."
)
TOO_MANY_TREES = Sentence("too_many", "You can keep up to {most_trees} analyses. Delete one first.")
REMOVED = Sentence("removed", "Our staff stopped the sharing of this analysis.")
RUNNING = Sentence("running", "You can share this analysis once the game is over.")
RUNNING_TREES = Sentence(
    "running",
    "One of the positions in this analysis stands on the board of a running game. You can share it once that "
    "game has moved on.",
)
SURE = Sentence("sure", "Tick the box to delete the whole analysis.")
