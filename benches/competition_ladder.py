"""Measures a large ladder: its page beside the list of players, and a win that leads from the bottom to the top.

    python -m benches.competition_ladder [--members 10000] [--rounds 21] [--on sqlite postgres]

All members have ratings, on-time figures and recent visits, as have the players of the list. Pages are asked for in
this process, by a visitor, by a member in the middle and by the last one; a win is the end of a real game by
resignation, once as a ladder game and once as another rated one, to tell what the ladder adds.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from statistics import median
from typing import Any

from benches import stage
from benches.rated_pages import look, settle

SHARE, MOST = 0.8, 50.0
"""What the page is to be worth beside the list of players, and milliseconds of a win."""
SLUG = "mastery"


def fill(members: int) -> list[int]:
    """Players on a ladder, from the top to the bottom; their ids."""
    from django.utils import timezone

    from competition.ladder.order import STEP
    from competition.models import LadderMember
    from engine import glicko
    from games.models import OnTimeRecord, PlayedRuleset, PlayerRating

    now, players = timezone.now(), stage.make_players(members)
    places, ratings, played, on_time = [], [], [], []
    for place, pk in enumerate(players, 1):
        places.append(LadderMember(user_id=pk, ruleset_slug=SLUG, rank=place * STEP, joined_at=now, played_at=now))
        rating = PlayerRating(user_id=pk, ruleset_slug=SLUG, games=30)
        rating.take(glicko.Rating(2200 - place / 10, 70, 0.06), at=now)
        ratings.append(rating)
        played.append(PlayedRuleset(user_id=pk, ruleset_slug=SLUG, last_on=now.date()))
        on_time.append(OnTimeRecord(user_id=pk, kept=40 + place % 11, games=50, counted_at=now))
    for rows in (places, ratings, played, on_time):
        type(rows[0]).objects.bulk_create(rows, batch_size=1000)
    settle()
    return players


def start(first: int, second: int, *, on_ladder: bool) -> Any:
    """A game of the last against the first, as a challenge would start it if the first were in reach."""
    from django.utils import timezone

    from accounts.models import User
    from competition.ladder.challenging import _start
    from competition.models import LadderGame
    from games.models import Game

    one, other, now = User.objects.get(pk=first), User.objects.get(pk=second), timezone.now()
    game = _start(SLUG, one, other, now=now)
    if on_ladder:
        LadderGame.objects.create(game=game, ruleset_slug=SLUG, challenger=one, challenged=other, started_at=now)
    else:
        Game.objects.filter(pk=game.pk).update(arranged="")
    return game


def measure_wins(players: list[int], *, rounds: int) -> dict[bool, list[float]]:
    """Milliseconds of a win over the first, with and without a ladder; each ladder game takes its winner to the top."""
    from competition.models import LadderMember
    from games import play

    took: dict[bool, list[float]] = {True: [], False: []}
    for _ in range(rounds + 1):
        for on_ladder in took:
            order = LadderMember.objects.on(SLUG).values_list("user", flat=True)
            top, bottom = order[0], order.last()
            assert bottom is not None
            game = start(bottom, top, on_ladder=on_ladder)
            side = game.seats.get(user=top).side
            began = time.perf_counter()
            play.resign(game.pk, side=side)
            took[on_ladder].append((time.perf_counter() - began) * 1000)
            assert (order[0] == bottom) is on_ladder
    return {on_ladder: times[1:] for on_ladder, times in took.items()}


def measure(kind: str, *, members: int, rounds: int) -> None:
    with stage.open_database(kind):
        stage.tell(f"{kind}: making a ladder of {members:,}")
        players = fill(members)
        ladder, middle = f"/ladder/{SLUG}/", members // 2
        pages = {
            "players": "/people/",
            "ladder": ladder,
            "ladder, around one’s place": f"{ladder}?page={middle // 25}",
            "ladder, last page": f"{ladder}?page={members // 25}",
        }
        for who, session in {"visitor": "", "member": stage.log_in([players[middle - 1]])[0]}.items():
            found = look(pages, session=session, rounds=rounds)
            for name, (queries, passed, worked) in found.items():
                share = found["players"][1] / passed
                verdict = "" if share >= SHARE else "  TOO SLOW"
                times = f"{passed:.1f} ms, {worked:.1f} ms of work"
                print(f"{who}: {name}: {queries} queries, {times}, {share:.2f} × players{verdict}", flush=True)
        wins = measure_wins(players, rounds=rounds)
        for on_ladder, times in wins.items():
            verdict = " TOO SLOW" if on_ladder and median(times) > MOST else ""
            name = "a win from the bottom to the top" if on_ladder else "the same end of another rated game"
            print(f"{name}: {median(times):.1f} ms, at most {max(times):.1f} ms{verdict}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--members", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=21)
    parser.add_argument("--on", nargs="+", choices=("sqlite", "postgres"), default=["sqlite", "postgres"])
    options = parser.parse_args()
    if len(options.on) == 1:
        measure(options.on[0], members=options.members, rounds=options.rounds)
        return
    for kind in options.on:  # each in a process of its own, since Django is set up once
        given = ["--members", str(options.members), "--rounds", str(options.rounds), "--on", kind]
        subprocess.run([sys.executable, "-m", "benches.competition_ladder", *given], check=True)


if __name__ == "__main__":
    main()
