"""The ladder of each game: who stands where, who may challenge whom, and what the end of a game moves. No other package
writes `competition.models.ladder`."""

from competition.ladder.challenging import challenge, find_refusal, read_for_one
from competition.ladder.figures import read_figures
from competition.ladder.joining import find_refusal_to_join, join, leave
from competition.ladder.order import Place, count_members, place_of, read_places
from competition.ladder.settling import on_result_changed, settle
from competition.ladder.stakes import tell_stake
from competition.ladder.suspended import Given, describe_standing, give_back_places
from competition.ladder.sweeping import on_account_closed, on_account_closing, on_restriction_imposed, sweep
from competition.ladder.undoing import give_back, on_state_described

__all__ = [
    "Given",
    "Place",
    "challenge",
    "count_members",
    "describe_standing",
    "find_refusal",
    "find_refusal_to_join",
    "give_back",
    "give_back_places",
    "join",
    "leave",
    "on_account_closed",
    "on_account_closing",
    "on_restriction_imposed",
    "on_result_changed",
    "on_state_described",
    "place_of",
    "read_figures",
    "read_for_one",
    "read_places",
    "settle",
    "sweep",
    "tell_stake",
]
