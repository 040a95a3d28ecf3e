"""What the site tells a user who creates addresses for their feeds."""

from core.words import Sentence

CREATED = Sentence("feeds_created", "Your feeds have addresses now: copy them from this page.")
RENEWED = Sentence("feeds_renewed", "Your feeds have new addresses; the old ones no longer work.")
