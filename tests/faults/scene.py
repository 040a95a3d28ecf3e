"""Sets scenes inside the database of a site: run as a process with that site's environment.

    python -m tests.faults.scene sweep '{"seconds": 3}'

prints what the function returned as JSON. Without arguments it reads lines of JSON, `["sweep", {"seconds": 3}]`, and
answers each by a line. Sessions are made as a log-in makes them, without its page.
"""

import json
import sys
from collections.abc import Callable
from typing import Any


def people(*, names: list[str], password: str = "") -> dict[str, dict[str, Any]]:
    """Players by name: their id and the cookie of a session."""
    from django.test import Client

    from tests.factories import UserFactory

    found = {}
    for name in names:
        user = UserFactory(username=name)
        if password:
            user.set_password(password)
            user.save()
        client = Client()
        client.force_login(user)
        found[name] = {"id": user.pk, "session": client.cookies["sessionid"].value}
    return found


def games(*, first: str, second: str, count: int) -> list[int]:
    """Games that have just begun, three days per turn; the notices of their beginning are dropped before a worker
    of the site sees them: one in flight would arrive among those of what a test does next."""
    from django.db import transaction

    from accounts.models import User
    from notifications.delivery import outbox
    from tests.factories import GameFactory

    players = {"first": User.objects.get(username=first), "second": User.objects.get(username=second)}
    with transaction.atomic():
        found = [GameFactory(**players).pk for _ in range(count)]
        outbox.discard_open()
    return found


def thought() -> int:
    """A guest's game, of which nobody is told, in which a computer is to move, one that thinks for a while."""
    from django.db import transaction

    from computers.starting import find_computer
    from engine import registry
    from games import guests
    from tests.factories import GameFactory

    computer = find_computer(registry.get("mastery"), level="veteran").user
    with transaction.atomic():
        guest = guests.make()
    return GameFactory(first=guest, second=computer, turns=["Md1-c1"]).pk


def challenges(*, challenger: str, count: int) -> list[int]:
    """Open challenges to anyone."""
    from accounts.models import User
    from tests.factories import ChallengeFactory

    user = User.objects.get(username=challenger)
    return [ChallengeFactory(challenger=user).pk for _ in range(count)]


def notices(*, count: int, recipient: str, since: int = 0) -> None:
    """Notices that are always true and due now, numbered from `since` on."""
    from accounts.models import User
    from notifications.routing import writing

    user = User.objects.get(username=recipient)
    writing.write(*(writing.make("test", key=f"test:{n}", recipient_id=user.pk) for n in range(since, since + count)))


def sweep(*, seconds: float) -> int:
    """Lets what is due run out again and again, as many a beat would; how many games it ended."""
    import time

    from games import play

    until, ended = time.monotonic() + seconds, 0
    while time.monotonic() < until:
        ended += play.run_out_due()
    return ended


SCENES: dict[str, Callable[..., Any]] = {
    scene.__name__: scene for scene in (people, games, thought, challenges, notices, sweep)
}


def set_scenes() -> None:
    """Sets what its lines ask for until they end, and holds no connection meanwhile."""
    from django.db import connection

    for line in sys.stdin:
        name, arguments = json.loads(line)
        told = SCENES[name](**arguments)
        connection.close()
        if connection.vendor == "postgresql":
            connection.close_pool()
        print(json.dumps(told), flush=True)


if __name__ == "__main__":
    import django

    django.setup()
    if sys.argv[1:]:
        print(json.dumps(SCENES[sys.argv[1]](**json.loads(sys.argv[2]))))
    else:
        set_scenes()
