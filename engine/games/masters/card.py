"""How Masters is introduced. Its lengths are those of the computer's games between neighbouring levels: `measured.json`."""

from engine.card import Card
from engine.words import Sentence

CARD = Card(
    place=3, least=50, most=100, difficulty=Sentence("masters_difficulty", "The most rules: easier if you know chess")
)
