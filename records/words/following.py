"""Sentences about following games and players."""

from accounts.conduct.blocks import Together
from core.words import Sentence

FOLLOW = Together(
    Sentence("blocked", "You have blocked {name}. End that first to follow them."),
    Sentence("blocked", "You can’t follow this player."),
)
OWN_GAME = Sentence("own_game", "You play this game: you hear of it anyway.")
OVER = Sentence("over", "This game is over. To hear of the next ones, follow one of its players.")
ONESELF = Sentence("oneself", "You can’t follow yourself.")
NOBODY = Sentence("nobody", "Only people can be followed.")
TOO_MANY = Sentence("too_many", "You can follow up to {most} games and players. Stop following one first.")
FOLLOWS_GAME = Sentence("follows_game", "You follow this game now. Nobody else sees that.")
FOLLOWS_PERSON = Sentence("follows_person", "You follow {name} now. Nobody else sees that.")
ENDED = Sentence("ended", "You no longer follow it.")
ENDED_PERSON = Sentence("ended_person", "You no longer follow {name}.")
FOLLOWED = Sentence("followed", "Followed")
