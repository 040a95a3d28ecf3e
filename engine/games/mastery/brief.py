"""Mastery in five lines."""

from engine.brief import Brief, PieceBrief
from engine.words import Sentence

BRIEF = Brief(
    goal=Sentence("mastery_goal", "You win when your opponent has no Masters left, or nothing left but Masters."),
    turn=Sentence(
        "mastery_turn", "On your turn you do one thing: move a piece, capture with a piece, or control an enemy piece."
    ),
    capture=Sentence(
        "mastery_capture",
        "A piece captures by ending its move on an enemy piece. A Master may also devour an Officer or a Pawn of its "
        "own side.",
    ),
    special=Sentence(
        "mastery_special",
        "Masters and Officers control lower enemy pieces near them, and move them as if they were yours. Capturing a "
        "Master or an Officer lets you bring back a lower piece that you lost.",
    ),
    end=Sentence(
        "mastery_end",
        "The game ends at once when a side has lost. A player who has no legal turn has lost, too.",
    ),
)

PIECES = (
    PieceBrief(
        "M",
        Sentence(
            "mastery_moves_m",
            "One to three squares along a rank or file. Controls Officers and Pawns two squares straight away, or one "
            "diagonally.",
        ),
    ),
    PieceBrief(
        "O",
        Sentence(
            "mastery_moves_o", "One or two squares along a rank or file. Controls Pawns on the eight squares around it."
        ),
    ),
    PieceBrief("P", Sentence("mastery_moves_p", "One square in any direction.")),
)
