"""How long the site keeps data that it does not keep forever."""

from core.words import Sentence

YEARS = Sentence("kept_years", "{years} year", "{years} years", "years")
