"""The forms of challenges: what a player may set, and why they may decline."""

from games.forms.challenge import ChallengeForm
from games.forms.decline import DeclineForm
from games.forms.first_values import offer_again, offer_like, offer_terms
from games.forms.time import USUAL_VACATION

__all__ = ["USUAL_VACATION", "ChallengeForm", "DeclineForm", "offer_again", "offer_like", "offer_terms"]
