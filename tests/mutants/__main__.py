"""Measures the power of the tests: small faults are put into the code one at a time; how many do its tests find?

    python -m tests.mutants [--number 150] [--seed 1] [--rooms engine/games …] [--minutes 30] [--write FILE]
    python -m tests.mutants --again FILE

cosmic-ray makes the faults, in a copy of the last commit. They are drawn by the seed, from each room as many as its
share of all that could be put there. `--again` puts those of an earlier run again, so that two states of the tests are
compared by the same faults; it ends with 1 if one that was found then is no longer found.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from cosmic_ray import plugins
from cosmic_ray.ast import ast_nodes, get_ast_from_path
from cosmic_ray.mutating import mutate_and_test
from cosmic_ray.work_item import MutationSpec, TestOutcome

HERE = Path(__file__).resolve().parents[2]
ROOMS = {
    "engine/games": ["tests/games/engine"],
    "games/play": ["tests/games/play"],
    "games/clock": ["tests/games/clock", "tests/games/play/clocks"],
    "games/rating": ["tests/games/rating"],
    "competition": ["tests/competition"],
    "replies/mails": ["tests/replies/mails"],
    "notifications/routing": ["tests/notifications/routing", "tests/notifications/kinds"],
    "notifications/timing": ["tests/notifications/timing", "tests/notifications/reminders"],
    "notifications/delivery": ["tests/notifications/delivery", "tests/notifications/kinds"],
    "accounts/limiting": ["tests/accounts/limiting", "tests/core"],
    "moderation/deciding.py": ["tests/moderation"],
}
"""The tests of each room, which are asked for its faults."""
OPERATORS = (
    *(f"core/ReplaceBinaryOperator_{pair}" for pair in ("Add_Sub", "Sub_Add", "Mul_Add", "FloorDiv_Mul", "Mod_Mul")),
    *(f"core/ReplaceComparisonOperator_{pair}" for pair in ("Lt_LtE", "LtE_Lt", "Gt_GtE", "GtE_Gt")),
    *(f"core/ReplaceComparisonOperator_{pair}" for pair in ("Eq_NotEq", "NotEq_Eq", "Is_IsNot", "IsNot_Is")),
    *("core/AddNot", "core/ReplaceUnaryOperator_Delete_Not", "core/ReplaceUnaryOperator_USub_UAdd"),
    *("core/ReplaceAndWithOr", "core/ReplaceOrWithAnd", "core/ReplaceTrueWithFalse", "core/ReplaceFalseWithTrue"),
    *("core/ReplaceBreakWithContinue", "core/ReplaceContinueWithBreak", "core/ZeroIterationForLoop"),
    *("core/NumberReplacer", "core/ExceptionReplacer"),
)
"""One of each kind, and the one that is hardest to find: a limit that holds one step later, not one that never does."""
PYTEST = f"{sys.executable} -m pytest -x -q -n 2 -p no:cacheprovider --ask usual"


@dataclass(frozen=True)
class Fault:
    room: str
    path: str
    operator: str
    occurrence: int

    def put(self, *, patience: float) -> tuple[bool, str]:
        """Whether the tests of its room find it, and what it changes."""
        spec = MutationSpec(self.path, self.operator, self.occurrence, (0, 0), (0, 1))
        told = mutate_and_test([spec], f"{PYTEST} {' '.join(ROOMS[self.room])}", patience)
        if told.test_outcome is None:
            raise LookupError(f"There is no such place for {self.operator} in {self.path} any more")
        return told.test_outcome != TestOutcome.SURVIVED, told.diff or ""


def list_faults(room: str) -> Iterator[Fault]:
    """All that could be put into a room, in a stable order."""
    place = Path(room)
    for path in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
        tree = get_ast_from_path(path)
        for name in OPERATORS:
            operator = plugins.get_operator(name)()
            places = sum(1 for node in ast_nodes(tree) for _ in operator.mutation_positions(node))
            yield from (Fault(room, str(path), name, number) for number in range(places))


def draw(rooms: list[str], *, number: int, seed: int) -> list[Fault]:
    """So many faults, from each room by its share, one at least."""
    known = {room: list(list_faults(room)) for room in rooms}
    whole = sum(map(len, known.values()))
    shares = {room: max(1, round(number * len(faults) / whole)) for room, faults in known.items()}
    return [fault for room in rooms for fault in Random(f"{seed} {room}").sample(known[room], shares[room])]


def measure_rooms(rooms: list[str]) -> dict[str, float]:
    """The seconds that the tests of each room take as the code is. Raises RuntimeError where they fail."""
    took = {}
    for room in rooms:
        began = time.monotonic()
        done = subprocess.run([*PYTEST.split(), *ROOMS[room]], capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"The tests of {room} fail as the code is:\n{done.stdout[-2000:]}")
        took[room] = time.monotonic() - began
        print(f"{room:26} {took[room]:5.0f} s", flush=True)
    return took


def show(found: list[tuple[Fault, bool, str]]) -> None:
    """A row a room, and each fault that was not found."""
    put, caught = (
        Counter(fault.room for fault, *_ in found),
        Counter(fault.room for fault, is_found, _ in found if is_found),
    )
    print(f"\n{'':26}{'put':>6}{'found':>8}")
    for room, number in put.items():
        print(f"{room:26}{number:>6}{caught[room]:>8}")
    print(f"{'all':26}{len(found):>6}{caught.total():>8}")
    for fault, is_found, diff in found:
        if not is_found:
            print(f"\nNot found: {fault.operator} {fault.occurrence}\n{diff}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--number", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rooms", nargs="+", choices=ROOMS, default=list(ROOMS))
    parser.add_argument("--minutes", type=float, default=30, help="after which no further fault is put")
    parser.add_argument("--write", type=Path, help="where the faults and what became of them are kept")
    parser.add_argument("--again", type=Path, help="what an earlier run has written")
    options = parser.parse_args()
    earlier = json.loads(options.again.read_text()) if options.again else []
    write = options.write and options.write.resolve()
    with TemporaryDirectory(prefix="mutants-") as folder:
        subprocess.run(["git", "clone", "--quiet", "--shared", HERE, folder], check=True)  # some tests ask git
        os.chdir(folder)
        faults = [Fault(**row["fault"]) for row in earlier] or draw(
            options.rooms, number=options.number, seed=options.seed
        )
        took = measure_rooms(sorted({fault.room for fault in faults}))
        Random(options.seed).shuffle(faults)  # so that a run that ends early is a sample of all rooms
        found: list[tuple[Fault, bool, str]] = []
        end = time.monotonic() + options.minutes * 60
        for fault in faults:
            if time.monotonic() > end:
                break
            found.append((fault, *fault.put(patience=3 * took[fault.room] + 30)))
            print("." if found[-1][1] else "S", end="", flush=True)
            if write:  # after each, as a run may be broken off
                rows = [{"fault": asdict(fault), "found": is_found, "diff": diff} for fault, is_found, diff in found]
                write.write_text(json.dumps(rows, indent=1))
    show(found)
    known = {json.dumps(row["fault"]): row["found"] for row in earlier}
    lost = [fault for fault, is_found, _ in found if not is_found and known.get(json.dumps(asdict(fault)))]
    print(*(f"No longer found: {fault}" for fault in lost), sep="\n")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
