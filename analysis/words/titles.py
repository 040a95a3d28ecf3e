"""What an analysis is called that has no title of its own, and whose it is."""

from core.words import Sentence

OF_PRACTICE = Sentence("analysis_of_practice", "{game}: practice board")
OF_GAME = Sentence("analysis_of_game", "{game}: {players}")
TURNS = Sentence("analysis_turns", "{turns} turn.", "{turns} turns.", "turns")
