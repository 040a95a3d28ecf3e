"""What the card of a game says."""

from core.words import Sentence

USUAL_LENGTH = Sentence("usual_length", "Usually {least} to {most} turns each")
