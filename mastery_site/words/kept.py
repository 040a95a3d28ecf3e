"""How long the site keeps what it does not keep for good."""

from core.words import Sentence

YEARS = Sentence("kept_years", "{years} year", "{years} years", "years")
