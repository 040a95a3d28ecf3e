"""Measures how long `manage.py up` takes from an empty folder to the first page, the demonstration made.

    python -m benches.start [--rounds 5]

Beside it, in turn, the reference: what Django's own apps take to migrate a database of their own and nothing else.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from tests.end_to_end.running import RunningSite

BARE = """
import sys, django
from django.conf import settings
from django.core.management import call_command
apps = ["django.contrib." + name for name in ("contenttypes", "auth", "sessions", "admin", "messages", "sites")]
database = {"ENGINE": "django.db.backends.sqlite3", "NAME": sys.argv[1]}
settings.configure(INSTALLED_APPS=apps, DATABASES={"default": database}, USE_TZ=True)
django.setup()
call_command("migrate", verbosity=0)
"""
TICK = os.sysconf("SC_CLK_TCK")
Took = tuple[float, float]
"""Seconds by the wall, and of all processors together."""


def start_site(folder: Path) -> Took:
    began = time.perf_counter()
    with RunningSite(folder / "data") as site:
        site.read()
        wall = time.perf_counter() - began
        return wall, sum(read_processor_time(pid) for pid in site.list_processes())


def read_processor_time(pid: int) -> float:
    """Seconds that a process and the children it has waited for have used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(int(field) for field in fields[11:15]) / TICK


def migrate_bare(folder: Path) -> Took:
    began, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", BARE, folder / "bare.sqlite3"], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return time.perf_counter() - began, spent


MEASURED: dict[str, Callable[[Path], Took]] = {"first page": start_site, "bare migrate": migrate_bare}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    took: dict[str, list[Took]] = {name: [] for name in MEASURED}
    for _ in range(options.rounds):
        for name, measure in MEASURED.items():
            with TemporaryDirectory(prefix="bench-") as folder:
                took[name].append(measure(Path(folder)))
    print(f"Seconds, medians of {options.rounds} rounds\n{'':14}{'wall':>8}{'processor':>11}")
    for name, each in took.items():
        print(f"{name:14}" + f"{median(wall for wall, _ in each):8.1f}{median(spent for _, spent in each):11.1f}")


if __name__ == "__main__":
    main()
