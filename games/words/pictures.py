"""Sentences about pictures of boards."""

from core.words import Sentence

BUSY = Sentence("busy", "Many pictures are being drawn. Please try again in a moment.")
