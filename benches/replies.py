"""Measures how fast one worker takes replies out of a mailbox and plays them, on PostgreSQL and a real Dovecot.

    python -m benches.replies [--replies 1000]

Each reply is a first turn of a game of its own, 4 kB long, with the email it answers quoted below.
"""

from __future__ import annotations

import argparse
import os
import resource
import time

from benches import stage
from tests.dovecot import run_dovecot

GOAL = 60
"""Seconds for a thousand."""
QUOTED = "> The board as it stood, in words that nobody reads twice.\n" * 60


def start_games(count: int) -> list[int]:
    players = stage.make_players(2 * count)
    return [stage.play_game((players[2 * number], players[2 * number + 1]), []) for number in range(count)]


def write_replies(games: list[int]) -> list[bytes]:
    from games.models import Game
    from tests.replies.ways.answering import write_answer

    found = []
    for game in Game.objects.filter(pk__in=games).order_by("pk"):
        mail = write_answer(game)
        mail.set_content(f"{mail.get_content()}{QUOTED}")
        found.append(mail.as_bytes())
    return found


def read_all(count: int) -> list[float]:
    """Seconds of each look until nothing is left."""
    from replies.tasks import read_replies

    left, looks = count, []
    while left > 0:
        began = time.perf_counter()
        done = read_replies()
        looks.append(time.perf_counter() - began)
        assert done, f"{left} replies are left"
        left -= done
    return looks


def peak() -> float:
    """MB of this process at most, so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--replies", type=int, default=1000)
    count = parser.parse_args().replies
    with run_dovecot() as server:
        os.environ["SSL_CERT_FILE"] = server.certificate
        told = {"REPLY_ADDRESS": "turn@reply.localhost", "INBOUND_URL": server.url}
        with stage.open_site(REPLY_AUTHORITY="mx.reply.localhost", **told):
            stage.tell(f"Starting {count:,} games")
            games = start_games(count)
            server.deliver(*write_replies(games))
            from games.models import Turn
            from replies.models import Reply

            before = peak()
            stage.tell("Reading")
            looks = read_all(count)
            took, played = sum(looks), Turn.objects.filter(game__in=games).count()
            assert played == Reply.objects.filter(outcome="played").count() == count, f"{played} of {count} were played"
            print(
                f"\n{count:,} replies in {took:.1f} s by one worker, {count / took:.0f} a second, in {len(looks)} looks"
            )
            print(f"memory at most {peak():.0f} MB, of which {peak() - before:.0f} MB since the first")
            print(f"goal {GOAL * count / 1000:.0f} s: {'met' if took <= GOAL * count / 1000 else 'missed'}")


if __name__ == "__main__":
    main()
