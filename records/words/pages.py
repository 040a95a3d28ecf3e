"""Sentences on the pages of records."""

from core.words import Sentence

LAST_POSITION = Sentence("last_position", "The position after the last turn")
IN_SHORT = Sentence(
    "in_short",
    "{ruleset}: {first} against {second}, {count} turn, {result}",
    "{ruleset}: {first} against {second}, {count} turns, {result}",
    by="count",
)
NAMELESS = Sentence("nameless", "{ruleset}: {count} turn, {result}", "{ruleset}: {count} turns, {result}", by="count")
READ = Sentence("read", "{count} turn.", "{count} turns.", by="count")
READ_SO_FAR = Sentence("read_so_far", "{count} turn could be read.", "{count} turns could be read.", by="count")
BAD_YEAR = Sentence("bad_year", "A year is a number from {first} to {last}.")
COPY_ASKED = Sentence("copy_asked", "We’re making the file, and email you when it’s ready.")
TOO_MANY_GAMES = Sentence(
    "too_many_games", "These games are more than a megabyte. Narrow them, or have them made as a file at {page}"
)
ANONYMOUS = Sentence("anonymous", "Anonymous")
GAMES = Sentence("games", "{count} game", "{count} games", by="count")
