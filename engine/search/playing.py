"""How a computer plays: which turn it chooses, when it resigns, offers a draw or takes one. This is what a site calls.

Everything here is a function of its arguments; time is told by the clock that the caller hands in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from random import Random
from typing import cast

from engine import registry
from engine.contract import LONGEST_NAME, Position, Ruleset, Side
from engine.level import COMMON, COMMON_RETIRED, FIRST_MISSES, OPENING_NOISE, OPENING_PLIES, Level
from engine.search.finding import make_tree
from engine.search.quieting import count_quiet_turns
from engine.search.searching import Found, Search
from engine.search.settings import Devices, Limits, stop_after
from engine.tree import Tree

EARLIEST_DRAW = 60
"""Before so many turns of both sides together it takes no draw and offers none."""
QUIET_TURNS = 60
"""After so many turns of both sides together without a capture it offers a draw, and takes one."""
QUIET_FROM = 40
"""Turns without a capture count from here on, where nothing was taken before: openings may be long."""
BETTER = 50
"""It offers no draw that gives away more than this."""
RECENT = 100
"""Positions before this one that it remembers, so as not to come back to them."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What the computer does. `turn` is None only where it resigns without a legal turn; `score` is in hundredths of
    the smallest piece, as it sees the game itself."""

    turn: str | None
    score: int
    resigns: bool
    offers_draw: bool
    nodes: int


def list_levels(ruleset: Ruleset) -> Sequence[Level]:
    """The levels that a game offers, weakest first. Raises BadRuleset where one, offered or retired, has no name of its
    own that can be stored."""
    own = registry.find_module(ruleset.slug, "levels")
    levels = cast("Sequence[Level]", own.LEVELS) if own else COMMON
    _refuse_bad_names(ruleset, [level.name for level in (*levels, *list_retired(ruleset))])
    return levels


def list_retired(ruleset: Ruleset) -> Sequence[Level]:
    """The levels that a game offers no more, and whose accounts finish what runs; a game need not tell any."""
    own = registry.find_module(ruleset.slug, "levels")
    return cast("Sequence[Level]", getattr(own, "RETIRED", ())) if own else COMMON_RETIRED


def _refuse_bad_names(ruleset: Ruleset, names: Sequence[str]) -> None:
    for place, name in enumerate(names, 1):
        if len(name) > LONGEST_NAME or not re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", name):
            raise registry.BadRuleset(
                f"“{name}”, level {place} of {ruleset.name}, can’t be stored: a level’s name is made of small letters,"
                f" digits and hyphens, at most {LONGEST_NAME}."
            )
        if name in names[: place - 1]:
            raise registry.BadRuleset(f"Two levels of {ruleset.name} are called “{name}”.")


def find_level(ruleset: Ruleset, name: str) -> Level | None:
    """The level of that name, offered or retired; None where the game has none."""
    return next((level for level in (*list_levels(ruleset), *list_retired(ruleset)) if level.name == name), None)


def find_offered(ruleset: Ruleset, name: str) -> Level | None:
    """The level of that name; None where the game doesn't offer one."""
    return next((level for level in list_levels(ruleset) if level.name == name), None)


def number_levels(ruleset: Ruleset) -> dict[str, int]:
    """The names of the levels offered, each with its number as it is shown: from 1, the weakest. It changes with the
    levels."""
    return {level.name: number for number, level in enumerate(list_levels(ruleset), 1)}


def place_levels(ruleset: Ruleset) -> dict[str, int]:
    """The names of all levels, each with its place by the time it takes, from 1. An offered one has its number; a
    retired one that of the last offered one that takes no longer than it, or else 1."""
    places = number_levels(ruleset)
    taking = [(number, _weigh(level)) for number, level in enumerate(list_levels(ruleset), 1)]
    retired = {
        level.name: max((number for number, weight in taking if weight <= _weigh(level)), default=1)
        for level in list_retired(ruleset)
    }
    return {**places, **retired}


def _weigh(level: Level) -> tuple[float, int, int]:
    """How long a level takes, to be compared."""
    return level.seconds or 0, level.nodes or 0, level.captures


def choose(
    position: Position,
    *,
    ruleset: Ruleset,
    history: Sequence[Position],
    level: Level,
    seed: int,
    clock: Callable[[], float] | None = None,
    stop: Callable[[], bool] | None = None,
    drawn_by_three: bool = False,
    quiet: int | None = None,
) -> Decision:
    """What a computer of this level does at its turn. `history` are the positions before this one, oldest first, and
    `drawn_by_three` tells whether the third time of a position is a draw in this game. `quiet` is how many turns in a
    row have taken nothing, in a game in which a hundred are a draw.

    A level with `seconds` needs a `clock`, such as `time.monotonic`. A caller that may interrupt it hands in `stop`
    instead, which is asked all the time; it then gets the best turn so far. Raises ValueError where a level with
    `seconds` has neither.
    """
    if not position.legal_moves():
        return Decision(None, 0, resigns=True, offers_draw=False, nodes=0)
    tree = count_quiet_turns(make_tree(position, ruleset=ruleset), ruleset=ruleset, quiet=quiet)
    stop = stop or find_stop(level, clock)
    past = list_boards(history, ruleset=ruleset)
    found = think(tree, level, past=past, ply=len(history), seed=seed, stop=stop, drawn_by_three=drawn_by_three)
    lost = resigns(level, found)
    return Decision(
        tree.write(take_turn(tree, found.line)),
        found.score,
        resigns=lost,
        offers_draw=not lost and found.score <= BETTER and _may_offer(position, history),
        nodes=found.nodes,
    )


def takes_draw(
    position: Position,
    *,
    ruleset: Ruleset,
    history: Sequence[Position],
    level: Level,
    side: Side,
    seed: int,
    stop: Callable[[], bool] | None = None,
    drawn_by_three: bool = False,
    quiet: int | None = None,
) -> bool:
    """Whether a computer that plays `side` takes the draw it is offered, at either's turn: not early, and then where
    the game gets nowhere, or where it stands worse. About that it thinks as long as about a turn, and sees what a weak
    level misses. `stop` and `quiet` are as in `choose`. Raises ValueError for a level with `seconds` and no `stop`."""
    if len(history) < EARLIEST_DRAW:
        return False
    if _gets_nowhere(position, history, times=1):
        return True
    found = think(
        count_quiet_turns(make_tree(position, ruleset=ruleset), ruleset=ruleset, quiet=quiet),
        replace(level, misses=0, overlooks=0, noise=0),
        past=list_boards(history, ruleset=ruleset),
        ply=len(history),
        seed=seed,
        stop=stop or find_stop(level, None),
        drawn_by_three=drawn_by_three,
    )
    return (found.score if position.turn is side else -found.score) < 0


def think(
    tree: Tree,
    level: Level,
    *,
    past: Sequence[Hashable],
    ply: int,
    seed: int,
    stop: Callable[[], bool] | None = None,
    most: int | None = None,
    varies: bool = True,
    drawn_by_three: bool = False,
) -> Found:
    """The search of a level after so many plies, with the boards before them in `past`, the oldest first. With `most`
    it looks at no more steps than that, whatever its level; unless it `varies`, its first turn is as good as others."""
    rng = Random(f"{seed} {ply}")
    noise = level.noise + (OPENING_NOISE if ply < OPENING_PLIES else 0)
    search = Search(
        tree,
        limits=Limits(nodes=min(filter(None, (level.nodes, most)), default=None), turns=level.turns, stop=stop),
        devices=Devices(quiescence=level.captures),
        past=past[-RECENT:],
        drawn_by_three=drawn_by_three,
        noise=noise,
        overlooks=level.overlooks,
        seed=rng.getrandbits(60),
    )
    quiet = max(level.misses, FIRST_MISSES) if varies and ply < len(Side) else level.misses
    return search.run(skip=_overlook(tree, rng, capture=level.misses, quiet=quiet))


def _overlook(tree: Tree, rng: Random, *, capture: float, quiet: float) -> frozenset[int]:
    """The first steps that a level misses, by these chances for captures and the others; never all of them."""
    if not quiet:
        return frozenset()
    chances = {**dict.fromkeys(tree.captures(), capture), **dict.fromkeys(tree.quiets(), quiet)}
    missed = [step for step, chance in chances.items() if rng.random() < chance]
    return frozenset(missed[: len(chances) - 1])


def list_boards(history: Sequence[Position], *, ruleset: Ruleset) -> list[Hashable]:
    """The boards of the last of these positions, as many as a search remembers."""
    return [make_tree(before, ruleset=ruleset).board() for before in history[-RECENT:]]


def resigns(level: Level, found: Found) -> bool:
    """Whether the level gives up after this search."""
    return level.resigns_at is not None and found.score < -level.resigns_at


def find_stop(level: Level, clock: Callable[[], float] | None) -> Callable[[], bool] | None:
    if level.seconds is None:
        return None
    if clock is None:
        raise ValueError("A level with a limit of time needs a clock or something else that stops it.")
    return stop_after(level.seconds, clock=clock)


def take_turn(tree: Tree, line: Sequence[int]) -> tuple[int, ...]:
    """The steps of the first turn of a line; what it leaves open of that turn is nothing more."""
    tree.make(line[0])
    rest = tree.rest()
    tree.unmake()
    return tuple(line[:1]) if rest is None else (line[0], line[1] if len(line) > 1 else rest)


def _may_offer(position: Position, history: Sequence[Position]) -> bool:
    return len(history) >= EARLIEST_DRAW and _gets_nowhere(position, history, times=2)


def _gets_nowhere(position: Position, history: Sequence[Position], *, times: int) -> bool:
    """Whether nothing was taken for so many turns, or this position was here so often before."""
    key = position.repetition_key()
    if sum(before.repetition_key() == key for before in history[-RECENT:]) >= times:
        return True
    standing = _count(position)
    same = sum(1 for _ in takewhile(lambda before: _count(before) == standing, reversed(history)))
    return (same if same < len(history) else same - QUIET_FROM) >= QUIET_TURNS


def _count(position: Position) -> tuple[int, int]:
    first = sum(piece.side == 0 for piece in position.pieces())
    return first, len(position.pieces()) - first
