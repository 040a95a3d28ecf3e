"""The ways that CONTRIBUTING tells: the files of a turn, from the page to the database, are those it names, and few.

What is noted is what runs from the view on until the turn is committed. Left out are what lies beneath every way,
which knows no row of a game, and what hears of the turn: it writes the notices and wakes a computer, and CONTRIBUTING
does not name it file by file.
"""

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games import clock
from games.models import Challenge, Turn
from games.tasks import flag_expired_games
from games.views.play import play_move
from notifications.models import Notice, Reminder
from tests.administration import enter
from tests.factories import GameFactory, give_vacation
from tests.games.views.test_challenge_new import OPEN
from tests.moderation.staff import make_moderator

ROOT = Path(__file__).parents[2]
BENEATH = ("core/", "accounts/zones.py", "games/engine/", "games/clock/", "notifications/", "computers/", "tests/")
TO_THE_DATABASE, TO_THE_READER = "A turn, to the database", "A turn, to the reader"
OTHERS = ["A deadline", "A challenge", "What staff do to a game"]
LOADED = {"mastery_site/schedule.py"}
"""Read once, when the settings are."""
MOST_FILES, QUERIES, ROWS = 15, 11, 3


def read_way(heading: str) -> set[str]:
    """The files that CONTRIBUTING names in the way of that heading."""
    text = (ROOT / "CONTRIBUTING.md").read_text()
    section = text.split(f"### {heading}\n")[1].split("\n#")[0]
    return set(re.findall(r"`(\w+/[\w/]+\.py)`", section))


@contextmanager
def noting_files() -> Iterator[set[str]]:
    """The files of this project of which a function runs meanwhile, but for those that are left out."""
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
        ran -= {path for path in ran if path.startswith(BENEATH)}


@pytest.fixture
def submit(alice, boris):
    """Plays a first turn, lest what is prepared once in a process be counted, and returns what plays the second."""
    game = GameFactory(first=alice, second=boris)

    def post(user, text: str, *, ply: int) -> int:
        sent = {"text": text, "revision": ply + 1, "ply": ply, "key": text}
        request = RequestFactory().post(f"/games/{game.pk}/play", sent)
        request.user, request._messages = user, Messages()
        request._dont_enforce_csrf_checks = True
        return play_move(request, pk=game.pk).status_code

    assert post(alice, "Md1-c1", ply=0) == 302
    return lambda: post(boris, "Mc8-b8", ply=1)


class Messages:
    def add(self, *message: object) -> None:
        pass


@pytest.mark.django_db(transaction=True)
def test_its_files_are_those_that_contributing_names(submit):
    with noting_files() as ran:
        assert submit() == 302
    print(sorted(ran))
    assert ran == read_way(TO_THE_DATABASE)


def let_time_run_out(alice: User, boris: User, browser: Client) -> Callable[[], object]:
    """In a game with a day of vacation left to use, and in one without any."""
    long_ago = timezone.now() - timedelta(days=3, hours=1)
    give_vacation(alice, days=5, now=long_ago)
    for days in (0, 2):
        GameFactory(first=alice, second=boris, control=clock.Days(3), vacation_days=days, now=long_ago)
    return flag_expired_games


def challenge_and_accept(alice: User, boris: User, browser: Client) -> Callable[[], object]:
    def walk() -> None:
        browser.force_login(alice)
        browser.post(reverse("challenge_new"), OPEN)
        browser.force_login(boris)
        browser.post(reverse("challenge_accept", args=[Challenge.objects.get().pk]))

    return walk


def adjudicate(alice: User, boris: User, browser: Client) -> Callable[[], object]:
    game, staff = GameFactory(first=alice, second=boris), enter(browser, make_moderator("Mira"))
    address = reverse("moderation_act_on_game", args=[game.pk, "adjudicate"])
    return partial(staff.post, address, {"winner": "0", "reason": "Seen it."})


WALKS = dict(zip(OTHERS, (let_time_run_out, challenge_and_accept, adjudicate), strict=True))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("heading", OTHERS)
def test_each_file_of_the_other_ways_is_on_it(alice, boris, client, heading):
    walk = WALKS[heading](alice, boris, client)
    with noting_files() as ran:
        walk()
    assert read_way(heading) - ran <= LOADED


@pytest.mark.parametrize("heading", [TO_THE_DATABASE, TO_THE_READER, *OTHERS])
def test_the_files_of_each_way_are_there(heading):
    named = read_way(heading)
    assert named
    assert [path for path in sorted(named) if not (ROOT / path).is_file()] == []


def test_both_its_ways_together_are_told_in_fifteen_files():
    assert len(read_way(TO_THE_DATABASE) | read_way(TO_THE_READER)) <= MOST_FILES


def count_rows() -> int:
    return sum(model.objects.count() for model in (Turn, Notice, Reminder))


@pytest.mark.django_db(transaction=True)
def test_its_queries_and_rows_are_few(submit):
    before = count_rows()
    with CaptureQueriesContext(connection) as queries:
        assert submit() == 302
    assert len(queries) == QUERIES
    assert count_rows() - before == ROWS  # a notice a way; the reminder is written again
