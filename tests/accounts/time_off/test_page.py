"""The page of vacation: what a player has, sets, ends, and where it counts."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone
from time_machine import travel

from accounts.models import Vacation
from accounts.time_off import vacation
from games import clock
from tests.factories import GameFactory, UserFactory
from tests.marks import marked
from tests.rows import each_row

PAGE = "/settings/vacation/"
NOW = datetime(2026, 11, 20, 12, 30, tzinfo=UTC)  # a Friday; 13:30 in Berlin
DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def _friday():
    with travel(NOW, tick=False):
        yield


@pytest.fixture
def alice(alice, client):
    """Alice is logged in and has twelve days and a half."""
    alice.vacation_balance, alice.vacation_counted_at = timedelta(days=12, hours=3, minutes=59), NOW
    alice.save()
    client.force_login(alice)
    return alice


def has(user) -> timedelta:
    user.refresh_from_db()
    return vacation.balance_of(user, now=timezone.now())


def test_it_is_for_players(client, db):
    assert client.get(PAGE).url == f"/account/login/?next={PAGE}"


def test_days_filled_in_while_logged_out_are_in_the_form_after_the_log_in_and_nothing_is_set(client, alice):
    client.logout()
    sent = {"from_date": "2026-11-24", "until_date": "2026-11-25"}
    assert client.post(PAGE, marked(alice, **sent)).url == f"/account/login/?next={PAGE}"
    client.force_login(alice)
    form = client.get(PAGE).context["form"]
    assert (form["from_date"].value(), form["until_date"].value()) == tuple(sent.values())
    assert not Vacation.objects.exists()
    assert client.get(PAGE).context["form"]["until_date"].value() is None, "once"


def test_the_page_shows_the_balance_rounded_down_and_how_it_grows(client, alice):
    page = client.get(PAGE).content.decode()
    assert "<strong>12 days 3 hours</strong> of vacation left" in page
    assert "a day every 12 days, up to 30 days" in page


def test_days_are_those_of_the_player_and_the_last_one_belongs_to_it(client, alice):
    answer = client.post(PAGE, {"from_date": "2026-11-24", "until_date": "2026-11-25"})
    assert answer.url == PAGE
    span = Vacation.objects.get()
    assert (span.from_at, span.until_at) == (
        datetime(2026, 11, 23, 23, tzinfo=UTC),
        datetime(2026, 11, 25, 23, tzinfo=UTC),
    )
    page = client.get(PAGE).content.decode()
    assert "Your vacation is set: 2 days, taken from your balance." in page
    assert "<strong>10 days 3 hours</strong>" in page
    assert "If you cancel it, you get 2 days back." in page


def test_today_means_from_now_on(client, alice):
    client.post(PAGE, {"from_date": "2026-11-20", "until_date": "2026-11-20"})
    span = Vacation.objects.get()
    assert (span.from_at, span.until_at) == (NOW, datetime(2026, 11, 20, 23, tzinfo=UTC))
    assert (
        "Your clocks are paused now. If you end it, you get 10 hours 30 minutes back."
        in client.get(PAGE).content.decode()
    )


@each_row(
    ("first", "last", "field", "sentence"),
    [
        ("2026-11-19", "2026-11-25", "from_date", "can’t start in the past"),
        ("0001-01-01", "9999-12-31", "from_date", "can’t start in the past"),
        ("2026-11-25", "2026-11-24", "until_date", "The last day is before the first."),
        ("2026-11-25", "9999-12-31", "until_date", "up to a year ahead"),
        ("2026-12-03", "2026-12-25", "until_date", "That is 23 days of vacation, and you have 11.1 days."),
        ("2026-12-01", "2026-12-02", "from_date", "already have vacation set on these days"),
        ("", "2026-11-24", "from_date", "Please fill this in."),
        ("tomorrow", "2026-11-24", "from_date", "Please choose a day."),
        ("2026-11-24", "", "until_date", "Please fill this in."),
    ],
)
def test_impossible_vacation_is_refused_at_its_field_and_nothing_typed_is_lost(
    client, alice, first, last, field, sentence
):
    vacation.book(alice, from_at=NOW + 11 * DAY, until_at=NOW + 12 * DAY)
    answer = client.post(PAGE, {"from_date": first, "until_date": last})
    assert answer.status_code == 422
    form = answer.context["form"]
    assert sentence in " ".join(form.errors[field])
    assert (form["from_date"].value(), form["until_date"].value()) == (first, last)
    assert Vacation.objects.count() == 1


def test_vacation_is_ended_or_cancelled_and_what_was_not_used_comes_back(client, alice):
    before = has(alice)
    span = vacation.book(alice, from_at=NOW, until_at=NOW + 4 * DAY)
    with travel(NOW + DAY, tick=False):
        page = client.post(f"{PAGE}{span.pk}/end/", follow=True).content.decode()
        assert "the unused days are back" in page
        assert has(alice) == before + DAY / 12 - DAY
        assert "<h2>Past</h2>" in page
        again = client.post(f"{PAGE}{span.pk}/end/")
    assert again.status_code == 409
    assert "has already ended" in again.content.decode()


@pytest.mark.parametrize(
    ("has_then", "told"), [(29, "you get 1 day back"), (30, "you get nothing back: 30 days is the maximum")]
)
def test_the_page_promises_back_no_more_days_than_the_balance_has_room_for(client, alice, has_then, told):
    vacation.book(alice, from_at=NOW + 300 * DAY, until_at=NOW + 305 * DAY)
    alice.vacation_balance, alice.vacation_counted_at = has_then * DAY, NOW
    alice.save()
    assert f"If you cancel it, {told}." in client.get(PAGE).content.decode()


def test_nobody_ends_the_vacation_of_another(client, alice, boris):
    vacation.grant(boris, now=NOW)
    theirs = vacation.book(boris, from_at=NOW, until_at=NOW + DAY)
    assert client.post(f"{PAGE}{theirs.pk}/end/").status_code == 404
    theirs.refresh_from_db()
    assert theirs.until_at == NOW + DAY


def test_automatic_vacation_is_explained_and_switched(client, alice):
    assert "Automatic vacation is on" in client.get(PAGE).content.decode()
    for sent, on in [("0", False), ("1", True)]:
        client.post(f"{PAGE}automatic/", {"on": sent})
        alice.refresh_from_db()
        assert alice.vacation_automatic is on
        assert f"Automatic vacation is {'on' if on else 'off'}" in client.get(PAGE).content.decode()


def test_days_that_were_used_automatically_are_marked(client, alice):
    vacation.take_day(alice, at=NOW - DAY / 2, now=NOW)
    assert client.get(PAGE).content.decode().count("used automatically</span>") == 1


def test_each_running_game_tells_how_much_is_left_in_it(client, alice, boris):
    GameFactory(first=alice, second=boris, vacation_days=5)
    GameFactory(first=boris, second=alice, vacation_days=1)
    GameFactory(first=alice, second=boris)
    GameFactory(first=alice, second=boris, control=clock.Unlimited())
    vacation.book(alice, from_at=NOW, until_at=NOW + 3 * DAY)
    with travel(NOW + 2 * DAY, tick=False):
        page = client.get(PAGE).content.decode()
    assert "3 days left of 5 days" in page
    assert "1 day left of 1 day" in page
    assert "In 1 other game your clock keeps running" in page


def test_the_page_costs_the_same_however_many_games(client, alice, django_assert_max_num_queries):
    def play(count: int) -> None:
        for _ in range(count):
            GameFactory(first=alice, second=UserFactory(), vacation_days=14)

    play(1)
    client.get(PAGE)
    with django_assert_max_num_queries(12) as few:
        client.get(PAGE)
    play(5)
    with django_assert_max_num_queries(len(few)):
        client.get(PAGE)
