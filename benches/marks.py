"""Measures whether an analysis marks the turns that lose: `python -m benches.marks`, or with the slugs of some games.

The computer plays itself; one side now and then plays any turn that does not lose at once, so that there are blunders.
Of each game it takes up to `TURNS` turns in a row, and marks them by the functions that the site uses. The reference
is a search of each position with `--times` as many steps as a first look. Printed are, with the interval that holds
each share with 95 %:

- turns that lose `BLUNDER` or more by the reference, and the share of them that is marked (goal: 90 % or more);
- marks, and the share of them that is false: the reference says that the turn lost less than `MISTAKE`, or was the best
  one (goal: 5 % or less). With as many steps as the second look, the reference is the second look: no mark is false
  then, and three times as many say more;
- slips, and how many positions of a hundred were looked at again.

`--keep FOLDER` keeps what was found of each game there, a line in `marks-<game>.jsonl`, so that a run goes on where it
was ended, and other thresholds need no new search.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from benches.match import Player, draw_opening, get, play, spread
from engine import registry
from engine.contract import Position, Ruleset, Side
from engine.level import Level
from engine.search.analysing import judge
from engine.search.chances import measure_chance
from engine.search.finding import make_tree
from engine.search.marking import BLUNDER, DEEPER, MISTAKE, Judged, Swing, find_suspects, find_swings
from engine.search.playing import resigns, take_turn, think
from engine.tree import Tree

TURNS = 20
"""So many turns of a game, at most, unless told otherwise."""
ERRS = 0.15
"""The chance that a turn of the weak side is any turn."""
LEVEL = Level(nodes=400, noise=15, resigns_at=2_000)

Found = list[Any]
"""Of one position: its score for the first side, and the best turn, empty where there is none."""


@dataclass
class Piece:
    """Some turns of a game: who played them, their text, and what was found of the positions from before the first to
    after the last, by times of steps; of the second look only those around suspect turns, by their number."""

    turns: list[tuple[int, str]]
    first: list[Found]
    second: dict[int, Found]
    reference: list[Found]


def play_game(ruleset: Ruleset, *, seed: int) -> tuple[list[Position], list[tuple[int, str]]]:
    """All positions of a game and the turns after its opening, which is random."""
    opening = draw_opening(ruleset, Random(f"{seed}"))
    met, turns = list(opening), []

    def turn(tree: Tree, past: Sequence[Hashable], seed: int) -> Sequence[int] | None:
        found = think(tree, LEVEL, past=past, ply=len(past), seed=seed, drawn_by_three=True)
        if resigns(LEVEL, found) or not found.line:
            return None
        rng, side = Random(f"{seed} {len(past)} errs"), int(tree.side)
        errs = side == seed % 2 and rng.random() < ERRS
        steps = draw_turn(tree, rng) if errs else take_turn(tree, found.line)
        turns.append((side, tree.write(steps)))
        met.append(met[-1].play(turns[-1][1]))
        return steps

    player = Player(partial(make_tree, ruleset=ruleset), turn)
    play(opening, player, player, side=0, seed=seed)
    return met, turns


def draw_turn(tree: Tree, rng: Random) -> tuple[int, ...]:
    """A turn by chance that does not lose at once, if there is one."""
    steps = [*tree.captures(), *tree.quiets()]
    rng.shuffle(steps)
    turns = [take_turn(tree, [step]) for step in steps]
    return next((turn for turn in turns if not loses(tree, turn)), turns[0])


def loses(tree: Tree, turn: Sequence[int]) -> bool:
    side = tree.side
    for step in turn:
        tree.make(step)
    ended = tree.ended()
    lost = ended is not None and (ended > 0) != (tree.side == side)
    for _ in turn:
        tree.unmake()
    return bool(ended) and lost


def look(ruleset: Ruleset, *, seed: int, times: int, most: int = TURNS, nodes: int | None = None) -> Piece:
    """Plays a game and looks at `most` turns of it; `nodes` of a first look are those of the game unless told."""
    met, turns = play_game(ruleset, seed=seed)
    begin = Random(f"{seed} part").randrange(max(1, len(turns) - most + 1))
    turns, offset = turns[begin : begin + most], len(met) - len(turns) - 1 + begin

    def find(number: int, times: int) -> Found:
        place = offset + number
        found = judge(met[place], ruleset=ruleset, history=met[:place], nodes=nodes, times=times, drawn_by_three=True)
        return [found.score, found.line[0] if found.line else ""]

    places = range(len(turns) + 1)
    first, reference = ([find(number, each) for number in places] for each in (1, times))
    second = list_suspects(ruleset, turns, first)
    again = {number: reference[number] if times == DEEPER else find(number, DEEPER) for number in second}
    return Piece(turns, first, again, reference)


def list_suspects(ruleset: Ruleset, turns: list[tuple[int, str]], first: list[Found]) -> list[int]:
    played = [(Side(side), text) for side, text in turns]
    return find_suspects(played, [measure_chance(score, ruleset=ruleset) for score, _ in first])


# --- What came out -----------------------------------------------------------------------------------------------
@dataclass
class Sums:
    games: int = 0
    turns: int = 0
    losing: int = 0
    losing_marked: int = 0
    marks: int = 0
    false: int = 0
    slips: int = 0
    again: int = 0
    best: int = 0
    """Turns that lost so much by the reference, though it finds none better: it saw too late what comes."""

    def count(self, ruleset: Ruleset, piece: Piece) -> None:
        marked = {swing.ply for swing in find_marks(ruleset, piece) if swing.kind != "slip"}
        falls = dict(list_falls(ruleset, piece))
        best = {ply for ply in falls if piece.turns[ply - 1][1] == piece.reference[ply - 1][1]}
        losing = {ply for ply, fall in falls.items() if fall >= BLUNDER} - best
        self.games += 1
        self.turns += len(piece.turns)
        self.losing += len(losing)
        self.losing_marked += len(losing & marked)
        self.marks += len(marked)
        self.false += sum(falls[ply] < MISTAKE or ply in best for ply in marked)
        self.slips += len(find_marks(ruleset, piece)) - len(marked)
        self.again += len(piece.second)
        self.best += sum(falls[ply] >= BLUNDER for ply in best)

    def describe(self) -> str:
        looked = self.turns + self.games
        return (
            f"{self.games} games, {self.turns} turns; {self.losing} lose {BLUNDER} or more, marked "
            f"{tell_share(self.losing_marked, self.losing)}; {self.marks} marks, false "
            f"{tell_share(self.false, self.marks)}; {self.slips} slips; looked at again "
            f"{tell_share(self.again, looked)}; {self.best} more lose so much though they were best"
        )


def judge_all(ruleset: Ruleset, piece: Piece) -> list[Judged]:
    rows = [(piece.second.get(number, found), number in piece.second) for number, found in enumerate(piece.first)]
    return [
        Judged(number, score, measure_chance(score, ruleset=ruleset), best, settled)
        for number, ((score, best), settled) in enumerate(rows)
    ]


def find_marks(ruleset: Ruleset, piece: Piece) -> list[Swing]:
    return find_swings([(Side(side), text) for side, text in piece.turns], judge_all(ruleset, piece))


def list_falls(ruleset: Ruleset, piece: Piece) -> Iterator[tuple[int, float]]:
    """Of each turn its number and what it cost its player, by the reference."""
    chances = [measure_chance(score, ruleset=ruleset) for score, _ in piece.reference]
    for ply, (side, _) in enumerate(piece.turns, 1):
        fall = chances[ply - 1] - chances[ply]
        yield ply, (fall if side == Side.FIRST else -fall)


def tell_share(part: int, whole: int) -> str:
    """In percent, with Wilson's interval."""
    if not whole:
        return "none"
    share, z = part / whole, 1.96
    middle = (share + z * z / (2 * whole)) / (1 + z * z / whole)
    margin = z / (1 + z * z / whole) * math.sqrt(share * (1 - share) / whole + z * z / (4 * whole * whole))
    low, high = max(0.0, middle - margin), min(1.0, middle + margin)
    return f"{100 * share:.1f} % ({100 * low:.1f} to {100 * high:.1f}, {part} of {whole})"


def read_kept(path: Path | None) -> dict[int, Piece]:
    lines = path.read_text().splitlines() if path and path.exists() else []
    known = {}
    for seed, turns, first, second, reference in map(json.loads, lines):
        known[seed] = Piece(turns, first, {int(number): found for number, found in second}, reference)
    return known


def measure(ruleset: Ruleset, given: argparse.Namespace, *, until: float) -> Sums:
    """Looks at one game after the other until there are enough, or the clock says so."""
    kept = given.keep / f"marks-{ruleset.slug}.jsonl" if given.keep else None
    known, sums = read_kept(kept), Sums()

    def look_at(seed: int) -> Piece:
        if seed in known:
            return known[seed]
        piece = look(ruleset, seed=seed, times=given.times, most=given.turns)
        if kept:
            with kept.open("a") as file:
                row = [seed, piece.turns, piece.first, list(piece.second.items()), piece.reference]
                file.write(json.dumps(row) + "\n")
        return piece

    for piece in spread(look_at, range(given.seed, given.seed + given.games), workers=given.workers):
        sums.count(ruleset, piece)
        if time.monotonic() >= until:
            break
    return sums


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ruleset", nargs="*", default=[one.slug for one in registry.all_rulesets()])
    parser.add_argument("--games", type=int, default=100, help="of each ruleset")
    parser.add_argument("--minutes", type=float, default=math.inf, help="of all rulesets together; each gets its part")
    parser.add_argument("--times", type=int, default=DEEPER, help="the steps of a first look, for the reference")
    parser.add_argument("--turns", type=int, default=TURNS, help="in a row of each game, at most")
    parser.add_argument("--seed", type=int, default=1, help="of the first game; the next ones count on")
    parser.add_argument("--workers", type=int, default=1, help="processes that look beside each other")
    parser.add_argument("--keep", type=Path, help="a folder for what was found")
    given = parser.parse_args()
    if given.keep:
        given.keep.mkdir(parents=True, exist_ok=True)
    for slug in given.ruleset:
        until = time.monotonic() + 60 * given.minutes / len(given.ruleset)
        print(slug, measure(get(slug), given, until=until).describe(), flush=True)


if __name__ == "__main__":
    main()
