"""Lets 200 players of correspondence loose on a whole site, by locust, and watches its answers and its memory.

    python -m benches.load [--players 200] [--minutes 10] [--wait 20]

Web, worker and beat are the site's own processes on PostgreSQL, Redis and a local mail server that keeps nothing; all
of it and locust share this machine. Each player has five games and comes back after `wait` seconds in the mean.
"""

from __future__ import annotations

import argparse
import csv
import os
import subprocess
import sys
import time
from pathlib import Path
from random import Random

from benches import stage
from tests import servers
from tests.faults.public import PYTHON, PublicSite

GAMES_EACH = 5
GOAL_P95 = 500
"""Milliseconds, of a turn."""
GROWTH = 1.10
"""How much more memory at the end than once all players have come counts as growth."""


def make_games(players: list[int], *, rng: Random) -> None:
    """Games just begun, each player against the next and some further on."""
    from notifications.delivery import outbox

    for place, player in enumerate(players):
        for number in range(GAMES_EACH // 2 + rng.randrange(2)):
            other = players[(place + 1 + number * 7) % len(players)]
            stage.play_game((player, other), [])
    outbox.discard_open()


def measure_memory(pids: list[int]) -> float:
    """Megabytes that these processes and their children hold, what they share counted in part (PSS)."""
    total = 0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            if int(folder.name) in pids or parent in pids:
                told = (folder / "smaps_rollup").read_text().split("Pss:", 1)[1]
                total += int(told.split()[0])
        except (OSError, IndexError):
            continue  # gone meanwhile
    return total / 1024


def run_site(site: PublicSite, *, processes: int) -> dict[str, list[int]]:
    """Starts every process of the site; their ids by name."""
    web = site.run_web(processes=processes)
    return {"web": [web.pid], "worker": [site.run_worker().pid], "beat": [site.run_beat().pid]}


def start_locust(
    site: PublicSite, folder: Path, *, sessions: list[str], options: argparse.Namespace
) -> subprocess.Popen:
    (folder / "sessions").write_text(" ".join(sessions))
    told = f"--headless --users {options.players} --spawn-rate {max(options.players // 30, 1)} --only-summary"
    command = [*PYTHON, "locust", "--locustfile", "benches/players.py", *told.split()]
    command += ["--run-time", f"{options.minutes * 60:.0f}s", "--host", site.environ["SITE_URL"]]
    command += ["--csv", str(folder / "load")]
    environ = {"BENCH_SESSIONS": str(folder / "sessions"), "BENCH_WAIT": str(options.wait)}
    with (folder / "locust.log").open("wb") as log:
        return subprocess.Popen(
            command,
            env={**os.environ, **environ},
            stdout=log,
            stderr=log,
            preexec_fn=servers.end_with_parent(),
        )


def watch(locust: subprocess.Popen, pids: dict[str, list[int]], *, minutes: float) -> list[dict[str, float]]:
    """Memory of each part, twenty times until locust is done."""
    seen, began = [], time.monotonic()
    while locust.poll() is None:
        time.sleep(min(minutes * 3, 30))
        if locust.poll() is None:
            seen.append({name: measure_memory(ids) for name, ids in pids.items()})
            held = ", ".join(f"{name} {megabytes:.0f} MB" for name, megabytes in seen[-1].items())
            stage.tell(f"{time.monotonic() - began:4.0f} s: {held}")
        if time.monotonic() - began > minutes * 60 + 120:
            locust.kill()
            raise TimeoutError("locust does not end")
    return seen


def show(rows: list[dict[str, str]], seen: list[dict[str, float]], *, waiting: int) -> bool:
    """Prints what came of it; whether every goal was met."""
    print(f"\n{'':22}{'requests':>9}{'errors':>8}{'per second':>12}{'median':>9}{'p95':>9}{'max':>10}")
    for row in rows:
        print(
            f"{row['Name']:22}{row['Request Count']:>9}{row['Failure Count']:>8}{float(row['Requests/s']):12.1f}"
            f"{row['50%']:>6} ms{row['95%']:>6} ms{float(row['Max Response Time']):7.0f} ms"
        )
    total, turn = rows[-1], next(row for row in rows if row["Name"] == "turn")
    settled, last = seen[len(seen) // 4], seen[-1]
    verdicts = {f"no error: {total['Failure Count']}": int(total["Failure Count"]) == 0}
    verdicts[f"p95 of a turn under {GOAL_P95} ms: {turn['95%']}"] = int(turn["95%"]) < GOAL_P95
    for name in last:
        grown = f"memory of {name}: {settled[name]:.0f} MB once settled, {last[name]:.0f} MB at the end"
        verdicts[grown] = last[name] <= settled[name] * GROWTH + 2
    print(f"notices waiting at the end: {waiting}")
    for verdict, met in verdicts.items():
        print(f"{verdict}: {'met' if met else 'MISSED'}")
    return all(verdicts.values())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--wait", type=float, default=20, help="seconds between two visits of a player, in the mean")
    parser.add_argument("--processes", type=int, default=2, help="of gunicorn, with eight threads each")
    options = parser.parse_args()
    port = servers.free_port()
    with stage.open_site(email_url=f"smtp://127.0.0.1:{port}/", web=True) as site:
        from django.utils import timezone

        from notifications.models import Notice

        site.run([*PYTHON, "benches.mail_sink", str(port)])
        stage.tell("Making players and games")
        players = stage.make_players(options.players)
        make_games(players, rng=Random(1))
        sessions = stage.log_in(players)
        pids = run_site(site, processes=options.processes)
        stage.tell(f"{options.players} players for {options.minutes:g} minutes")
        locust = start_locust(site, site.folder, sessions=sessions, options=options)
        seen = watch(locust, pids, minutes=options.minutes)
        summary = site.folder / "load_stats.csv"
        if not summary.exists():
            print((site.folder / "locust.log").read_text())
            return 1
        with summary.open() as file:
            rows = list(csv.DictReader(file))
        met = show(rows, seen, waiting=Notice.objects.due(timezone.now()).count())
        failures = (site.folder / "load_failures.csv").read_text().splitlines()[1:]
        print(*failures[:10], sep="\n")
        return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
