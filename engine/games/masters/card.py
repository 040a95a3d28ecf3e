"""How the game is introduced; lengths are those of the computer’s games between levels (`measured.json`)."""

from engine.card import Card
from engine.words import Sentence

CARD = Card(
    place=3, least=50, most=100, difficulty=Sentence("masters_difficulty", "The most rules: easier if you know chess")
)
