"""Finds out what each set-up is like between equals: `python -m benches.setups`, or with the slugs of some games.

The computer plays itself from the first position on, by seeds from 1: how often each side wins, how many games are
drawn, how long they are. All set-ups get as many games as there is time for, which is counted by the processor. With
`--write` it goes into `engine/games/<game>/set_ups.json`, after each round anew.
"""

from __future__ import annotations

import argparse
import json
import time
from datetime import UTC, datetime
from pathlib import Path
from statistics import median, quantiles
from typing import NamedTuple

from rich.progress import Progress

from benches.ladder import find_commit, make_player
from benches.match import LONGEST, get, play
from engine import registry
from engine.contract import Ruleset, find_set_up
from engine.level import Level

FOLDER = Path(__file__).resolve().parent.parent / "engine/games"
NOISE = 15
"""How much each evaluation is falsified, in hundredths of the smallest piece, so that no two games are alike."""
GIVES_UP = 2_000
"""A player who is so far behind resigns, as computers and people do."""


class Played(NamedTuple):
    """One game: the points of the first side, in halves, and how many turns it had."""

    points: int
    plies: int


def list_set_ups(ruleset: Ruleset) -> list[dict[str, str]]:
    """The options of each set-up; without any where a game has one alone."""
    option = find_set_up(ruleset)
    return [{option.name: choice.value} for choice in option.choices] if option else [{}]


def play_game(ruleset: Ruleset, options: dict[str, str], *, nodes: int, seed: int) -> Played:
    """A game of the computer against itself; one that turns in circles, or is too long, is a draw."""
    player = make_player(ruleset, Level(nodes=nodes, noise=NOISE, resigns_at=GIVES_UP))
    return Played(*play([ruleset.start(**options)], player, player, side=0, seed=seed))


def describe(games: list[Played], options: dict[str, str]) -> dict:
    """What is written of one set-up."""
    plies = [game.plies for game in games]
    tenths = quantiles(plies, n=10, method="inclusive") if len(plies) > 1 else plies * 9
    return {
        "options": options,
        "games": len(games),
        "first": sum(game.points == 2 for game in games),
        "draws": sum(game.points == 1 for game in games),
        "second": sum(game.points == 0 for game in games),
        "too_long": sum(game == Played(1, LONGEST) for game in games),
        "plies": median(plies),
        "shortest_tenth": round(tenths[0]),
        "longest_tenth": round(tenths[-1]),
    }


def write(slug: str, rows: list[dict], *, nodes: int, commit: str) -> None:
    told = {"nodes": nodes, "commit": commit, "date": f"{datetime.now(UTC):%Y-%m-%d}", "set_ups": rows}
    (FOLDER / slug / "set_ups.json").write_text(json.dumps(told, indent=2) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ruleset", nargs="*", default=[one.slug for one in registry.all_rulesets()])
    parser.add_argument("--minutes", type=float, default=15, help="of the processor's time, in all")
    parser.add_argument("--nodes", type=int, default=300, help="looked at for each turn")
    parser.add_argument("--write", action="store_true", help="write what came out")
    given = parser.parse_args()
    commit = find_commit()  # the commit of the code that is loaded now
    played = [(get(slug), options, []) for slug in given.ruleset for options in list_set_ups(get(slug))]
    with Progress() as progress:
        bar, seed = progress.add_task("minutes", total=given.minutes), 0
        while (passed := time.process_time() / 60) < given.minutes:
            seed += 1
            for ruleset, options, games in played:
                games.append(play_game(ruleset, options, nodes=given.nodes, seed=seed))
            progress.update(bar, completed=passed, description=f"{seed} games of each set-up")
            for slug in given.ruleset if given.write else ():
                rows = [describe(games, options) for ruleset, options, games in played if ruleset.slug == slug]
                write(slug, rows, nodes=given.nodes, commit=commit)
    for ruleset, options, games in played:
        print(ruleset.name, describe(games, options), flush=True)


if __name__ == "__main__":
    main()
