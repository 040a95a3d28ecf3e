"""Measures what conditional turns cost, on PostgreSQL.

    python -m benches.conditional [--turns 300] [--chains 20]

A turn by hand with the look-up for armed lines left out, with it, and with a hundred lines armed that it does not
reach; then chains of 30 turns, for each of which two lines run into each other.
"""

from __future__ import annotations

import argparse
import time
from itertools import cycle, islice
from statistics import median
from typing import Any
from unittest.mock import patch

from benches import stage

GOAL_CHAIN = 0.150
"""Seconds."""
ROUND = ("Md1-c1", "Mc8-b8", "Mc1-d1", "Mb8-c8")
LENGTH = 30


def start_game() -> Any:
    from accounts.models import User
    from games import clock, play

    players = [
        User.objects.get_or_create(username=name, defaults={"email": f"{name}@example.org"})[0]
        for name in ("Alice", "Boris")
    ]
    return play.start_game(
        ruleset_slug="mastery",
        options={},
        control=clock.Bank(3, 1, 7),
        first=players[0],
        second=players[1],
        vacation_days=5,
    )


def play_turn(game: Any, text: str) -> float:
    """Seconds that a turn takes, and whatever it sets off."""
    from engine.contract import Side
    from games import play

    game.refresh_from_db()
    began = time.perf_counter()
    play.play_move(game.pk, side=Side(game.side_to_move), expected_revision=game.revision, text=text)
    return time.perf_counter() - began


def measure_turns(count: int, *, lines: int = 0) -> float:
    game = start_game()
    arm_elsewhere(game, lines=lines)
    return median(play_turn(game, text) for text in islice(cycle(ROUND), count))


def arm_elsewhere(game: Any, *, lines: int) -> None:
    """Lines that no turn of the round reaches, half of each side."""
    from django.utils import timezone

    from games.models import ConditionalLine

    rows = [
        ConditionalLine(
            game=game,
            side=number % 2,
            from_ply=0,
            root="",
            turns=["Pd4-d5"] * LENGTH,
            stops=True,
            armed_at=timezone.now(),
            answers=[[1, f"{number:064}"]],
            awaits=f"{number:064}",
        )
        for number in range(lines)
    ]
    ConditionalLine.objects.bulk_create(rows)


def measure_chain() -> tuple[float, float]:
    """Seconds by the clock on the wall, and those in which this process computed: the second tell of a busy machine."""
    from engine.contract import Side
    from games import play

    game = start_game()
    turns = list(islice(cycle(ROUND), LENGTH))
    for side, length in ((Side.SECOND, LENGTH), (Side.FIRST, LENGTH - 1)):
        play.arm(game.pk, side=side, turns=turns[:length], expected_position=game.position_text)
    computing = time.process_time()
    took = play_turn(game, turns[0])
    computed = time.process_time() - computing
    game.refresh_from_db()
    assert game.ply == LENGTH, game.ply
    return took, computed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=300)
    parser.add_argument("--chains", type=int, default=20)
    given = parser.parse_args()
    with stage.open_site():
        measure_turns(50)  # prepares what is prepared once in a process
        with patch("games.play.conditional.find_awaiting", lambda *_: []):
            stage.tell(f"a turn without the look-up       {measure_turns(given.turns) * 1000:6.2f} ms")
        stage.tell(f"a turn with it, no line armed    {measure_turns(given.turns) * 1000:6.2f} ms")
        stage.tell(f"a turn, 100 lines armed elsewhere {measure_turns(given.turns, lines=100) * 1000:5.2f} ms")
        chains, computed = zip(*(measure_chain() for _ in range(given.chains)), strict=True)
        told = "holds" if median(chains) < GOAL_CHAIN else "MISSED"
        stage.tell(
            f"a chain of {LENGTH} turns: median {median(chains) * 1000:.0f} ms, longest {max(chains) * 1000:.0f} ms; "
            f"computing {median(computed) * 1000:.0f} ms; goal {GOAL_CHAIN * 1000:.0f} ms {told}"
        )


if __name__ == "__main__":
    main()
