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
from moderation import deciding, reports
from moderation.evidence import bars, linked, tempo
from moderation.models import Report
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


# --- The second account of a report ------------------------------------------------------------------------------
def send(client, person, **said):
    return client.post(reverse("report", args=[person]), {"matter": "accounts", "text": "The same style.", **said})


def test_a_player_names_the_second_account_and_staff_see_both(staff, client, alice, boris, carol):
    client.force_login(alice)
    assert 'name="second"' in client.get(reverse("report", args=["Boris"])).content.decode()
    assert send(client, "Boris", second="carol").status_code == 302
    report = Report.objects.get()
    assert report.second == carol
    be_seen(boris, carol, key="a telephone")
    text = staff.get(reverse("moderation_report", args=[report.pk])).content.decode()
    assert "The second account" in text
    assert "They share 1 device" in text
    assert "with Carol" in client.get(reverse("my_reports")).content.decode()


def test_it_may_be_left_empty(client, alice, boris):
    client.force_login(alice)
    assert send(client, "Boris", second="").status_code == 302
    assert Report.objects.get().second is None


REFUSED = {
    "an unknown name": ({"second": "Nobody"}, "There is no account with that name."),
    "the same": ({"second": "Boris"}, "This is the same account."),
    "oneself": ({"second": "Alice"}, "You can’t report yourself."),
    "another matter": ({"second": "Carol", "matter": "words"}, "This is for “Two accounts” alone"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_is_refused_and_stays_in_the_form(client, alice, boris, carol, case):
    said, sentence = REFUSED[case]
    client.force_login(alice)
    answer = send(client, "Boris", **said)
    text = answer.content.decode()
    assert answer.status_code == 422
    assert sentence in text
    assert f'value="{said["second"]}"' in text
    assert "The same style." in text
    assert not Report.objects.exists()


def test_the_form_of_a_name_asks_for_no_second_account(client, alice, boris):
    client.force_login(alice)
    page = reverse("report_thing", args=["name", boris.pk])
    assert 'name="second"' not in client.get(page).content.decode()


def test_the_second_account_is_concerned_as_the_first_is(staff, mira, zoe, alice, boris):
    report = make_report(alice, about=boris, matter="accounts", second=mira)
    assert reports.concerns(report, staff=mira)
    assert staff.get(reverse("moderation_report", args=[report.pk])).status_code == 404
    assert not reports.concerns(report, staff=zoe)
    assert list(reports.list_visible(zoe)) == [report]


def test_naming_somebody_as_the_second_account_ties_staff_as_reporting_them_does(mira, zoe, alice, boris, carol):
    now = timezone.now()
    make_report(alice, about=boris, matter="accounts", second=mira)
    make_report(mira, about=boris, matter="accounts", second=carol)
    assert set(deciding.find_ties(mira, now=now)) == {alice.pk, boris.pk, carol.pk}
    assert set(deciding.find_ties(mira, now=now, of=[alice.pk, carol.pk])) == {alice.pk, carol.pk}
    assert set(deciding.find_ties(mira, now=now, openly=True)) == {boris.pk, carol.pk}
    assert not deciding.find_ties(zoe, now=now)


def test_an_administrator_still_sees_it_only_where_no_other_can(admin, alice, boris):
    report = make_report(alice, about=boris, matter="accounts", second=admin)
    assert list(reports.list_visible(admin)) == [report]
    plain = make_report(alice, about=UserFactory(), matter="accounts")
    other = UserFactory(is_staff=True, is_superuser=True)
    assert list(reports.list_visible(admin)) == [plain]
    assert set(reports.list_visible(other)) == {report, plain}


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


# --- Turns the computer would have played ------------------------------------------------------------------------
COMPARE = reverse("moderation_compare", args=["Alice"])


@pytest.fixture
def over(alice, boris) -> Game:
    game = GameFactory(first=alice, second=boris, turns=["Md1-c1", "Me8-f8"])
    play.resign(game.pk, side=Side.SECOND)
    return game


def compare_all(**fields) -> None:
    """Ends what waits, with these figures."""
    Comparison.objects.unfinished().update(**{"done_at": NOON, "turns": 200, "same": 84, "games": 30, **fields})


def test_staff_have_somebody_compared_and_see_how_far_it_is(staff, mira, over, alice):
    page = "/moderation/people/Alice/"
    assert "Compare with the computer</button>" in staff.get(page).content.decode()
    answer = staff.post(COMPARE, {"back": page})
    assert (answer.status_code, answer.url) == (302, page)
    row = Comparison.objects.get()
    assert (row.person, row.asked_by) == (alice, mira)
    text = staff.get(page).content.decode()
    assert "It waits for the computer." in text
    assert "Compare with the computer</button>" not in text
    Comparison.objects.update(sample=[1, 2, 3, 4], done=1)
    assert "1 of 4 turns looked at." in staff.get(page).content.decode()


def test_what_was_found_stands_with_its_day_beside_the_others_and_is_no_verdict(staff, mira, over, alice, boris):
    staff.post(COMPARE)
    compare_all()
    for person in (boris, *UserFactory.create_batch(3)):
        Comparison.objects.create(person=person, asked_at=NOON, done_at=NOON, turns=100, same=40, games=20)
    report = make_report(boris, about=alice, matter="help")
    for page in ("/moderation/people/Alice/", reverse("moderation_report", args=[report.pk])):
        text = staff.get(page).content.decode().replace("\N{NO-BREAK SPACE}", " ")
        assert "84 of 200 turns, 42 % (95 % interval: 35 to 49 %)" in text
        assert "2 March 2026</time>, 30 finished games, asked for by Mira" in text
        assert "160 of 400 turns, 40 % (95 % interval: 35 to 45 %)" in text
        assert "4 players compared so far; the middle half of them are at 40 to 40 %" in text
        assert "not a verdict" in text


def test_without_others_there_is_nothing_to_hold_it_against(staff, over):
    assert "No others have been compared yet" in staff.get("/moderation/people/Alice/").content.decode()


def test_one_that_failed_says_why_and_can_be_asked_for_again(staff, over):
    staff.post(COMPARE)
    Comparison.objects.update(stopped_at=NOON, why="It failed: RuntimeError")
    text = staff.get("/moderation/people/Alice/").content.decode()
    assert "The comparison stopped: It failed: RuntimeError" in text
    assert "Compare with the computer</button>" in text


def test_a_refusal_is_told_on_the_page(staff, alice):
    page = staff.post(COMPARE, follow=True).content.decode()
    assert "Alice has finished no game against another person yet." in page
    assert not Comparison.objects.exists()


@pytest.mark.parametrize("back", ["https://evil.example/", "/games/1/", ""])
def test_it_leads_back_into_moderation_alone(staff, over, back):
    assert staff.post(COMPARE, {"back": back}).url == "/moderation/people/Alice/"


def test_nobody_else_can_ask_and_no_staff_about_themselves(client, staff, mira, over, alice):
    assert client.post(COMPARE).status_code == 302
    client.force_login(alice)
    assert client.post(COMPARE).status_code == 403
    assert staff.post(reverse("moderation_compare", args=["Mira"])).status_code == 403
    assert not Comparison.objects.exists()


@pytest.mark.parametrize("kind", ["computer", "guest"])
def test_there_is_no_button_for_computers_and_guests(staff, kind):
    account = UserFactory(username="Somebody", kind=kind)
    page = staff.get(reverse("moderation_person", args=[account.username])).content.decode()
    assert "Compare with the computer</button>" not in page
    staff.post(reverse("moderation_compare", args=[account.username]))
    assert not Comparison.objects.exists()
