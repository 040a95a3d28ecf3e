"""The turns and messages of a simulation, by what is asked of them."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime
from operator import attrgetter

from tests.simulation.watching import Arrival, StartedTurn
from tests.simulation.world import World


class Told:
    """Turns and messages of a world, in the order in which each question asks for them."""

    def __init__(self, world: World) -> None:
        self.world = world
        to_players = (arrival for arrival in world.watcher.arrivals if arrival.user in world.people)  # not to staff
        self.arrivals = sorted(to_players, key=attrgetter("at"))
        self.spans = list(list_turns(world))
        self.of_game: dict[tuple[int, int, str], list[Arrival]] = defaultdict(list)
        self.of_reader: dict[tuple[int, str, str], list[Arrival]] = defaultdict(list)
        for arrival in self.arrivals:
            self.of_reader[arrival.user, arrival.channel, arrival.kind].append(arrival)
            for game in arrival.games:
                self.of_game[arrival.user, game, arrival.channel].append(arrival)

    def find(self, turn: StartedTurn, channel: str, kinds: tuple[str, ...], *, since: datetime, until: datetime) -> int:
        """How many messages of these kinds reached the player to move by the channel and named the game.

        `until` is no part of it: people act first at an instant, so what is sent then is of the turn after.
        """
        found = self.of_game[turn.user, turn.game, channel]
        some = found[bisect_left(found, since, key=attrgetter("at")) : bisect_left(found, until, key=attrgetter("at"))]
        return sum(each.kind in kinds for each in some)


def list_turns(world: World) -> Iterator[tuple[StartedTurn, datetime]]:
    """Each turn of a player that began, and when it was over or the simulation was."""
    games = defaultdict(list)
    for turn in world.watcher.turns:
        games[turn.game].append(turn)
    for pk, turns in games.items():
        following = [*(turn.at for turn in turns[1:]), world.ends]
        for turn, end in zip(turns, following, strict=True):
            if turn.user in world.people:
                yield turn, min([end, *(at for at in world.watcher.ended[pk] if at >= turn.at)])
