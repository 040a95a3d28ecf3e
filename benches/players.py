"""What each of locust's players does: looks home, opens a game that waits, plays a legal turn at random, looks again.

Run by `benches.load`, which names the sessions in BENCH_SESSIONS and the first player's wait in BENCH_WAIT (seconds).
"""

import json
import os
import random
import re
from itertools import count
from pathlib import Path

from locust import HttpUser, between, task

CSRF = "c" * 32
SESSIONS = Path(os.environ["BENCH_SESSIONS"]).read_text().split()
WAIT = float(os.environ["BENCH_WAIT"])
DATA = re.compile(r'<script id="game-data" type="application/json">(.*?)</script>', re.DOTALL)
REVISION = re.compile(r'data-revision="(\d+)"')
GAME = re.compile(r'href="(/games/\d+/)"')
numbers = count()


class Player(HttpUser):
    """One of correspondence: back every so often, for all the games that wait."""

    wait_time = between(WAIT / 2, WAIT * 3 / 2)

    def on_start(self) -> None:
        self.client.cookies.set("sessionid", SESSIONS[next(numbers) % len(SESSIONS)])
        self.client.cookies.set("csrftoken", CSRF)

    @task
    def visit(self) -> None:
        page = self.client.get("/", name="home").text
        waiting = page.split("My turn", 1)[-1].split("Waiting for others", 1)[0]
        for path in GAME.findall(waiting)[:2]:
            self.play(path)

    def play(self, path: str) -> None:
        page = self.client.get(path, name="game").text
        found, revision = DATA.search(page), REVISION.search(page)
        moves = json.loads(found.group(1))["moves"] if found else []
        if not moves or not revision:
            return  # the game has ended, or the opponent's clock has
        move = random.choice(moves)[0]
        self.client.get(f"{path}preview/", params={"text": move}, name="preview")
        turn = {"csrfmiddlewaretoken": CSRF, "revision": revision.group(1), "text": move, "key": os.urandom(8).hex()}
        with self.client.post(
            f"{path}play/", data=turn, name="turn", allow_redirects=False, catch_response=True
        ) as answer:
            if answer.status_code != 302:
                answer.failure(f"A legal turn was answered by {answer.status_code}")
        self.client.get(path, name="game after the turn")
        self.client.get(f"{path}state/", params={"revision": int(revision.group(1)) + 1}, name="state")
