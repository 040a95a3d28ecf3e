"""What MASTER tells besides turns: the throw before the game, and a side that has one Master left."""

from engine.words import Sentence

ONE_MASTER_LEFT = Sentence("one_master_left", "{side} has one Master left.")
THROWN = Sentence("thrown", "{first} threw {high}, {second} threw {low}: {first} plays {side} and moves first.")
TIED = Sentence("tied", "Both threw {number}. {then}")
