"""Measures a step on an analysis board of 500 turns, in this process: a look, a turn, a mark, an undo.

    python -m benches.analysis [--turns 500] [--rounds 20]

By ruleset: how long each takes in the middle and at the worst (what is promised: 200 ms), how many queries it asks, how
many bytes the page has. The tree branches at every fourth turn. The first look is shown separately, since no fragment
of the tree's list is cached yet; the site itself has already shown another page.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from random import Random
from statistics import median
from typing import Any

from benches import stage


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("--turns", type=int, default=500)
    given.add_argument("--rounds", type=int, default=20)
    asked = given.parse_args()
    with stage.open_site(web=True):
        from engine import registry

        for ruleset in registry.all_rulesets():
            measure(ruleset, turns=asked.turns, rounds=asked.rounds)


def measure(ruleset: Any, *, turns: int, rounds: int) -> None:
    """Prints a line for each kind of step."""
    from accounts.limiting import limits
    from accounts.models import User

    limits.ACTIONS["analysis"] = limits.Action("changes of analyses", ())
    (player,) = stage.make_players(1)
    user, rng = User.objects.get(pk=player), Random(1)
    tree = grow(user, ruleset, turns=turns, rng=rng)
    client = log_in(user)
    page = tree.get_absolute_url()
    numbers = [rng.randrange(1, turns) for _ in range(rounds)]
    client.get("/about/")

    def look(number: int) -> Any:
        return client.get(page, {"at": number})

    steps: dict[str, Callable[[int], Any]] = {
        "first look": look,
        "look": look,
        "turn": lambda number: client.post(f"{page}play/", {"at": number, "text": pick(tree, number, rng)}),
        "mark": lambda number: client.post(f"{page}mark/", {"at": number, "mark": "good"}),
        "undo": lambda number: client.post(f"{page}undo/", {"at": 0, "edit": tree.edits.latest("pk").pk}),
    }
    for name, step in steps.items():
        spent, worked, queries, size = [], [], 0, 0
        for number in numbers[:1] if name.startswith("first") else numbers:
            began, worked_before = time.perf_counter(), time.process_time()
            answer, queries = count_queries(lambda step=step, number=number: step(number))
            spent.append(1000 * (time.perf_counter() - began))
            worked.append(1000 * (time.process_time() - worked_before))
            assert answer.status_code in (200, 302), answer.status_code
            size = len(answer.content)
        line = f"{ruleset.slug:8} {turns} turns  {name}: {median(spent):6.1f} ms, at worst {max(spent):6.1f} ms"
        print(f"{line}, {median(worked):5.1f} of the processor, {queries:2} queries, {size // 1000} kB", flush=True)


def grow(user: Any, ruleset: Any, *, turns: int, rng: Random) -> Any:
    """A tree with so many turns, played at random, a branch at every fourth."""
    from analysis import commands, trees

    tree = trees.start(user, ruleset.start(), slug=ruleset.slug)
    last = 0
    while tree.nodes.count() <= turns:
        last = last if rng.random() < 0.75 else rng.randrange(0, tree.nodes.count())
        if text := pick(tree, last, rng):
            last = commands.do("play", user=user, tree_id=tree.pk, at=last, given={"text": text})
        else:
            last = 0
    return tree


def pick(tree: Any, number: int, rng: Random) -> str:
    """A legal turn from there; empty where the game is over."""
    position = tree.ruleset.read(tree.nodes.get(number=number).position_text)
    moves = position.legal_moves()
    return rng.choice(moves) if moves else ""


def log_in(user: Any) -> Any:
    from django.test import Client

    client = Client(headers={"host": "localhost"})
    client.force_login(user)
    return client


def count_queries(work: Callable[[], Any]) -> tuple[Any, int]:
    from django.db import connection

    asked = 0

    def count(execute: Any, *arguments: Any) -> Any:
        nonlocal asked
        asked += 1
        return execute(*arguments)

    with connection.execute_wrapper(count):
        return work(), asked


if __name__ == "__main__":
    main()
