"""How long the queue and the page of a person take: 100,000 reports wait, and the person has played 10,000 games.

    python -m benches.moderation

makes a database of its own in a folder that is thrown away, and prints the milliseconds of each page, medians.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time

REPORTS, GAMES, PEOPLE, ROUNDS = 100_000, 10_000, 500, 7
MOST_MS = 300


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"DATA_DIR": folder, "DJANGO_SETTINGS_MODULE": "mastery_site.settings", "LOG_LEVEL": "ERROR"}
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        fill()
        return measure()


def fill() -> None:
    from django.db import connection
    from django.utils import timezone

    from accounts.models import User
    from games import clock, play
    from games.models import Game, Seat
    from moderation.models import Report

    now = timezone.now()
    people = [
        User(username=f"Bench{n}", look=f"bench{n}", email=f"b{n}@example.org", password="!") for n in range(PEOPLE)
    ]
    User.objects.bulk_create(people)
    people = list(User.objects.order_by("pk"))
    one = play.start_game(ruleset_slug="mastery", options={}, control=clock.Days(3), first=people[0], second=people[1])
    columns = {
        field.attname: getattr(one, field.attname) for field in Game._meta.concrete_fields if not field.primary_key
    }
    ended = {**columns, "ended_at": now, "termination": "time", "winner": 0}
    Game.objects.bulk_create([Game(**(columns if n % 50 == 0 else ended)) for n in range(GAMES)], batch_size=500)
    games = list(Game.objects.exclude(pk=one.pk).values_list("pk", flat=True))
    seats = [
        Seat(game_id=game, side=side, user=people[0] if side else people[1 + number % (PEOPLE - 1)])
        for number, game in enumerate(games)
        for side in (0, 1)
    ]
    Seat.objects.bulk_create(seats, batch_size=2000)
    matters = [("words", 1), ("spam", 2), ("help", 2), ("other", 3)]
    rows = (
        Report(
            reporter=people[number % PEOPLE],
            about=people[(number // 7) % PEOPLE if number % 3 else 0],
            thing_id=number,
            matter=matters[number % 4][0],
            gravity=matters[number % 4][1],
            text="He was rude to me in the chat.",
            made_at=now,
            game_id=games[number % GAMES],
        )
        for number in range(REPORTS)
    )
    Report.objects.bulk_create(rows, batch_size=2000)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def measure() -> int:
    from django.test import Client
    from django.test.utils import override_settings

    from accounts.models import User
    from moderation.models import Report
    from tests.administration import enter

    staff = User.objects.create(username="Ada", email="ada@example.org", is_staff=True, is_superuser=True)
    client = enter(Client(), staff)
    report = Report.objects.filter(about__username="Bench0").first()
    pages = {"queue": "", "person": "people/Bench0/", "report": f"reports/{report.pk}/"}
    slow = 0
    with override_settings(ALLOWED_HOSTS=["testserver"]):
        for name, address in pages.items():
            assert client.get(f"/moderation/{address}").status_code == 200
            taken = []
            for _ in range(ROUNDS):
                began = time.perf_counter()
                assert client.get(f"/moderation/{address}").status_code == 200
                taken.append((time.perf_counter() - began) * 1000)
            print(f"{name:8} {statistics.median(taken):7.0f} ms")
            slow += statistics.median(taken) > MOST_MS
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
