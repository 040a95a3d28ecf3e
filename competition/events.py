"""What competition announces to higher apps, inside the transaction that made it true. Signals carry ids."""

from enum import StrEnum

from django.dispatch import Signal


class Leaving(StrEnum):
    """Why somebody is off a ladder who did not leave by themselves."""

    LOST_ON_TIME = "lost_on_time"
    UNSEEN = "unseen"
    """No ladder game for long, and no visit."""
    SUSPENDED = "suspended"
    CLOSED = "closed"
    """Their account is closed."""


# game_id, user_ids: who is told that it has started, since they did not start it themselves just now
game_found = Signal()
# user_id, standing_ids, why: a StandingChallenge.Paused, never `HAND`; now
standing_paused = Signal()
ladder_left = Signal()  # user_id, ruleset_slug, why: a Leaving; game_id: the game that was lost on time, or None; now
# ruleset_slug, user_id, before, place: staff have set somebody’s place, either None for none; other_id,
# other_place: who stood there, and where they do now, or None for both; now
place_set = Signal()
# ruleset_slug, game_id, winner_id, first, last: the winner came from place `last` to place `first`, and whoever stood
# from there on, down to the place before `last`, is one place lower; now
ladder_moved = Signal()
# ruleset_slug, game_id, first, last: what a game had moved is undone, and whoever stands from there to there is one
# place higher again; its two players are told otherwise; now
ladder_restored = Signal()
