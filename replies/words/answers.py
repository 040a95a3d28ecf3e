"""What an email answers to an answer."""

from core.words import Sentence

FAULT = Sentence("reply_fault", "Something went wrong on our side, and nothing was played. Please play on the site.")
