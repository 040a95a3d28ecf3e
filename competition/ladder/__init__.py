"""The ladder of each game: who stands where, who may challenge whom, and what the end of a game moves. Nothing else
writes `competition.models.ladder`."""

from competition.ladder.challenging import challenge, find_refusal, read_for_one
from competition.ladder.figures import Figures, find_reach, read_figures
from competition.ladder.joining import drop_everywhere, find_refusal_to_join, forget, join, leave
from competition.ladder.order import Place, count_members, find_member, find_places, place_of, read_places
from competition.ladder.settling import on_result_changed, settle
from competition.ladder.sweeping import on_account_closed, on_account_closing, on_restriction_imposed, sweep

__all__ = [
    "Figures",
    "Place",
    "challenge",
    "count_members",
    "drop_everywhere",
    "find_member",
    "find_places",
    "find_reach",
    "find_refusal",
    "find_refusal_to_join",
    "forget",
    "join",
    "leave",
    "on_account_closed",
    "on_account_closing",
    "on_restriction_imposed",
    "on_result_changed",
    "place_of",
    "read_figures",
    "read_for_one",
    "read_places",
    "settle",
    "sweep",
]
