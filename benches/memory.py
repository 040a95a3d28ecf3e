"""Watches the memory of a web process under load, minute by minute, and says whether it stays level from minute 10 on.

    python -m benches.memory [--minutes 30] [--connections 8] [--pause 0.05]

A whole site on PostgreSQL, Redis and a mail server that keeps nothing. The load is of every game: home pages, games,
turns, earlier positions, profiles, practice boards, and what nobody should send, on connections that stay open.
"""

from __future__ import annotations

import argparse
import re
import sys
import threading
import time
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random
from urllib.parse import quote, urlencode

from benches import stage
from tests import servers
from tests.faults.public import CSRF, PYTHON, PublicSite

GROWTH = 1.05
"""How much more at the end than at minute 10 is growth."""
SLUGS = ("mastery", "masters", "master")
GAME = re.compile(r'href="(/games/\d+/)"')
MOVE = re.compile(r'\["([^"]{4,40})", \[\[')
REVISION = re.compile(r'data-revision="(\d+)"')


class Visitor(threading.Thread):
    """Comes as one player after another, until told to stop; counts answers by status."""

    def __init__(self, port: int, sessions: list[str], *, seed: int, pause: float) -> None:
        super().__init__(daemon=True)
        self.port, self.sessions, self.rng, self.pause = port, sessions, Random(seed), pause
        self.counted: dict[int, int] = {}
        self.ends = threading.Event()
        self.connection = HTTPConnection("127.0.0.1", port, timeout=60)

    def run(self) -> None:
        while not self.ends.is_set():
            try:
                self.visit(self.rng.choice(self.sessions))
            except (OSError, HTTPException) as error:
                if not self.ends.is_set():
                    stage.tell(f"no answer: {error!r}")
                self.connection = HTTPConnection("127.0.0.1", self.port, timeout=60)

    def ask(self, path: str, session: str, data: dict[str, object] | None = None) -> str:
        time.sleep(self.rng.uniform(0, 2 * self.pause))
        headers = {"Cookie": f"csrftoken={CSRF}; sessionid={session}", "Host": f"localhost:{self.port}"}
        body = None
        if data is not None:
            body = urlencode({"csrfmiddlewaretoken": CSRF, **data})
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        self.connection.request("GET" if body is None else "POST", path, body, headers)
        answer = self.connection.getresponse()
        self.counted[answer.status] = self.counted.get(answer.status, 0) + 1
        return answer.read().decode(errors="replace")

    def visit(self, session: str) -> None:
        home = self.ask("/", session)
        for path in self.rng.sample(found := sorted(set(GAME.findall(home))), min(2, len(found))):
            self.play(path, session)
        slug, odd = self.rng.choice(SLUGS), "".join(chr(self.rng.randrange(32, 0x3000)) for _ in range(200))
        self.ask(f"/practice/{slug}/", session)
        self.ask(f"/practice/{slug}/?turns={quote(odd)}", session)
        self.ask(f"/people/Player{self.rng.randrange(len(self.sessions))}/", session)

    def play(self, path: str, session: str) -> None:
        page = self.ask(path, session)
        moves, revision = MOVE.findall(page), REVISION.search(page)
        if not moves or not revision:
            return
        move = self.rng.choice(moves)
        self.ask(f"{path}preview/?{urlencode({'text': move})}", session)
        self.ask(f"{path}preview/?{urlencode({'text': ' ' * 900 + move + str(self.rng.random())})}", session)
        turn = {"revision": revision.group(1), "text": move, "key": f"{self.rng.random()}"}
        self.ask(f"{path}play/", session, turn)
        self.ask(path, session)


def make_games(players: list[int]) -> None:
    """Each player against the next, in every game."""
    from accounts.models import User
    from games import clock, play
    from notifications.delivery import outbox

    users = User.objects.in_bulk(players)
    for place, player in enumerate(players):
        for slug in SLUGS:
            other = players[(place + 1) % len(players)]
            play.start_game(
                ruleset_slug=slug, options={}, control=clock.Days(3), first=users[player], second=users[other]
            )
    outbox.discard_open()


def list_children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def measure(pids: list[int]) -> float:
    """Megabytes of these processes, what they share counted in part (PSS)."""
    told = [Path(f"/proc/{pid}/smaps_rollup").read_text().split("Pss:", 1)[1].split()[0] for pid in pids]
    return sum(map(int, told)) / 1024


def watch(site: PublicSite, visitors: list[Visitor], *, minutes: int) -> list[float]:
    """Prints each minute's memory; returns those of the web process, from minute 0 on."""
    web = site.run_web(processes=1)
    parts = {"worker": site.run_worker().pid, "beat": site.run_beat().pid}
    for visitor in visitors:
        visitor.start()
    seen, began, pids = [], time.monotonic(), list_children(web.pid)
    for minute in range(minutes + 1):
        time.sleep(max(0, began + 60 * minute - time.monotonic()))
        if list_children(web.pid) != pids:
            raise SystemExit("The web process was started again: what it held before is not known.")
        seen.append(measure(pids))
        others = ", ".join(f"{name} {measure([pid]):.0f}" for name, pid in parts.items())
        asked = sum(sum(visitor.counted.values()) for visitor in visitors)
        stage.tell(f"minute {minute:2}: web {seen[-1]:.1f} MB ({others}), {asked:,} requests")
    return seen


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=int, default=30)
    parser.add_argument("--connections", type=int, default=8)
    parser.add_argument("--players", type=int, default=60)
    parser.add_argument("--pause", type=float, default=0.05, help="seconds before each request, in the mean")
    options = parser.parse_args()
    port = servers.free_port()
    with stage.open_site(email_url=f"smtp://127.0.0.1:{port}/", web=True) as site:
        site.run([*PYTHON, "benches.mail_sink", str(port)])
        players = stage.make_players(options.players)
        make_games(players)
        sessions = stage.log_in(players)
        visitors = [Visitor(site.port, sessions, seed=seed, pause=options.pause) for seed in range(options.connections)]
        seen = watch(site, visitors, minutes=options.minutes)
        for visitor in visitors:
            visitor.ends.set()
    counted: dict[int, int] = {}
    for visitor in visitors:
        for status, number in visitor.counted.items():
            counted[status] = counted.get(status, 0) + number
    settled, last = seen[min(10, len(seen) - 1)], max(seen[-3:])
    level = last <= settled * GROWTH
    print(f"answers by status: {dict(sorted(counted.items()))}")
    print(f"web: {settled:.1f} MB at minute 10, {last:.1f} MB at the end: {'level' if level else 'NOT LEVEL'}")
    return 0 if level and not any(status >= 500 for status in counted) else 1


if __name__ == "__main__":
    sys.exit(main())
