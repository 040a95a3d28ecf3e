"""The ways that docs/ways.md tells: every file that runs is named there, and every file that is named runs.

Left out is what lies beneath, for a reason given there; the other ways need not name what the way to the reader names.
"""

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games import clock
from games.models import Challenge, Turn
from games.tasks import flag_expired_games
from games.views import challenges
from games.views.play import play_move
from moderation.views import acting
from notifications.models import EMAIL, Notice, Reminder
from notifications.tasks import deliver_due
from tests.administration import show_factor
from tests.factories import GameFactory, give_vacation
from tests.games.views.test_challenge_new import OPEN
from tests.moderation.staff import make_moderator, open_as
from tests.rows import each_row
from tests.tables import compare

ROOT = Path(__file__).parents[2]
BENEATH = (
    "core/",  # every way goes on it, and it knows no app
    *("engine/", "games/clock/", "accounts/profile/zones.py", "notifications/timing/"),  # pure functions
    *("notifications/registry.py", "notifications/contract.py"),  # find kinds and channels by their place
    *("notifications/wording/", "games/telling/", "games/reading/", "games/drawn.py"),  # what a message says
    "accounts/profile/computers.py",  # how a computer is called in it
    *("accounts/faces/", "accounts/profile/faces.py", "accounts/profile/figures.py"),  # what somebody looks like in it
    *("engine/drawing/", "games/pictures/", "accounts/emails/mails.py"),  # what it shows, and how it is laid out
    *("notifications/channels/", "notifications/chat_apps/"),  # what a channel does by itself; its carrier is named
    "tests/",
)
"""What docs/ways.md leaves out, by its reasons."""
CARRIER = "notifications/channels/email/carrier.py"
TO_THE_DATABASE, TO_THE_READER = "A turn, to the database", "A turn, to the reader"
OTHERS = ["A deadline", "A challenge", "What staff do to a game"]
LOADED = {"mastery_site/schedule.py"}
"""Read once, when the settings are."""
WITH_VACATION = "accounts/time_off/vacation.py"
QUERIES, ROWS = 11, 3
"""Of a turn: the queries where the game allows no vacation; the rows."""


def read_way(heading: str) -> set[str]:
    """The files that docs/ways.md names under that heading; of the channels, those of email."""
    text = (ROOT / "docs/ways.md").read_text()
    section = text.split(f"## {heading}\n")[1].split("\n#")[0]
    return {path.replace("<name>", "email") for path in re.findall(r"`(\w+/[\w/<>]+\.py)`", section)}


@contextmanager
def noting_files() -> Iterator[set[str]]:
    """The files of this project of which a function runs meanwhile, without those beneath."""
    ran: set[str] = set()

    def note(frame, event, argument):
        path = frame.f_code.co_filename
        if event == "call" and path.startswith(f"{ROOT}/") and "/.venv/" not in path:
            ran.add(path.removeprefix(f"{ROOT}/"))

    sys.setprofile(note)
    try:
        yield ran
    finally:
        sys.setprofile(None)
        ran -= {path for path in ran if path.startswith(BENEATH) and path != CARRIER}


@pytest.fixture(params=[0, 14], ids=["without vacation", "with vacation"])
def vacation_days(request) -> int:
    return request.param


@pytest.fixture
def submit(alice, boris, vacation_days):
    """Plays a first turn, lest what is prepared once in a process be counted, and returns what plays the second."""
    game = GameFactory(first=alice, second=boris, vacation_days=vacation_days)

    def post(user, text: str, *, ply: int) -> int:
        sent = {"text": text, "revision": ply + 1, "ply": ply, "key": text}
        return send(user, play_move, sent, pk=game.pk)

    assert post(alice, "Md1-c1", ply=0) == 302
    return lambda: post(boris, "Mc8-b8", ply=1)


def send(user: User, view: Callable[..., HttpResponse], sent: dict[str, object], **named: object) -> int:
    """The status of what a view answers to a form, without all that lies around every page."""
    request = RequestFactory().post("/", sent)
    request.user, request._messages, request.session = user, Messages(), show_factor(user)
    request._dont_enforce_csrf_checks = True
    return view(request, **named).status_code


class Messages:
    def add(self, *message: object) -> None:
        pass


@pytest.mark.django_db(transaction=True)
def test_its_files_are_those_that_the_page_names(submit, alice, vacation_days, settings):
    settings.TURN_NOTICE_WAIT = settings.TURN_NOTICE_GAP = timedelta(0)
    deliver_due()  # what the first turn has left
    with noting_files() as ran:
        assert submit() == 302
        deliver_due()
    told = Notice.objects.filter(kind="your_turn", channel=EMAIL).latest("pk")
    assert (told.recipient, told.state) == (alice, Notice.State.SENT)
    named = read_way(TO_THE_DATABASE) | read_way(TO_THE_READER)
    compare(ran | {WITH_VACATION}, named, table="“A turn” of docs/ways.md", lacks="what a turn does in")
    assert (WITH_VACATION in ran) == bool(vacation_days)


def let_time_run_out(alice: User, boris: User) -> Callable[[], object]:
    """In a game with a day of vacation left to use, and in one without any."""
    long_ago = timezone.now() - timedelta(days=3, hours=1)
    give_vacation(alice, days=5, now=long_ago)
    for days in (0, 2):
        GameFactory(first=alice, second=boris, control=clock.Days(3), vacation_days=days, now=long_ago)
    return flag_expired_games


def challenge_and_accept(alice: User, boris: User) -> Callable[[], object]:
    def walk() -> None:
        assert send(alice, challenges.challenge_new, OPEN) == 302
        assert send(boris, challenges.accept, {}, pk=Challenge.objects.latest("pk").pk) == 302

    return walk


def adjudicate(alice: User, boris: User) -> Callable[[], object]:
    game, staff = GameFactory(first=alice, second=boris), User.objects.get(username="Mira")
    decided = {"winner": "0", "told": "Seen it."}

    def walk() -> None:
        assert send(staff, acting.act_on_game, decided, pk=game.pk, action="adjudicate") == 302

    return walk


WALKS = dict(zip(OTHERS, (let_time_run_out, challenge_and_accept, adjudicate), strict=True))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("heading", OTHERS)
def test_the_files_of_each_other_way_are_those_that_the_page_names(alice, boris, heading):
    """Gone once before, lest what is prepared once in a process be counted."""
    open_as(make_moderator("Mira"))
    WALKS[heading](alice, boris)()
    walk = WALKS[heading](alice, boris)
    with noting_files() as ran:
        walk()
    named = read_way(heading)
    told_elsewhere = read_way(TO_THE_READER) - named
    found = (ran | LOADED & named) - told_elsewhere
    compare(found, named, table=f"“{heading}” of docs/ways.md", lacks="what happens in")


@each_row("heading", [TO_THE_DATABASE, TO_THE_READER, *OTHERS])
def test_the_files_of_each_way_are_there(heading):
    named = read_way(heading)
    assert named
    assert [path for path in sorted(named) if not (ROOT / path).is_file()] == []


def count_rows() -> int:
    return sum(model.objects.count() for model in (Turn, Notice, Reminder))


@pytest.mark.django_db(transaction=True)
def test_its_queries_and_rows_are_few(submit, vacation_days):
    before = count_rows()
    with CaptureQueriesContext(connection) as queries:
        assert submit() == 302
    assert len(queries) == QUERIES + bool(vacation_days)
    assert count_rows() - before == ROWS  # a notice a way; the reminder is written again
