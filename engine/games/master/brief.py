"""MASTER in five lines."""

from engine.brief import Brief, PieceBrief
from engine.words import Sentence

BRIEF = Brief(
    goal=Sentence("master_goal", "You win by capturing both enemy Masters."),
    turn=Sentence("master_turn", "A turn is one move. After it you may turn one of your Pawns to any other face."),
    capture=Sentence(
        "master_capture",
        "A piece captures by ending its move on an enemy piece. Nothing jumps: every square on the way must be empty.",
    ),
    special=Sentence(
        "master_special",
        "Pawns are dice: a Pawn goes exactly as many squares as it shows, along a rank or file. Masters go exactly two "
        "squares diagonally.",
    ),
    end=Sentence(
        "master_end",
        "The game ends at once when a side’s second Master is captured. A player who has no legal move has lost, too.",
    ),
)

PIECES = (
    PieceBrief("M", Sentence("master_moves_m", "Exactly two squares diagonally.")),
    PieceBrief(
        "P", Sentence("master_moves_p", "Exactly as many squares as it shows, along a rank or file."), ("face-3",)
    ),
)
