"""Ratings in words."""

from core.words import Sentence

NOT_RATED = {
    "short": Sentence("short", "Not rated: {name} hadn’t moved yet."),
    "serial": Sentence("serial", "Not rated: {name} had just lost another game on time."),
    "early": Sentence("early", "Not rated: too many games of the two were resigned as early."),
    "no_result": Sentence("no_result", "Not rated: the game has no result."),
    "suspension": Sentence("suspension", "Not rated: {name} was suspended."),
    "staff": Sentence("staff", "Not rated: our staff took this game out of the ratings."),
    "declined": Sentence("declined", "Not rated: {name} left this game out of the ratings."),
}
"""Why a rated game that has ended does not count; `name` is of whom the sentence is about."""
CHANGED = Sentence("changed", "{ruleset} {before} → {after} ({change})")
"""To the player themselves; `CHANGED_OF` to all."""
CHANGED_OF = Sentence("changed_of", "{name}: {ruleset} {before} → {after} ({change})")
MOVED = Sentence("rating_moved", "{ruleset} rating {before} → {after}")
"""To the player themselves, beside the change."""
LISTED = Sentence("listed", "rating {change}")
"""To the player themselves, in a list of their games."""
FORECAST = Sentence("forecast", "If it ended today: win {win}, draw {draw}, loss {loss}")
FORECAST_OF = Sentence("forecast_of", "If it ended today, for {name}: win {win}, draw {draw}, loss {loss}")
