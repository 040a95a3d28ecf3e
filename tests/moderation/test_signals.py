"""Each signal is found with its numbers, from its threshold on, and nothing is done because of it."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import Restriction, Sighting, User
from computers.models import Relay
from games.models import Game, RatingEntry, Seat
from moderation.models import LoggedAction
from moderation.signals import registry
from moderation.signals.contract import SINCE
from tests.factories import GameFactory, UserFactory
from tests.moderation.staff import make_moderator, open_as

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def pattern(alice, boris):
    """A running game, which `play` copies."""
    return GameFactory(first=alice, second=boris, turns=["Md1-c1"])


def play(pattern: Game, first: User, second: User, *, times: int, days_ago: float = 1, **terms) -> None:
    """So many games between two, as `terms` say; over, unless they say otherwise."""
    now = timezone.now()
    over = {"ended_at": now - days_ago * DAY, "deadline_at": None, "started_at": now - (days_ago + 1) * DAY}
    over |= {"termination": "agreement"} if terms.get("ended_at", now) else {}
    columns = {
        field.attname: getattr(pattern, field.attname) for field in Game._meta.concrete_fields if not field.primary_key
    }
    games = Game.objects.bulk_create([Game(**{**columns, **over, **terms}) for _ in range(times)])
    Seat.objects.bulk_create(
        [Seat(game=game, side=side, user=user) for game in games for side, user in enumerate((first, second))]
    )


def be_seen(*users: User, key: str, kind: str = "device", days_ago: float = 1) -> None:
    at = timezone.now() - days_ago * DAY
    for user in users:
        Sighting.objects.create(user=user, kind=kind, key=key, first_at=at, last_at=at)


def share(pattern, alice, boris, carol, *, enough):
    be_seen(alice, boris, key="the family's telephone", days_ago=1 if enough else SINCE.days + 1)
    be_seen(alice, boris, carol, key="a house", kind="place")
    be_seen(alice, boris, *UserFactory.create_batch(5), key="a school", kind="place")
    if enough:
        play(pattern, boris, alice, times=2)
    else:
        Seat.objects.filter(game=pattern, user=boris).update(user=UserFactory())


def win_all(pattern, alice, boris, carol, *, enough):
    play(pattern, alice, boris, times=8 if enough else 7, termination="masters_lost", winner=0, ply=40)
    play(pattern, alice, boris, times=9, days_ago=SINCE.days + 1, termination="masters_lost", winner=0, ply=40)
    play(pattern, alice, carol, times=6, termination="masters_lost", winner=0, ply=40)
    play(pattern, alice, carol, times=6, termination="masters_lost", winner=1, ply=40)


def give_away(pattern, alice, boris, carol, *, enough):
    play(pattern, alice, boris, times=3 if enough else 2, termination="resignation", winner=1, ply=5)
    play(pattern, alice, boris, times=4, termination="resignation", winner=1, ply=6)
    play(pattern, alice, carol, times=4, termination="time", winner=1, ply=2)


def time_out(pattern, alice, boris, carol, *, enough):
    play(pattern, alice, boris, times=5 if enough else 4, termination="time", winner=1, ply=30)
    play(pattern, alice, boris, times=2, termination="time", winner=0, ply=30)
    play(pattern, carol, alice, times=5, days_ago=SINCE.days + 1, termination="time", winner=1, ply=30)


def leave(pattern, alice, boris, carol, *, enough):
    User.objects.filter(pk=alice.pk).update(last_visit_at=timezone.now() - 15 * DAY)
    User.objects.filter(pk=carol.pk).update(last_visit_at=timezone.now() - 13 * DAY)
    for user in (alice, carol):
        waits = {"ended_at": None, "side_to_move": 0, "deadline_at": timezone.now() + DAY}
        play(pattern, user, boris, times=3 if enough else 2, **waits)
        play(pattern, boris, user, times=5, **waits)


def look_alike(pattern, alice, boris, carol, *, enough):
    """Some call themselves nearly as somebody does who came before them."""
    now = timezone.now()
    ages = {"Hazel": 400, "H4zel": 2 if enough else SINCE.days + 1, "Player1": 3, "Player2": 2, "Anna": 300, "Annq": 1}
    ages |= {"Marius": 200, "Darius": 1} if enough else {"Marius": 200, "Dario": 1}
    for name, days in ages.items():
        UserFactory(username=name, date_joined=now - days * DAY, last_visit_at=now)
    for name, change in {"Hazle": {"is_active": False}, "Hazal": {"last_visit_at": None}}.items():
        UserFactory(username=name, **{"date_joined": now - DAY, "last_visit_at": now, **change})


def tell_joined(*days: int) -> str:
    return "joined " + " and ".join(f"{timezone.now() - each * DAY:%-d %B %Y}" for each in days)


def relay(pattern, alice, boris, carol, *, enough):
    """Alice plays Boris and a computer."""
    play(pattern, alice, UserFactory(kind=User.Kind.COMPUTER), times=1, ended_at=None)
    days_ago = 1 if enough else SINCE.days + 1
    Relay.objects.create(game=Game.objects.latest("pk"), running=pattern, found_at=timezone.now() - days_ago * DAY)


def come_back(pattern, alice, boris, carol, *, enough):
    """Boris was suspended, and somebody has come since with his device and from his house."""
    now = timezone.now()
    User.objects.update(date_joined=now - 200 * DAY)
    staff = UserFactory(is_staff=True, is_superuser=True, date_joined=now - 300 * DAY)
    until = now + DAY if enough else now - DAY
    suspended = {"kind": "suspended", "games": "lost", "from_at": now - 9 * DAY, "until_at": until}
    Restriction.objects.create(user=boris, by=staff, **suspended)
    names = ("Newcomer", "Lodger", "Cousin")
    new, lodger, cousin = (UserFactory(username=name, date_joined=now - 5 * DAY) for name in names)
    be_seen(boris, new, alice, key="his device")
    be_seen(boris, new, alice, lodger, key="his house", kind="place")
    be_seen(boris, cousin, *UserFactory.create_batch(5, date_joined=now - 5 * DAY), key="a college", kind="place")
    be_seen(boris, cousin, key="a device of the college")


def settle(pattern: Game, winner: User, loser: User, *, points: float, times: int, why: str = "", **terms) -> None:
    """So many rated games that one has won, each worth so many points."""
    newest = Game.objects.latest("pk").pk
    play(pattern, winner, loser, times=times, termination="resignation", winner=0, rated=True, **terms)
    RatingEntry.objects.bulk_create(
        RatingEntry(
            game=game,
            user=user,
            ruleset_slug=game.ruleset_slug,
            ended_at=game.ended_at,
            why=why,
            opponent_rating=1500,
            opponent_deviation=60,
            score=sign > 0,
            before_rating=None if why else 1500.2,
            rating=None if why else 1500.2 + sign * points,
        )
        for game in Game.objects.filter(pk__gt=newest)
        for user, sign in ((winner, 1), (loser, -1))
    )


def gain(pattern, alice, boris, carol, *, enough):
    """Shown are whole points: 33.4 more than 1500.2 are 34 more."""
    settle(pattern, alice, boris, points=33.4, times=3)
    settle(pattern, boris, alice, points=2 if enough else 3, times=1)
    settle(pattern, alice, boris, points=90, times=3, days_ago=SINCE.days + 1)
    settle(pattern, alice, boris, points=90, times=3, why="staff")
    settle(pattern, alice, carol, points=90, times=2)
    settle(pattern, carol, boris, points=30, times=3)


def feed(pattern, alice, boris, carol, *, enough):
    """Alice and Carol are new; six of ten points of Alice come from Boris, and Carol has played four games."""
    now = timezone.now()
    User.objects.update(date_joined=now - (SINCE.days + 1) * DAY)
    User.objects.filter(pk__in=(alice.pk, carol.pk)).update(date_joined=now - 5 * DAY)
    be_seen(alice, boris, key="a tablet")
    settle(pattern, alice, boris, points=30, times=2)
    settle(pattern, alice, carol, points=20 if enough else 21, times=2)
    settle(pattern, boris, alice, points=10, times=2)
    settle(pattern, carol, UserFactory(date_joined=now - 200 * DAY), points=50, times=2)


def sandbag(pattern, alice, boris, carol, *, enough):
    settle(pattern, boris, alice, points=50 if enough else 49, times=3, ply=19)
    settle(pattern, carol, boris, points=60, times=3, ply=20)
    settle(pattern, carol, boris, points=60, times=3, days_ago=31, ply=2)
    settle(pattern, boris, carol, points=100, times=2, ply=2)
    be_seen(alice, carol, key="a flat", kind="place")


CASES = {
    "gains": (gain, {("Alice", "Boris"): "gained 100 points in 4 games against each other; 0 shared"}),
    "fed": (feed, {("Alice", "Boris"): "60 of 100 points gained come from one opponent, in 2 games; 1 shared"}),
    "sandbagging": (
        sandbag,
        {("Alice",): "lost 150 points in 3 games; accounts with the same address or device: 1"},
    ),
    "returned": (come_back, {("Newcomer", "Boris"): f"{tell_joined(5)}; 2 things shared"}),
    "relayed": (relay, {("Alice",): "a game against a computer went as a running one"}),
    "lookalikes": (
        look_alike,
        {("H4zel", "Hazel"): tell_joined(2, 400), ("Darius", "Marius"): tell_joined(1, 200)},
    ),
    "shared": (share, {("Alice", "Boris"): "3 games against each other; 2 shared"}),
    "one_sided": (win_all, {("Alice", "Boris"): "won 8 of 8"}),
    "thrown": (give_away, {("Alice", "Boris"): "3 games given away"}),
    "time_outs": (time_out, {("Alice",): "5 of 7 lost on time"}),
    "leaving": (leave, {("Alice",): "3 games waiting"}),
}
SIGNALS = {type(signal).__module__.rpartition(".")[2]: signal for signal in registry.SIGNALS.all()}


@pytest.mark.parametrize("enough", [True, False])
@pytest.mark.parametrize("name", CASES)
def test_each_is_found_with_its_numbers_and_not_below_its_threshold(pattern, alice, boris, carol, name, enough):
    make, expected = CASES[name]
    make(pattern, alice, boris, carol, enough=enough)
    found = {
        tuple(user.username for user in row.people): str(row.numbers) for row in SIGNALS[name].find(now=timezone.now())
    }
    assert found == (expected if enough else {})


def test_a_game_by_which_one_can_be_judged_is_linked(pattern, alice, boris, carol):
    relay(pattern, alice, boris, carol, enough=True)
    text = open_as(make_moderator()).get(reverse("moderation_signals")).content.decode()
    for game in Game.objects.all():
        assert f'<a href="{reverse("moderation_game", args=[game.pk])}">game {game.pk}</a>' in text


def test_the_page_tells_them_in_a_fixed_number_of_queries_and_does_nothing(
    pattern, alice, boris, carol, django_assert_num_queries
):
    staff = open_as(make_moderator())
    page = reverse("moderation_signals")
    for make, _ in CASES.values():
        make(pattern, alice, boris, carol, enough=True)
    play(pattern, UserFactory(), UserFactory(), times=8, termination="time", winner=1, ply=2)
    staff.get(page)
    with CaptureQueriesContext(connection) as few:
        text = staff.get(page).content.decode()
    for _ in range(3):
        play(pattern, UserFactory(), UserFactory(), times=8, termination="time", winner=1, ply=2)
    with django_assert_num_queries(len(few.captured_queries)):
        staff.get(page)
    for _, expected in CASES.values():
        assert all(name in text for names in expected for name in names)
    assert "5 of 7" in text or "lost on time" in text
    assert "the family" not in text, "no key of a place or a device is shown"
    assert Restriction.objects.get().kind == "suspended", "the one that a case makes"
    assert not LoggedAction.objects.exists()
