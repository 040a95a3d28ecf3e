"""Who may accept a challenge, in words: what it asks for, and why it is not for somebody."""

from core.words import Said, Sentence

RATING_LIMIT = Sentence("rating_limit", "This challenge is for players rated {lowest} to {highest}; you’re at {mine}.")
RATING_LEAST = Sentence("rating_limit", "This challenge is for players rated {lowest} or higher; you’re at {mine}.")
RATING_MOST = Sentence("rating_limit", "This challenge is for players rated {highest} or lower; you’re at {mine}.")
RATING_UNSEEN = Sentence("rating_limit", "This challenge is for players with other ratings than yours.")
PROVISIONAL = Sentence(
    "provisional", "This challenge is for players with an established rating; yours is still provisional."
)
RELIABILITY = Sentence(
    "reliability",
    "This challenge is for players who finish at least {least} % of their games on time; you finish {percent} % "
    "({kept} of {games}).",
)
LIMITS_OPEN = Sentence("limits_open", "Only open challenges can set limits on who may accept.")
BAD_WITHIN = Sentence("bad_within", "Choose between {least} and {most} points.")
BAD_BOUND = Sentence("bad_bound", "Choose a rating between {least} and {most}.")
FROM_ABOVE_TO = Sentence("from_above_to", "The lowest rating can’t be above the highest.")
BAD_ON_TIME = Sentence("bad_on_time", "Choose 70, 80 or 90 %.")

# In lists and on the page of a challenge
ONLY_FOR = Sentence("only_for", "Only for: {limits}")
ASKS_BETWEEN = Sentence("asks_between", "ratings from {lowest} to {highest}")
ASKS_FROM = Sentence("asks_from", "ratings from {lowest}")
ASKS_TO = Sentence("asks_to", "ratings up to {highest}")
ASKS_WITHIN = Sentence("asks_within", "ratings within {within} points of {name}’s")
ASKS_ESTABLISHED = Sentence("asks_established", "established ratings")
ASKS_ON_TIME = Sentence("asks_on_time", "at least {least} % of games finished on time")
RATING = Sentence("rating", "rating {rating}")
ON_TIME = Sentence("on_time", "{percent} % of games on time")
FEW_ON_TIME = Sentence("few_on_time", "{kept} of {games} games on time")
FACTS = Sentence("facts", "{first} · {more}")


def tell_rating_limit(lowest: int | None, highest: int | None, *, mine: str) -> Said:
    """Who a challenge is for by rating, and where the reader is. One of the bounds is set."""
    if lowest is None:
        return RATING_MOST(highest=highest, mine=mine)
    if highest is None:
        return RATING_LEAST(lowest=lowest, mine=mine)
    return RATING_LIMIT(lowest=lowest, highest=highest, mine=mine)
