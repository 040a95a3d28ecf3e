"""Connects what competition hears of games and accounts."""

from competition.standing import starting
from games import events

events.challenge_accepting.connect(starting.on_challenge_accepting)
events.challenge_accepted.connect(starting.on_challenge_accepted)
events.result_changed.connect(starting.on_result_changed)
