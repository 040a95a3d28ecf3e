"""Settles ratings: the one place that writes them. The arithmetic is in `engine.glicko`.

A rated game that has ended has an entry for each player, with the opponent's rating as it was then. A player's rating
is the fold of their own entries that count, by the end, then game; so a correction changes the two who played and
nobody else, whatever happened since. All of it runs in the transaction of the change, whose games are locked, and locks
ratings after them, by user, then ruleset.
"""

from games.rating.deciding import LONG, MOST_EARLY, ON_TIME, find_why, is_declined, was_here
from games.rating.folding import Step, fold
from games.rating.locking import forget, lock_ratings, prepare
from games.rating.ranking import ENOUGH
from games.rating.settling import Correction, announce, on_result_changed, settle

__all__ = [
    "ENOUGH",
    "LONG",
    "MOST_EARLY",
    "ON_TIME",
    "Correction",
    "Step",
    "announce",
    "find_why",
    "fold",
    "forget",
    "is_declined",
    "lock_ratings",
    "on_result_changed",
    "prepare",
    "settle",
    "was_here",
]
