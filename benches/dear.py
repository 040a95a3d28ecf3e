"""Measures what the addresses of the site cost, and text of 100 kB wherever a request brings any, on a small site.

    python -m benches.dear [--texts] [--most 20]

In milliseconds of the processor, the least of three, of a visitor and of a member. With `--texts`, all fields of a
form at once, parts of addresses, headers and cookies are sent each nasty shape, in minutes. The goal is 0.3 s for any.
"""

from __future__ import annotations

import argparse
import logging
import os
from collections.abc import Iterable
from typing import Any

GOAL = 300
"""Milliseconds for 100 kB of anything."""
ROUNDS = 3


def set_stage() -> Any:
    """The scene of the tests: something of everything."""
    from django.conf import settings
    from django.test import Client

    settings.ACCOUNT_REAUTHENTICATION_TIMEOUT = 86_400
    settings.RECORDS_LICENCE = "CC0-1.0"
    from tests.administration import enter
    from tests.factories import UserFactory
    from tests.faults.everything import set_scene

    people = [UserFactory(username=name) for name in ("Alice", "Boris", "Carol")]
    staff = UserFactory(username="Ada", is_staff=True, is_superuser=True)
    return set_scene(*people, as_alice=Client(), staff=enter(Client(), staff))


def measure_pages(scene: Any) -> list[tuple[float, str]]:
    """What each address costs whoever opens it."""
    from tests.costs import spend
    from tests.faults.test_every_field import list_pages, restored

    found = []
    for who, path in dict.fromkeys(list_pages(scene)):
        if who in ("visitor", "alice") and not path.startswith("/admin/"):
            with restored(scene, who):
                cost = spend(lambda: scene.clients[who].get(path), rounds=ROUNDS)  # noqa: B023
            found.append((cost * 1000, f"{path} ({'visitor' if who == 'visitor' else 'member'})"))
    return found


def measure_lines(scene: Any) -> list[tuple[float, str]]:
    """The longest line that may be played out, of each game."""
    from random import Random

    from django.urls import reverse

    from engine import registry
    from tests.costs import spend
    from tests.faults.test_every_field import restored

    found = []
    for ruleset in registry.all_rulesets():
        rng, position, turns = Random(2), ruleset.start(), []
        while len(turns) < 1000 and position.outcome() is None and (legal := position.legal_moves()):
            turns.append(rng.choice([move for move in legal if ruleset.is_quiet(move)] or list(legal)))
            position = position.play(turns[-1])
        line = {"turns": "; ".join(turns), "jumps": "1", "material": "1"}
        for name in ("practice", "line_frames"):
            path = reverse(name, args=[ruleset.slug])
            with restored(scene, "visitor"):
                cost = spend(lambda: scene.clients["visitor"].post(path, line), rounds=ROUNDS)  # noqa: B023
            found.append((cost * 1000, f"{path}, {len(turns)} turns (visitor)"))
    return found


def measure_texts(scene: Any) -> list[tuple[float, str]]:
    """What text of 100 kB costs at each place: in all fields of a form at once, or in each if that is over the goal."""
    from tests.costs import LARGE, SHAPES, spend
    from tests.site.texts.asking import list_places

    found = []
    for place in list_places(scene):
        for told, shape in SHAPES.items():
            cost = spend(lambda: place.fill(shape(LARGE))) * 1000  # noqa: B023
            dear = place.list_single() if cost > GOAL and len(place.fields) > 1 else ()
            alone = [(spend(lambda: each.fill(shape(LARGE))) * 1000, each) for each in dear]  # noqa: B023
            found += [(cost, f"{each}: {told}") for cost, each in (alone or [(cost, place)])]
    return found


def tell(title: str, found: Iterable[tuple[float, str]], *, most: int) -> None:
    print(title, flush=True)
    for cost, what in sorted(found, reverse=True)[:most]:
        print(f"  {cost:7.1f}  {what}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--texts", action="store_true", help="also text of 100 kB at each place")
    parser.add_argument("--most", type=int, default=20)
    given = parser.parse_args()
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django

    django.setup()
    logging.disable(logging.CRITICAL)
    from django.db import transaction
    from django.test.utils import setup_databases, setup_test_environment

    setup_test_environment()
    setup_databases(verbosity=0, interactive=False)  # in memory
    stage = transaction.atomic()
    stage._from_testcase = True  # type: ignore[attr-defined]  # what is durable elsewhere is within it, as in tests
    with stage:
        scene = set_stage()
        pages = measure_pages(scene)
        for who in ("visitor", "member"):
            whose = [each for each in pages if each[1].endswith(f"({who})")]
            tell(f"milliseconds of the processor, the dearest addresses of a {who}", whose, most=given.most)
        tell("the longest lines", measure_lines(scene), most=given.most)
        if given.texts:
            texts = measure_texts(scene)
            tell("100 kB of text, by its place and shape", texts, most=given.most)
            over = sum(cost > GOAL for cost, _ in texts)
            print(f"{over} of {len(texts)} texts at places over {GOAL} ms")


if __name__ == "__main__":
    main()
