"""What people read who were invited to a game, and have no account yet."""

from core.words import Sentence

WAITS = Sentence("inviter_waits", "{name} is waiting to play {game} with you. Sign up, then accept the game.")
SECRET_SPENT = Sentence(
    "secret_spent",
    "This link can’t confirm your email address, or no longer can. You can sign up all the same: we’ll send you an "
    "email to confirm it.",
)
INVITES = Sentence("inviter_would_play", "{name} would like to play {game} with you")
