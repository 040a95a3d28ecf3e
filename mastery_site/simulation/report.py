"""What a simulation prints: how much happened, and what held."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Count
from rich.console import Console
from rich.table import Table

from accounts.models import OffTime
from games.models import ClockChange, Game, Outage, Turn
from mastery_site.simulation.invariants import Finding
from mastery_site.simulation.world import World
from notifications.models import Notice


def show_figures(world: World, console: Console) -> None:
    """How much was played, told and changed."""
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column()
    table.add_column(justify="right")
    table.add_row("games", f"{Game.objects.count():,}")
    table.add_row("turns", f"{Turn.objects.count():,}")
    table.add_row("mails", f"{len(world.watcher.arrivals):,}")
    for title, rows, by in (
        ("ended", Game.objects.ended(), "termination"),
        ("notices", Notice.objects.all(), "state"),
        ("mails of kind", Notice.objects.filter(state="sent", channel="mail"), "kind"),
        ("clocks changed", ClockChange.objects.all(), "kind"),
        ("off-time automatic", OffTime.objects.all(), "automatic"),
        ("outages", Outage.objects.all(), "kind"),
    ):
        for value, number in rows.order_by(by).values_list(by).annotate(Count("pk")):
            table.add_row(f"{title}: {value}", f"{number:,}")
    for code, number in sorted(world.refusals.items()):
        table.add_row(f"refused: {code}", f"{number:,}")
    console.print(table)


def show_findings(findings: Iterable[Finding], console: Console, *, most: int) -> None:
    """A line for each invariant, and the first cases that broke it."""
    for finding in findings:
        verdict = f"[red]{len(finding.broken)} times not" if finding.broken else "[green]holds"
        console.print(f"{verdict}[/]  {finding.sentence} ({finding.asked:,} cases)")
        for case in finding.broken[:most]:
            console.print(f"    {case}", highlight=False, markup=False)
