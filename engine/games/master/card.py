"""How the game is introduced; lengths are those of the computer’s games between levels (`measured.json`)."""

from engine.card import Card
from engine.words import Sentence

CARD = Card(place=2, least=20, most=55, difficulty=Sentence("master_difficulty", "The fewest rules"))
