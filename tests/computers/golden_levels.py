"""What each level of the computers chooses in some positions, kept in files: a level's choices never change.

    python -m tests.computers.golden_levels

adds the levels that are not kept yet, and changes nothing that is. A file of `golden_levels/` has the games from whose
positions a level chooses, and its choices: a turn, `resigns`, or a turn that `offers a draw`.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from engine import registry
from engine.contract import Position, Ruleset
from engine.level import Level
from engine.search.playing import choose, list_levels, list_retired

FOLDER = Path(__file__).parent / "golden_levels"
PLIES = (0, 1, 24, 3, 40, 2, 12, 7, *range(4, 68, 2))
"""After so many turns; those that think for long are asked about the first ones alone."""
MOST = {1_500: 8, 6_000: 5, 20_000: 3}
"""In how many positions a level of at most so many nodes chooses; those of more choose in two."""
LOOKS = 30
"""How often the search of a level that thinks for a time asks whether to stop before it is told to: so what it chooses
does not depend on the machine."""


def list_kept(ruleset: Ruleset) -> list[Level]:
    """The levels whose choices are kept: those offered and the retired ones, which finish their games."""
    return [*list_levels(ruleset), *list_retired(ruleset)]


def count_positions(level: Level) -> int:
    """In how many positions a level chooses, so that it takes seconds at most."""
    if level.seconds is not None:
        return MOST[20_000]
    if level.nodes is None:
        return len(PLIES)
    return next((number for nodes, number in MOST.items() if level.nodes <= nodes), 2)


def play_games(ruleset: Ruleset) -> list[list[str]]:
    """The turns that lead to each position: a game of its own for each, played at random."""
    return [play_game(ruleset, plies=plies, rng=Random(f"{ruleset.slug} {plies}")) for plies in PLIES]


def play_game(ruleset: Ruleset, *, plies: int, rng: Random) -> list[str]:
    position, turns = ruleset.start(), []
    while len(turns) < plies:
        legal = position.legal_moves()
        turns.append(rng.choice(legal))
        position = position.play(turns[-1])
        if not position.legal_moves():  # over too early: another one
            position, turns = ruleset.start(), []
    return turns


def follow(ruleset: Ruleset, turns: list[str]) -> list[Position]:
    """The positions of a game, the last one as well."""
    positions = [ruleset.start()]
    for turn in turns:
        positions.append(positions[-1].play(turn))
    return positions


def choose_all(ruleset: Ruleset, level: Level, games: list[list[str]]) -> list[str]:
    """What the level chooses after each of the first of these games, with the seeds of games 1, 2, ... of a site."""
    return [
        write_choice(ruleset, level, follow(ruleset, turns), seed=number)
        for number, turns in enumerate(games[: count_positions(level)], 1)
    ]


def write_choice(ruleset: Ruleset, level: Level, positions: list[Position], *, seed: int) -> str:
    *history, position = positions
    looks = iter(range(LOOKS))
    decision = choose(
        position,
        ruleset=ruleset,
        history=history,
        level=level,
        seed=seed,
        stop=None if level.seconds is None else lambda: next(looks, None) is None,
        drawn_by_three=True,
    )
    if decision.resigns:
        return "resigns"
    return f"{decision.turn}, and offers a draw" if decision.offers_draw else str(decision.turn)


def read(ruleset: Ruleset) -> dict[str, Any]:
    """What is kept of a game: `games` and the choices of `levels`; both empty where nothing is."""
    path = FOLDER / f"{ruleset.slug}.json"
    return json.loads(path.read_text()) if path.exists() else {"games": [], "levels": {}}


def keep_new(ruleset: Ruleset) -> list[str]:
    """Adds the levels that are not kept yet; returns their names."""
    kept = read(ruleset)
    kept["games"] = kept["games"] or play_games(ruleset)
    new = [level for level in list_kept(ruleset) if level.name not in kept["levels"]]
    kept["levels"] |= {level.name: choose_all(ruleset, level, kept["games"]) for level in new}
    FOLDER.mkdir(exist_ok=True)
    lines = ",\n".join(f"  {json.dumps(game)}" for game in kept["games"])
    levels = ",\n".join(f"  {json.dumps(name)}: {json.dumps(found)}" for name, found in kept["levels"].items())
    text = f'{{"games": [\n{lines}\n],\n"levels": {{\n{levels}\n}}}}\n'
    (FOLDER / f"{ruleset.slug}.json").write_text(text)
    return [level.name for level in new]


if __name__ == "__main__":
    for each in registry.all_rulesets():
        print(f"{each.slug}: {', '.join(keep_new(each)) or 'nothing new'}")
