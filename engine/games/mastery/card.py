"""How the game is introduced; lengths are those of the computer’s games between levels (`measured.json`)."""

from engine.card import Card
from engine.words import Sentence

CARD = Card(place=1, least=15, most=40, difficulty=Sentence("mastery_difficulty", "Easy to learn"))
