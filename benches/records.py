"""Measures records: writing one against `json.dumps` of the same rows, reading one against bare play of its turns, and
drawing a game as a GIF against drawing each frame.

    python -m benches.records [--games 20]

Both references are of the same run. Each figure is the least of five medians over the games of a ruleset.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from statistics import median
from typing import Any

from benches import stage

ROUNDS = 5
AS_MUCH_AS_JSON, AS_MUCH_AS_PLAY = 0.5, 0.8
"""The least share of the reference's speed."""
KNOWN, NEW, MOST_BYTES = 10, 2, 900_000
"""How many times as fast as drawing each frame: with squares that are known, and the first time; and the largest GIF of
80 turns at 480 pixels."""


def play_out(ruleset, rng: random.Random) -> list[str]:
    position, turns = ruleset.start(), []
    while len(turns) < 200 and (moves := position.legal_moves()):
        turns.append(rng.choice(moves))
        position = position.play(turns[-1])
    return turns


def make(ruleset, rng: random.Random):
    from records.record import Played, Record

    began = datetime(2026, 11, 2, 8, tzinfo=UTC)
    turns = [
        Played(text, (began + timedelta(hours=9 * number)).date(), timedelta(rng.randrange(4)))
        for number, text in enumerate(play_out(ruleset, rng))
    ]
    return Record(ruleset.slug, ruleset.revision, {}, "", ruleset.start().text(), "Anna", "Boris", tuple(turns))


def measure(work: Callable[[object], object], games: list) -> float:
    """Seconds a game."""
    found = []
    for _ in range(ROUNDS):
        took = []
        for game in games:
            began = time.perf_counter()
            work(game)
            took.append(time.perf_counter() - began)
        found.append(median(took))
    return min(found)


def dump_rows(record) -> str:
    """The rows as the database gives them: a turn's number, text, day and time left."""
    from django.core.serializers.json import DjangoJSONEncoder

    rows = [
        {"ply": ply, "text": turn.text, "at": turn.at, "left": turn.left} for ply, turn in enumerate(record.turns, 1)
    ]
    return json.dumps(rows, cls=DjangoJSONEncoder)


def play(record) -> None:
    position = record.ruleset.start()
    for turn in record.turns:
        position = position.play(turn.text)


def read(text: str) -> None:
    from records.reading import read_all

    for found in read_all(text):
        for _ in found.record.replay():
            pass


def run(count: int) -> None:
    from engine import registry
    from records.writing import write_json, write_text

    rng = random.Random(1)
    for ruleset in registry.all_rulesets():
        games = [make(ruleset, rng) for _ in range(count)]
        turns = median(len(game.turns) for game in games)
        rows, bare = measure(dump_rows, games), measure(play, games)
        text, as_json = measure(write_text, games), measure(write_json, games)
        again = measure(read, [write_text(game) for game in games])
        print(
            f"{ruleset.slug}, {count} games of {turns:.0f} turns: text {text * 1e3:.2f} ms, "
            f"JSON {as_json * 1e3:.2f} ms, "
            f"json.dumps of the rows {rows * 1e3:.2f} ms: {rows / text:.2f} of its speed (goal {AS_MUCH_AS_JSON}); "
            f"read {again * 1e3:.2f} ms, bare play {bare * 1e3:.2f} ms: {bare / again:.2f} (goal {AS_MUCH_AS_PLAY})"
        )


def animate(ruleset) -> None:
    """Eighty turns at 480 pixels."""
    from engine import drawing
    from games.pictures import tiles
    from records.animation import Shown, draw_gif
    from records.pictures.look import Look

    turns = [None, *play_out(ruleset, random.Random(3))][:81]
    positions = make(ruleset, random.Random(3)).replay()
    shown = [Shown(position, turn) for turn, position in zip(turns, positions, strict=False)]

    def draw() -> bytes:
        return draw_gif(ruleset, shown, look=Look(), result="1-0")

    def draw_each() -> list[bytes]:
        boards = [drawing.draw_board(ruleset, each.position, last_turn=each.turn, standalone=True) for each in shown]
        return [tiles.draw(board, width=480) for board in boards]

    tiles.squares.clear()
    new, content = take(draw)
    known = min(take(draw)[0] for _ in range(ROUNDS))
    each, _ = take(draw_each)
    print(
        f"{ruleset.slug}, GIF of {len(shown)} frames: {len(content) / 1000:.0f} kB (at most {MOST_BYTES / 1000:.0f}), "
        f"first {new:.2f} s, again {known:.2f} s, each frame drawn {each:.2f} s: {each / new:.1f} times as fast "
        f"(goal {NEW}), {each / known:.1f} (goal {KNOWN})"
    )


def take(work: Callable[[], Any]) -> tuple[float, Any]:
    began = time.perf_counter()
    done = work()
    return time.perf_counter() - began, done


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=20)
    given = parser.parse_args()
    with stage.open_database("sqlite"):
        run(given.games)
        from engine import registry

        for ruleset in registry.all_rulesets():
            animate(ruleset)


if __name__ == "__main__":
    main()
