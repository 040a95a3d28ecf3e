"""What competition announces to higher apps, inside the transaction of the change. Signals carry only ids."""

from enum import StrEnum

from django.dispatch import Signal


class Leaving(StrEnum):
    """Why a player is off a ladder without having left it themselves."""

    LOST_ON_TIME = "lost_on_time"
    UNSEEN = "unseen"
    """They have neither played a ladder game nor visited for long."""
    SUSPENDED = "suspended"
    CLOSED = "closed"
    """Their account is closed."""


# game_id, user_ids: these players are told that the game has started, since they did not just start it themselves
game_found = Signal()
# user_id, standing_ids, why: a StandingChallenge.Paused, never `HAND`; now
standing_paused = Signal()
ladder_left = Signal()  # user_id, ruleset_slug, why: a Leaving; game_id: the game that was lost on time, or None; now
# ruleset_slug, user_id, before, place: staff have set the player’s place, where None means off the ladder; other_id,
# other_place: the player who had that place, and their place now, or None for both; now
place_set = Signal()
# ruleset_slug, game_id, winner_id, first, last: the winner moved from place `last` up to place `first`, and the players
# from `first` to just above `last` moved down one place; now
ladder_moved = Signal()
# ruleset_slug, game_id, first, last: a game's move was undone, and the players who are now at places `first` to `last`
# moved up one place; the game's two players get another notice; now
ladder_restored = Signal()
