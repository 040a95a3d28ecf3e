"""How Mastery is introduced. Its lengths are those of the computer's games between neighbouring levels: `measured.json`."""

from engine.card import Card
from engine.words import Sentence

CARD = Card(place=1, least=15, most=40, difficulty=Sentence("mastery_difficulty", "Easy to learn"))
