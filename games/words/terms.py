"""What a game or a challenge was agreed on, in words."""

from core.words import Sentence

OPTION = Sentence("option", "{option}: {choice}")
"""An option and what was chosen of it; each is called as the rules of the game call it."""
PRIVATE = Sentence("private", "private")
RATED = Sentence("rated", "rated")
UNRATED = Sentence("unrated", "unrated")
PAIR = Sentence("pair", "two games at once, one with each side")
EITHER = Sentence("either", "{first}, or {more}")
"""Time controls of which one can be chosen."""

DAYS = Sentence("days", "{days} per turn")
BANK = Sentence("bank", "a time bank of {start}, plus {increment} per turn, up to {cap}")
BANK_ALONE = Sentence("bank_alone", "a time bank of {start}, plus nothing per turn, up to {cap}")
RESERVE = Sentence("reserve", "{days} per turn, plus a reserve of {bank}")
NO_LIMIT = Sentence("no_limit", "no time limit")
SILENCE = Sentence(
    "silence",
    "the win can be claimed from a player who isn’t seen for {silent}, and then has {left} to move",
)
WEEKENDS_OFF = Sentence("weekends_off", "weekends off: each player’s own")
WEEKENDS_ON = Sentence("weekends_on", "clock runs on weekends")
VACATION = Sentence("vacation", "vacation up to {days} each")
NO_VACATION = Sentence("no_vacation", "no vacation")
WEEKEND = Sentence("weekend", "{days} ({place})")
SEATED = Sentence("seated", "The site seated the players: no dice were thrown.")
DRAWN_SIDES = Sentence("drawn_sides", "Drawn at random ({opening}): {first} plays {one}, {second} plays {other}.")
