"""Masters in five lines."""

from engine.brief import Brief, PieceBrief
from engine.words import Sentence

BRIEF = Brief(
    goal=Sentence(
        "masters_goal",
        "You win when all three enemy leaders are captured or held: the general, the puppeteer and the witch.",
    ),
    turn=Sentence("masters_turn", "A turn is a move, a claim, or both."),
    capture=Sentence(
        "masters_capture",
        "A piece captures by ending its move on an enemy piece. A piece next to a cardinal, whichever side’s, is "
        "shielded and can’t be captured or claimed.",
    ),
    special=Sentence(
        "masters_special",
        "Your puppeteer can claim an enemy piece on its rank or file and hold it: you then move that piece as if it "
        "were yours. When you lose a piece, your witch may inherit its moves.",
    ),
    end=Sentence(
        "masters_end",
        "The game ends when a turn is over and the three leaders of one side are captured or held. Having no legal "
        "turn doesn’t end it.",
    ),
)

PIECES = (
    PieceBrief("G", Sentence("masters_moves_g", "One square in any direction. A leader.")),
    PieceBrief(
        "P", Sentence("masters_moves_p", "One square in any direction. A leader, who claims and holds enemy pieces.")
    ),
    PieceBrief(
        "W", Sentence("masters_moves_w", "Not at all until she inherits the moves of a piece that you lost. A leader.")
    ),
    PieceBrief(
        "C",
        Sentence(
            "masters_moves_c", "One or two squares in any direction. Shields every piece beside it, of both sides."
        ),
    ),
    PieceBrief("S", Sentence("masters_moves_s", "Any distance along a rank or file.")),
    PieceBrief("A", Sentence("masters_moves_a", "Any distance diagonally.")),
    PieceBrief("H", Sentence("masters_moves_h", "A knight’s leap, over anything.")),
    PieceBrief(
        "T",
        Sentence(
            "masters_moves_t",
            "One square straight ahead; captures one square diagonally ahead. Promoted on the last rank.",
        ),
    ),
    PieceBrief(
        "D",
        Sentence(
            "masters_moves_d", "Any distance in any direction, flying over its own side’s pieces. Enters by promotion."
        ),
    ),
)
