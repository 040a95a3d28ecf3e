"""What players read about ladders: why they can’t join one, or challenge a player there."""

from core.words import Sentence

NOT_ON = Sentence("not_on", "Join the ladder first.")
GONE = Sentence("gone", "{name} isn’t on this ladder any more.")
SELF = Sentence("self", "You can challenge only players above you.")
BELOW = Sentence("below", "You can challenge only players above you.")
TOO_HIGH = Sentence("too_high", "You can challenge up to {most} places above you: place {highest} and below.")
MOST_OUT = Sentence("most_out", "You already have three ladder games that you started.")
MOST_IN = Sentence("most_in", "{name} already has three ladder games that others started.")
PLAYING = Sentence("playing", "You and {name} already have a ladder game.")
TOO_SOON = Sentence(
    "too_soon", "Your last ladder game with {name} ended on {ended}. You can challenge again from {again}."
)
AWAY = Sentence("away", "{name} is on vacation until {until}.")
YOU_AWAY = Sentence("you_away", "You’re on vacation. End it first.")
REJOIN = Sentence("rejoin", "You lost a ladder game on time. You can join again from {again}.")
STILL_LEAVING = Sentence(
    "leaving", "You’ve left this ladder. You can join again once the games that others started with you are over."
)
MANY_RATED = Sentence(
    "many_rated",
    "You two have started {most} rated games of {ruleset} in the last {within}. You can challenge again from {until}.",
)
NOT_THERE = Sentence("not_there", "The person isn’t on that ladder any more.")
NO_PLACE = Sentence("no_place", "Choose a place between 1 and {last}.")

# --- To a player who has just done it -----------------------------------------------------------------------------
JOINED = Sentence("joined", "You’re on the ladder, at place {place}.")
LEFT = Sentence("left", "You’ve left the ladder.")
LEAVING = Sentence(
    "left_later", "You’ve left the ladder. Your row stays until the games that others started with you are over."
)
STARTED = Sentence("ladder_game_started", "Your ladder game with {name} has started.")

# --- On the pages of ladders -------------------------------------------------------------------------------------
OWN_PLACE = Sentence("own_place", "Your place: {place} of {size}.")
OWN_LEAVING = Sentence(
    "own_leaving",
    "You’ve left. Your place, {place} of {size}, stays until the games that others started with you are over. "
    "After that, you can join again.",
)
RATED = Sentence("rated", "rating {rating}")
ON_TIME = Sentence("on_time", "{percent} % on time")
ON_VACATION = Sentence("on_vacation", "on vacation until {until}")
PLACE = Sentence("place", "{place} of {size}")

# --- What a finished game did ------------------------------------------------------------------------------------
MOVED = Sentence("moved", "{winner} beat {loser} and moved from place {last} to place {first}.")
HELD_LEFT = Sentence("held_left", "{winner} beat {loser}. Nobody moved: {gone} had left the ladder.")
HELD_ABOVE = Sentence("held_above", "{winner} beat {loser}. Nobody moved: {winner} already stood above {loser}.")
HELD = Sentence("held", "{winner} beat {loser}. Nobody moved.")
DRAWN = Sentence("drawn", "{challenger} and {challenged} drew. Nobody moved.")
LOST_ON_TIME = Sentence("lost_on_time", "{winner} beat {loser} on time. {loser} left the ladder.")
MOVED_ON_TIME = Sentence(
    "moved_on_time",
    "{winner} beat {loser} on time and moved from place {last} to place {first}. {loser} left the ladder.",
)
NO_RESULT = Sentence("no_result", "The game of {challenger} and {challenged} ended without a result. Nobody moved.")

# --- On the page of a game and in its emails ---------------------------------------------------------------------
YOU_WOULD_MOVE = Sentence("you_would_move", "If you win, you move from place {last} to place {first}.")
WOULD_MOVE = Sentence("would_move", "If {name} wins, they move from place {last} to place {first}.")
WOULD_TAKE_YOURS = Sentence(
    "would_take_yours", "If {name} wins, they move from place {last} to place {first}, which is yours."
)
HAS_LEFT = Sentence("has_left", "Nobody moves, whoever wins: {name} has left the ladder.")
YOU_HAVE_LEFT = Sentence("you_have_left", "Nobody moves, whoever wins: you’ve left the ladder.")
IS_ABOVE = Sentence("is_above", "Nobody moves, whoever wins: {challenger} already stands above {challenged}.")
YOU_MOVED = Sentence("you_moved", "{ruleset} ladder: place {last} → {first}.")
THEY_MOVED = Sentence("they_moved", "{ruleset} ladder: {name} moved from place {last} to place {first}.")
NOBODY_MOVED = Sentence("nobody_moved", "Nobody moved on the ladder.")
HAD_LEFT = Sentence("had_left", "Nobody moved: {name} had left the ladder.")
YOU_HAD_LEFT = Sentence("you_had_left", "Nobody moved: you had left the ladder.")
ALREADY_ABOVE = Sentence("already_above", "Nobody moved: {challenger} already stood above {challenged}.")
THEY_LEFT = Sentence("they_left", "{name} lost on time and left the ladder.")
YOU_LEFT = Sentence("you_left", "You lost on time and left the ladder.")
