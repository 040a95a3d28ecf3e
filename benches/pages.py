"""Measures what pages and a turn cost beside an earlier version: `python -m benches.pages [--beside COMMIT]`.

Both versions draw the same pages on copies of one database, which the demonstration of one fixed commit makes and each
version migrates. They take turns, three rounds of sixty pages; the least processor time of all counts, and the ratio of
the two says more than either, as machines differ. `--profile PAGE` tells what one page of this version spends it on.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tarfile
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).resolve().parent.parent
DATA = "c816b12a"
"""Whose demonstration makes the database, so that rows of RESULTS.md can be compared."""
PAGES = (
    "home",
    "game of Mastery, to its player",
    "front page of a visitor",
    "profile, to a visitor",
    "challenges",
    "leaderboard",
    "POST of a turn",
)
DRAWER = """
import cProfile, gc, json, pstats, sys, time
import django
django.setup()
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext, setup_test_environment
setup_test_environment()
from accounts.models import User
from games.models import Game

asked = json.loads(sys.argv[1])
hazel, rowan = (User.objects.get(username=name) for name in ("Hazel", "Rowan"))
clients = {}
for user in (hazel, rowan):
    clients[user.pk] = Client(SERVER_NAME="localhost")
    clients[user.pk].force_login(user)
member, visitor = clients[hazel.pk], Client(SERVER_NAME="localhost")
game = Game.objects.waiting_for(hazel).of(rowan).filter(ruleset_slug="mastery").get()


def get(client, path):
    def draw():
        answer = client.get(path)
        assert answer.status_code == 200, (path, answer.status_code)
    return lambda: draw


def turn():
    # What posts the next turn: a quiet one, so that the game goes on. To find it is not measured.
    now = Game.objects.get(pk=game.pk)
    position, side = now.position, now.side_to_move
    ruleset = now.ruleset
    text = next(move for move in position.legal_moves() if ruleset.is_quiet(move) and not move.startswith("~"))
    client = clients[now.seats.get(side=side).user_id]
    client.get(f"/games/{game.pk}/")
    sent = {"revision": now.revision, "key": f"bench-{now.revision}-{time.time_ns()}", "text": text}

    def post():
        answer = client.post(f"/games/{game.pk}/play/", sent)
        assert answer.status_code == 302, (answer.status_code, answer.content[:300])
    return post


pages = {
    "home": get(member, "/"),
    "game of Mastery, to its player": get(member, f"/games/{game.pk}/"),
    "front page of a visitor": get(visitor, "/"),
    "profile, to a visitor": get(visitor, "/people/Hazel/"),
    "challenges": get(member, "/challenges/"),
    "leaderboard": get(member, "/leaderboard/mastery/"),
    "POST of a turn": turn,
}
found = {}
profile = cProfile.Profile() if asked["profile"] else None
for name in asked["pages"]:
    prepare = pages[name]
    for _ in range(5):
        prepare()()
    gc.collect()
    took = []
    for _ in range(asked["times"]):
        draw = prepare()
        if profile:
            profile.runcall(draw)
            continue
        began = time.process_time()
        draw()
        took.append(time.process_time() - began)
    draw = prepare()
    with CaptureQueriesContext(connection) as queries:
        draw()
    found[name] = (min(took, default=0) * 1000, len(queries))
if profile:
    pstats.Stats(profile).sort_stats(asked["profile"]).print_stats(asked["lines"])
print(json.dumps(found))
"""


def take_version(commit: str, folder: Path) -> Path:
    """The tree of a commit, in this folder."""
    told = subprocess.run(["git", "archive", commit], cwd=HERE, check=True, capture_output=True)
    with tarfile.open(fileobj=BytesIO(told.stdout)) as archive:
        archive.extractall(folder, filter="data")
    return folder


def run(version: Path, data: Path, *arguments: str) -> str:
    """What a program of this version prints, on this folder of data."""
    environ = {"PATH": os.environ["PATH"], "DATA_DIR": str(data), "PYTHONPATH": str(version), "PYTHONHASHSEED": "0"}
    environ |= {"DJANGO_SETTINGS_MODULE": "mastery_site.settings", "TURN_NOTICE_WAIT": "60"}
    command = [sys.executable, "-W", "ignore", *arguments]
    done = subprocess.run(command, cwd=version, env=environ, check=False, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{version.name}: {' '.join(arguments)[:60]} ended with {done.returncode}:\n{done.stderr}")
    return done.stdout


def prepare_data(version: Path, made: Path, folder: Path) -> Path:
    """A copy of the database, migrated by this version."""
    shutil.copytree(made, folder)
    run(version, folder, "manage.py", "migrate", "--verbosity", "0")
    return folder


def draw(version: Path, data: Path, folder: Path, **asked: object) -> str:
    """What the drawer prints, on a copy of the data, so that turns posted in one round are not there in the next."""
    shutil.copytree(data, folder)
    try:
        return run(version, folder, "-c", DRAWER, json.dumps(asked))
    finally:
        shutil.rmtree(folder)


def show(least: dict[str, dict[str, tuple[float, int]]], names: list[str]) -> None:
    """A row a page, as benches/RESULTS.md has them."""
    print(f"| processor time, ms (queries) | {' | '.join(names)} | ratio |\n|---|{'---|' * len(names)}---|")
    for page in PAGES:
        if page not in least[names[0]]:
            continue
        cells = [f"{least[name][page][0]:.1f} ({least[name][page][1]})" for name in names]
        print(f"| {page} | {' | '.join(cells)} | {least[names[-1]][page][0] / least[names[0]][page][0]:.2f} × |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--beside", default=DATA, help="the commit to compare with")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--times", type=int, default=60, help="how often a round draws each page")
    parser.add_argument("--pages", nargs="+", choices=PAGES, default=list(PAGES))
    parser.add_argument("--profile", choices=("tottime", "cumtime"), help="profile the pages of this version instead")
    parser.add_argument("--lines", type=int, default=40, help="of the profile")
    options = parser.parse_args()
    asked = {"pages": options.pages, "times": options.times, "profile": options.profile, "lines": options.lines}
    with TemporaryDirectory(prefix="bench-") as name:
        folder = Path(name)
        maker = take_version(DATA, folder / "maker")
        made = folder / "made"
        run(maker, made, "manage.py", "migrate", "--verbosity", "0")
        run(maker, made, "manage.py", "demo")
        if options.profile:
            print(draw(HERE, prepare_data(HERE, made, folder / "here"), folder / "round", **asked))
            return
        versions = {options.beside: take_version(options.beside, folder / "version"), "here": HERE}
        data = {
            each: prepare_data(version, made, folder / f"data-{version.name}") for each, version in versions.items()
        }
        least: dict[str, dict[str, tuple[float, int]]] = {each: {} for each in versions}
        for _ in range(options.rounds):
            for each, version in versions.items():
                told = json.loads(draw(version, data[each], folder / "round", **asked).splitlines()[-1])
                for page, (took, queries) in told.items():
                    least[each][page] = (min(took, least[each].get(page, (took, 0))[0]), queries)
        show(least, list(versions))


if __name__ == "__main__":
    main()
