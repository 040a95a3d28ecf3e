"""Plays weeks of virtual time over the real code, on a database of its own that is removed after, and checks what must
hold of clocks and notices. Ends with 1 where anything does not."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, cast

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from tests.simulation import invariants
from tests.simulation.journal import write_journal
from tests.simulation.playing import Playing
from tests.simulation.report import Run, show_figures, show_findings, show_seeds, sum_up
from tests.simulation.world import BEGINS, World

SHOWN = 10
"""So many of the cases that broke an invariant are printed."""


class Command(BaseCommand):
    help = __doc__
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--days", type=int, default=60, help="of virtual time; 60 unless told")
        parser.add_argument("--players", type=int, default=200, help="at least 2; 200 unless told")
        parser.add_argument("--seed", type=int, default=1, help="the same seed, the same lives")
        parser.add_argument("--seeds", type=read_seeds, help="several, one run after another, as 1..10 or 3,5,20261122")
        parser.add_argument("--journal", type=Path, help="a file for all that happened, to compare two runs by")

    def handle(
        self,
        *args: Any,
        days: int,
        players: int,
        seed: int,
        seeds: list[int] | None = None,
        journal: Path | None = None,
        **options: Any,
    ) -> None:
        if days < 1 or players < 2:
            raise CommandError("A simulation needs at least 1 day and 2 players.")
        if journal and seeds:
            raise CommandError("A journal is of one run: give one seed.")
        self.console = Console(file=cast(Any, self.stdout), width=110)
        runs = [self.run(days, players, each, journal) for each in seeds or [seed]]
        if seeds:
            show_seeds(runs, self.console)
        if any(run.broken for run in runs):
            raise CommandError("Not everything held.")

    def run(self, days: int, players: int, seed: int, journal: Path | None) -> Run:
        """Plays one seed on a database of its own, prints what happened and what held, and returns that in short."""
        self.console.print(f"{days} days, {players} players, seed {seed}, from {BEGINS:%d %B %Y}.")
        began = time.perf_counter()
        with own_database(), show_progress(days) as advance:
            world = World(days=days, players=players, seed=seed, advance=advance)
            with stopping(world):
                world.run(lambda world: Playing(world).going_on())
            findings = invariants.check(world)
            show_figures(world, self.console)
            if journal:
                journal.write_text("\n".join(write_journal(world)) + "\n")
            run = sum_up(world, findings, seconds=time.perf_counter() - began)
        show_findings(findings, self.console, most=SHOWN)
        return run


def read_seeds(text: str) -> list[int]:
    """Of `1..10` or `3,5,20261122`. Raises ValueError, which argparse tells."""
    first, dots, last = text.partition("..")
    return list(range(int(first), int(last) + 1)) if dots else [int(each) for each in text.split(",")]


@contextmanager
def own_database() -> Iterator[None]:
    """An empty database beside the configured one, as tests have it; removed at the end."""
    name = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    try:
        yield
    finally:
        connection.creation.destroy_test_db(name, verbosity=0)


@contextmanager
def stopping(world: World) -> Iterator[None]:
    """Control-C ends the run after the present instant, and what happened up to then is checked."""
    before = signal.signal(signal.SIGINT, lambda *_: world.stop())
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def show_progress(days: int) -> Iterator[Any]:
    columns = (TextColumn("Day"), TextColumn("{task.completed:.1f} of {task.total}"), BarColumn())
    with Progress(*columns, TimeElapsedColumn(), TimeRemainingColumn(), console=Console(stderr=True)) as progress:
        task = progress.add_task("days", total=days)

        def advance(now: datetime) -> None:
            progress.update(task, completed=(now - BEGINS).total_seconds() / 86_400)

        yield advance
