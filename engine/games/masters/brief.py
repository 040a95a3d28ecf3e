"""Masters in five lines."""

from engine.brief import Brief
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
