"""What staff see of how somebody plays: games, time per turn, linked accounts; always in the same number of queries."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.conduct import restrictions
from accounts.models import Restriction, User
from computers.models import Comparison
from engine.contract import Side
from games import play
from games.models import Game, Turn
from moderation.evidence import bars, linked, tempo
from tests.factories import GameFactory, UserFactory, play_turns
from tests.moderation.staff import make_report
from tests.moderation.test_signals import be_seen

pytestmark = pytest.mark.django_db
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)


def lose_on_time(loser: User, winner: User) -> Game:
    game = GameFactory(first=loser, second=winner)
    ended = {"ended_at": timezone.now(), "termination": "time", "winner": 1, "deadline_at": None}
    Game.objects.filter(pk=game.pk).update(**ended)
    return game


# --- Games -------------------------------------------------------------------------------------------------------
@pytest.fixture
def played(alice, boris, carol) -> dict[str, Game]:
    """Boris plays Alice, has won against Carol, and has lost to both on time."""
    won = GameFactory(first=boris, second=carol)
    play.resign(won.pk, side=Side.SECOND)
    return {
        "running": GameFactory(first=alice, second=boris),
        "won": won,
        "late for alice": lose_on_time(boris, alice),
        "late for carol": lose_on_time(boris, carol),
    }


LISTED = {
    "": {"running", "won", "late for alice", "late for carol"},
    "?opponent=CAROL": {"won", "late for carol"},
    "?timed_out=on": {"late for alice", "late for carol"},
    "?opponent=Carol&timed_out=on": {"late for carol"},
    "?opponent=Nobody": set(),
    "?opponent=" + "x" * 21: {"running", "won", "late for alice", "late for carol"},
    "?below=none": {"running", "won", "late for alice", "late for carol"},
}


@pytest.mark.parametrize("query", LISTED)
def test_games_are_found_by_opponent_and_by_time(staff, played, query):
    text = staff.get(reverse("moderation_games_of_person", args=["Boris"]) + query).content.decode()
    shown = {name for name, game in played.items() if f">Game {game.pk}</a>" in text}
    assert shown == LISTED[query]


def test_the_list_has_pages_of_twenty_that_keep_the_filter(staff, alice, boris):
    games = [lose_on_time(boris, alice) for _ in range(21)]
    page = reverse("moderation_games_of_person", args=["Boris"]) + "?opponent=Alice"
    text = staff.get(page).content.decode()
    assert f">Game {games[1].pk}</a>" in text
    assert f">Game {games[0].pk}</a>" not in text
    below = games[1].seats.get(user=boris).pk
    assert f'href="?opponent=Alice&amp;below={below}"' in text
    older = staff.get(f"{page}&below={below}").content.decode()
    assert f">Game {games[0].pk}</a>" in older
    assert f">Game {games[1].pk}</a>" not in older


def test_nobody_but_staff_sees_it_and_no_staff_their_own(staff, mira, client, alice, boris):
    page = reverse("moderation_games_of_person", args=["Boris"])
    assert client.get(page).status_code == 302
    client.force_login(alice)
    assert client.get(page).status_code == 403
    assert staff.get(reverse("moderation_games_of_person", args=["Mira"])).status_code == 403
    assert staff.get(reverse("moderation_games_of_person", args=["Nobody"])).status_code == 404


@pytest.mark.parametrize("place", ["report", "person"])
def test_the_pages_of_a_report_and_a_person_show_the_newest_and_lead_to_all(staff, played, alice, boris, place):
    report = make_report(alice, about=boris)
    page = reverse("moderation_report", args=[report.pk]) if place == "report" else "/moderation/people/Boris/"
    text = staff.get(page).content.decode()
    assert all(f">Game {game.pk}</a>" in text for game in played.values())
    assert reverse("moderation_games_of_person", args=["Boris"]) in text


# --- Time per turn -----------------------------------------------------------------------------------------------
def take_times(game: Game, *lengths: timedelta, start: datetime = NOON) -> None:
    """Has the turns of a game played after so long each."""
    Game.objects.filter(pk=game.pk).update(started_at=start)
    at = start
    for turn, took in zip(Turn.objects.filter(game=game, taken_back_at=None).order_by("ply"), lengths, strict=True):
        at += took
        Turn.objects.filter(pk=turn.pk).update(played_at=at)


def count(found) -> dict[str, int]:
    return {bar.label: bar.number for bar in found if bar.number}


def test_each_turn_is_counted_from_the_one_before_it(alice, boris):
    game = GameFactory(first=alice, second=boris, turns=["Md1-c1", "Me8-f8", "Mc1-d1", "Mf8-e8"])
    take_times(game, 59 * timedelta(seconds=1), 2 * DAY, MINUTE, 3 * DAY)
    assert count(tempo.read_tempo(alice).lengths) == {"under 1 minute": 1, "1 to 10 minutes": 1}
    assert count(tempo.read_tempo(boris).lengths) == {"1 to 3 days": 1, "3 days or more": 1}


@pytest.mark.parametrize(("took", "label"), [(9 * MINUTE, 1), (59 * MINUTE, 2), (5 * HOUR, 3), (DAY - MINUTE, 4)])
def test_the_steps_between(alice, boris, took, label):
    take_times(GameFactory(first=alice, second=boris, turns=["Md1-c1"]), took)
    assert count(tempo.read_tempo(alice).lengths) == {tempo.STEPS[label][2]: 1}


def test_a_turn_that_was_taken_back_counts_for_nothing_and_the_next_from_then_on(alice, boris):
    game = GameFactory(first=alice, second=boris, turns=["Md1-c1"], now=NOON)
    play.offers.propose(game.pk, "takeback", side=Side.FIRST, now=NOON + DAY)
    play.offers.accept(game.pk, "takeback", side=Side.SECOND, now=NOON + 2 * DAY)
    play_turns(game, "Md1-c1", now=NOON + 2 * DAY + 2 * MINUTE)
    assert count(tempo.read_tempo(alice).lengths) == {"1 to 10 minutes": 1}


def test_hours_are_told_in_utc_and_by_the_persons_clock(alice, boris):
    User.objects.filter(pk=alice.pk).update(time_zone="Asia/Tokyo")
    game = GameFactory(first=alice, second=boris, turns=["Md1-c1", "Me8-f8"])
    take_times(game, HOUR, HOUR)
    found = tempo.read_tempo(User.objects.get(pk=alice.pk))
    assert (count(found.utc_hours), count(found.own_hours)) == ({"13:00 to 13:59": 1}, {"22:00 to 22:59": 1})
    User.objects.filter(pk=boris.pk).update(time_zone="UTC")
    assert tempo.read_tempo(User.objects.get(pk=boris.pk)).own_hours == ()


def test_only_so_many_of_the_last_are_looked_at(alice, boris, monkeypatch):
    game = GameFactory(first=alice, second=boris, turns=["Md1-c1", "Me8-f8", "Mc1-d1", "Mf8-e8"])
    take_times(game, 2 * HOUR, MINUTE, MINUTE, MINUTE)
    monkeypatch.setattr(tempo, "MOST", 1)
    found = tempo.read_tempo(alice)
    assert (found.turns, count(found.lengths)) == (1, {"1 to 10 minutes": 1})


def test_the_page_draws_it_and_tells_it_as_a_table(staff, alice, boris):
    GameFactory(first=alice, second=boris, turns=["Md1-c1"])
    text = staff.get("/moderation/people/Alice/").content.decode()
    assert text.count('<svg class="bars"') == 3, "how long, and the hours by both clocks"
    assert '<th scope="row">under 1 minute</th><td>1</td>' in text
    assert "No turns yet." in staff.get("/moderation/people/Boris/").content.decode()


def test_a_picture_of_nothing_has_no_bars():
    assert "<rect" not in bars.draw_bars([])
    assert 'height="0.0"' in bars.draw_bars([tempo.Bar("1 h", "to an hour", 0)])


# --- Linked accounts ---------------------------------------------------------------------------------------------
def tell(states):
    return tuple(map(str, states))


def test_the_state_of_each_linked_account_is_told(staff, admin, alice, boris, carol):
    dora = UserFactory(username="Dora", is_active=False)
    be_seen(alice, boris, carol, dora, key="a telephone")
    restrictions.impose(boris, Restriction.Kind.MUTED, reason="Insults", by=admin)
    restrictions.impose(
        boris, Restriction.Kind.SUSPENDED, reason="Insults", by=admin, until=timezone.now() + DAY, games="go_on"
    )
    found = {each.user.username: tell(each.states) for each in linked.list_linked(alice, now=timezone.now())}
    tomorrow = f"{timezone.now() + DAY:%-d %B %Y}"
    assert found == {"Boris": (f"suspended until {tomorrow}", "muted for good"), "Carol": (), "Dora": ("closed",)}
    text = staff.get("/moderation/people/Alice/").content.decode()
    assert f'<span class="tag">suspended until {tomorrow}</span>' in text
    later = linked.list_linked(alice, now=timezone.now() + 2 * DAY)
    assert {each.user.username: tell(each.states) for each in later}["Boris"] == ("muted for good",)


def test_staff_compare_two_accounts(staff, alice, boris):
    be_seen(alice, key="a telephone", days_ago=3)
    be_seen(boris, key="a telephone", days_ago=2)
    be_seen(alice, boris, key="a house", kind="place")
    game = GameFactory(first=alice, second=boris)
    play.resign(game.pk, side=Side.FIRST)
    text = staff.get("/moderation/people/Alice/?second=boris").content.decode()
    joined = " ".join(text.split())
    assert "They share 1 device: Alice from" in joined
    assert "They share 1 address:" in joined
    assert f"{timezone.now() - 3 * DAY:%-d %b %Y}" in joined
    assert "1 game against each other, of which Alice won 0 and lost 1" in joined
    assert "a telephone" not in text


WRONG = {
    "Nobody": "There is no account with that name.",
    "ALICE": "This is the same account.",
    "x" * 21: "Use up to 20 characters",
}


@pytest.mark.parametrize("name", WRONG)
def test_a_name_that_is_no_other_account_is_told_and_stays_in_the_form(staff, alice, name):
    answer = staff.get(f"/moderation/people/Alice/?second={name}")
    assert answer.status_code == 200
    text = answer.content.decode()
    assert WRONG[name] in text
    assert f'value="{name}"' in text


def test_staff_compare_nobody_with_themselves(staff, mira, alice):
    assert staff.get("/moderation/people/Alice/?second=Mira").status_code == 403


# --- Queries -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("place", ["report", "person", "games"])
def test_the_pages_ask_the_same_queries_however_much_there_is(
    staff, admin, alice, boris, carol, django_assert_num_queries, place
):
    report = make_report(alice, about=boris, matter="accounts", second=carol)
    page = {
        "report": reverse("moderation_report", args=[report.pk]),
        "person": "/moderation/people/Boris/?second=Carol",
        "games": reverse("moderation_games_of_person", args=["Boris"]),
    }[place]

    def add() -> None:
        for other in (alice, carol):
            play.resign(GameFactory(first=boris, second=other, turns=["Md1-c1", "Me8-f8"]).pk, side=Side.FIRST)
            GameFactory(first=other, second=boris, turns=["Md1-c1", "Me8-f8"])
        stranger = UserFactory()
        be_seen(boris, carol, stranger, key=f"device {stranger.pk}")
        for person in (boris, stranger):
            Comparison.objects.create(person=person, asked_at=NOON, done_at=NOON, turns=100, same=40, games=20)
        restrictions.impose(stranger, Restriction.Kind.MUTED, reason="Insults", by=admin)

    add()
    staff.get(page)
    with CaptureQueriesContext(connection) as few:
        staff.get(page)
    add()
    add()
    with django_assert_num_queries(len(few.captured_queries)):
        staff.get(page)
