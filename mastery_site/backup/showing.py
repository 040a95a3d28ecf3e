"""What commands about backups show: a progress bar, and all counts before and after."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

STANDARD = "-"
"""Stands in the place of a file name, for standard output or input."""


class Bar:
    """A progress bar that counts rows. `start` says how many there are, `advance` how many more are done."""

    def __init__(self, progress: Progress, title: str) -> None:
        self.progress = progress
        self.task = progress.add_task(title, total=None)

    def start(self, total: int) -> None:
        self.progress.update(self.task, total=total)

    def advance(self, number: int) -> None:
        self.progress.advance(self.task, number)


@contextmanager
def show_progress(title: str) -> Iterator[Bar]:
    """Shows a progress bar on the terminal, apart from the command's output. Without a terminal it prints one line at
    the end."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("rows"))
    with Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True)) as progress:
        yield Bar(progress, title)


def show_counts(columns: Mapping[str, Mapping[str, int]], *, file: Any) -> None:
    """Prints a line for each model that has rows in any column, and their sums."""
    table = Table("rows of", box=None, pad_edge=False)
    for title in columns:
        table.add_column(title, justify="right")
    labels = sorted({label for counts in columns.values() for label, number in counts.items() if number})
    for label in labels:
        table.add_row(label, *(f"{counts.get(label, 0):,}" for counts in columns.values()))
    table.add_row("all", *(f"{sum(counts.values()):,}" for counts in columns.values()), style="bold")
    Console(file=file, width=100).print(table)
