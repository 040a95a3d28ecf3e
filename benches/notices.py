"""Measures how fast one worker writes to the players whose turn it is, on PostgreSQL, Redis and a local mail server.

    python -m benches.notices [--mails 10000] [--sample 300] [--rounds 5]

All mails are real your-turn mails, each of a position of its own, made by copying games really played as they stood
after each turn. First a real Celery worker delivers them all; then, in this process, samples of them show what a mail
costs with its picture made, with its picture found in the cache, and without, beside ready-made mails of the same size.
"""

from __future__ import annotations

import argparse
import smtplib
import time
from random import Random
from statistics import median
from unittest import mock

from benches import stage
from tests import servers
from tests.faults.public import PYTHON, WORKER, PublicSite

GOAL = 300
"""Seconds for all mails."""
PLIES = 100
"""Of each game that is played, and so the positions it gives."""
FIRST = 4
"""The first ply that is copied: earlier ones are like those of other games."""


def play_games(count: int, *, rng: Random) -> list[int]:
    """Games enough for so many positions, of players in pairs."""
    games = []
    for number in range(-(-count // (PLIES - FIRST))):
        pair = stage.make_players(2)
        games.append(stage.play_game((pair[0], pair[1]), stage.choose_moves(PLIES, rng=rng)))
        if number % 20 == 19:
            stage.tell(f"{number + 1} games of {PLIES} turns played")
    return games


def copy_positions(games: list[int], *, count: int) -> list[int]:
    """A game for each turn of these, standing as it stood then, whose next mover is in no other; their ids."""
    from django.db import connection
    from django.db.models import Max

    from games.models import Game, Seat, Turn

    top = Game.objects.aggregate(top=Max("pk"))["top"]
    stood = {"ply": "turn.ply", "side_to_move": "1 - turn.side", "position_text": "turn.position_text"}
    stood |= {"id": "copy.id", "revision": "turn.ply + 1"}

    def columns(model, given: dict[str, str]) -> tuple[str, str]:
        names = [field.column for field in model._meta.local_fields if field.column in given or field.column != "id"]
        return ", ".join(names), ", ".join(given.get(name, f"original.{name}") for name in names)

    source = "copy JOIN games_turn AS turn ON turn.id = copy.turn"
    steps = [
        (Game, stood, f"{source} JOIN games_game AS original ON original.id = turn.game_id"),
        (Seat, {"game_id": "copy.id"}, f"{source} JOIN games_seat AS original ON original.game_id = turn.game_id"),
        (Turn, {"game_id": "copy.id"}, f"{source} JOIN games_turn AS original ON original.id = turn.id"),
    ]
    with connection.cursor() as cursor:
        cursor.execute(
            f"CREATE TEMP TABLE copy AS SELECT {top} + row_number() OVER (ORDER BY position_text) AS id, id AS turn"
            " FROM (SELECT DISTINCT ON (position_text) id, position_text FROM games_turn"
            " WHERE game_id = ANY(%s) AND ply >= %s ORDER BY position_text) AS distinct_turn LIMIT %s",
            [games, FIRST, count],
        )
        for model, given, tables in steps:
            names, values = columns(model, given)
            cursor.execute(f"INSERT INTO {model._meta.db_table} ({names}) SELECT {values} FROM {tables}")
        cursor.execute("SELECT setval('games_game_id_seq', (SELECT max(id) FROM games_game))")
        cursor.execute(  # turns of one reader would all be in one mail
            f"UPDATE games_seat AS seat SET user_id = (%s::bigint[])[game.id - {top}] FROM games_game AS game"
            f" WHERE game.id = seat.game_id AND game.side_to_move = seat.side AND game.id > {top}",
            [stage.make_players(count)],
        )
        cursor.execute("SELECT id FROM copy")
        return [row[0] for row in cursor.fetchall()]


def announce(games: list[int]) -> None:
    """Has the real receiver write the notices, and keeps the mails of turns alone."""
    from django.db.models import F

    from games.models import Seat
    from games.play.clocks import announce_turn
    from notifications.models import Notice

    with mock.patch("notifications.wake.delivery.wake_on_commit"):
        for seat in Seat.objects.filter(game__in=games, side=F("game__side_to_move")).select_related("game"):
            announce_turn(seat.game, seat)
    Notice.objects.exclude(kind="your_turn", channel="email").delete()


def deliver_by_worker(site: PublicSite, *, count: int) -> float:
    """Seconds from the wake-up to the last mail, by one worker of one thread."""
    from notifications.models import Notice

    site.run([*WORKER, "--concurrency", "1"])
    time.sleep(5)  # it has started
    began = time.perf_counter()
    site.wake_worker()
    while (left := Notice.objects.open().count()) > 0:
        time.sleep(0.25)
        passed = time.perf_counter() - began
        if int(passed) % 20 == 0 and int(passed - 0.25) % 20:
            stage.tell(f"{count - left:,} of {count:,} delivered")
        if passed > 6 * GOAL:
            raise TimeoutError(f"{left} mails are left after {passed:.0f} s")
    passed = time.perf_counter() - began
    sent = Notice.objects.filter(state=Notice.State.SENT).count()
    assert sent == count, f"{sent} of {count} were sent"
    return passed


def deliver_here(games: list[int]) -> float:
    """Mails a second, by what the worker runs."""
    from notifications.delivery import outbox
    from notifications.models import Notice

    Notice.objects.all().delete()
    announce(games)
    began = time.perf_counter()
    while Notice.objects.open().exists():
        assert outbox.deliver_due() > 0
    return len(games) / (time.perf_counter() - began)


def send_ready_made(port: int, *, count: int, size: int) -> float:
    """Mails a second that were written before: what the mail server and smtplib take."""
    message = b"Subject: Ready-made\r\n\r\n" + b"x" * 75 + b"\r\n"
    message += (b"x" * 75 + b"\r\n") * (size // 77)
    began = time.perf_counter()
    with smtplib.SMTP("127.0.0.1", port) as connection:
        for _ in range(count):
            connection.sendmail("a@example.org", ["b@example.org"], message)
    return count / (time.perf_counter() - began)


def measure_parts(games: list[int], *, port: int, rounds: int, size: int) -> dict[str, list[float]]:
    """Emails per second, a figure for each round: with every picture drawn anew, with every picture found in the cache,
    without pictures, and with emails that were written before."""
    from django.core.cache import cache

    found: dict[str, list[float]] = {name: [] for name in ("new picture", "from the cache", "text alone", "ready-made")}
    for _ in range(rounds):
        cache.clear()
        found["new picture"].append(deliver_here(games))
        found["from the cache"].append(deliver_here(games))
        with mock.patch("notifications.wording.games.draw_picture", return_value=None):
            found["text alone"].append(deliver_here(games))
        found["ready-made"].append(send_ready_made(port, count=len(games), size=size))
    return found


def measure_size(game_id: int) -> int:
    """Bytes of one mail."""
    from django.utils import timezone

    from notifications.channels.email.composing import compose
    from notifications.models import Notice

    notice = Notice.objects.get(payload__game=game_id)
    return len(compose(notice, now=timezone.now()).message().as_bytes())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mails", type=int, default=10_000)
    parser.add_argument("--sample", type=int, default=300, help="mails a round of each kind")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    port = servers.free_port()
    with stage.open_site(email_url=f"smtp://127.0.0.1:{port}/") as site:
        site.run([*PYTHON, "benches.mail_sink", str(port)])
        stage.tell("Playing games")
        games = copy_positions(play_games(options.mails, rng=Random(1)), count=options.mails)
        from notifications.delivery import outbox

        outbox.discard_open()
        stage.tell(f"Writing {len(games):,} notices")
        announce(games)
        size = measure_size(games[0])
        stage.tell("Delivering")
        took = deliver_by_worker(site, count=len(games))
        print(f"\n{len(games):,} your-turn mails of distinct positions, {size / 1000:.0f} kB each, by one worker")
        wanted = GOAL * len(games) / 10_000
        print(f"all           {took:7.1f} s  {len(games) / took:7.0f} mails/s", end="   ")
        print(f"goal {wanted:g} s: {'met' if took <= wanted else 'MISSED'}", flush=True)
        for process in site.processes[1:]:
            site.kill(process)
        parts = measure_parts(games[: options.sample], port=port, rounds=options.rounds, size=size)
    print(f"Samples of {options.sample}, medians of {options.rounds} rounds")
    for name, rates in parts.items():
        beside = median(rate / other for rate, other in zip(rates, parts["ready-made"], strict=True))
        print(f"{name:14} {median(rates):6.0f} mails/s  {beside:5.2f} × ready-made")


if __name__ == "__main__":
    main()
