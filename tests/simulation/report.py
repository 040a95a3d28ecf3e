"""What a simulation prints: how much happened, and which invariants held."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Count
from rich.console import Console
from rich.table import Table

from accounts.models import Vacation
from games.models import ClockChange, Game, Outage, Turn
from notifications.models import Notice
from tests.simulation.finding import Finding
from tests.simulation.world import World


def show_figures(world: World, console: Console) -> None:
    """How much was played, told and changed."""
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column()
    table.add_column(justify="right")
    table.add_row("games", f"{Game.objects.count():,}")
    table.add_row("turns", f"{Turn.objects.count():,}")
    table.add_row("turns undone", f"{Turn.objects.filter(undone=True).count():,}")
    for channel, number in sorted(Counter(arrival.channel for arrival in world.watcher.arrivals).items()):
        table.add_row(f"arrived by {channel}", f"{number:,}")
    for title, rows, by in (
        ("ended", Game.objects.ended(), "termination"),
        ("notices", Notice.objects.all(), "state"),
        ("mails of kind", Notice.objects.filter(state="sent", channel="email"), "kind"),
        ("clocks changed", ClockChange.objects.all(), "kind"),
        ("vacation automatic", Vacation.objects.all(), "automatic"),
        ("outages", Outage.objects.all(), "kind"),
    ):
        for value, number in rows.order_by(by).values_list(by).annotate(Count("pk")):
            table.add_row(f"{title}: {value}", f"{number:,}")
    for code, number in sorted(world.refusals.items()):
        table.add_row(f"refused: {code}", f"{number:,}")
    console.print(table)


@dataclass(frozen=True, slots=True)
class Run:
    """One seed in short. `deadlines` is how often one was held against the second reckoning."""

    seed: int
    turns: int
    deadlines: int
    notices: int
    arrived: int
    invariants: int
    broken: int
    seconds: float


def sum_up(world: World, findings: Sequence[Finding], *, seconds: float) -> Run:
    return Run(
        seed=world.seed,
        turns=Turn.objects.count(),
        deadlines=len(world.times.judged),
        notices=Notice.objects.count(),
        arrived=len(world.watcher.arrivals),
        invariants=len(findings),
        broken=sum(bool(finding.broken) for finding in findings),
        seconds=seconds,
    )


def show_seeds(runs: Iterable[Run], console: Console) -> None:
    """A table with a row for each seed."""
    table = Table(box=None, pad_edge=False)
    for title in ("seed", "turns", "deadlines", "notices", "arrived", "invariants", "broken", "seconds"):
        table.add_column(title, justify="right")
    for run in runs:
        numbers = (run.turns, run.deadlines, run.notices, run.arrived, run.invariants, run.broken)
        table.add_row(str(run.seed), *(f"{number:,}" for number in numbers), f"{run.seconds:.0f}")
    console.print(table)


def show_findings(findings: Iterable[Finding], console: Console, *, most: int) -> None:
    """A line for each invariant, and the first cases that broke it."""
    for finding in findings:
        verdict = f"[red]{len(finding.broken)} times not" if finding.broken else "[green]holds"
        console.print(f"{verdict}[/]  {finding.sentence} ({finding.asked:,} cases)")
        for case in finding.broken[:most]:
            console.print(f"    {case}", highlight=False, markup=False)
