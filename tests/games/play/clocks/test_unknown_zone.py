"""A zone may leave the time zone database, or a stored name be damaged: games go on, by the days of UTC."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core import mail
from django.urls import reverse

from accounts.models import User
from accounts.time_off import vacation
from core.refusal import Refusal
from engine.contract import Side
from games import play
from games.clock import Calendar
from games.models import Outage, Seat
from games.tasks import flag_expired_games
from notifications.models import Mode, Preferences
from notifications.tasks import deliver_due, write_digests
from tests.factories import GameFactory, give_vacation, play_turns
from tests.sharing import begin_with

pytestmark = pytest.mark.long

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
THURSDAY = datetime(2027, 1, 7, 12, tzinfo=UTC)
DUE = THURSDAY + 5 * DAY
"""Three days, and a weekend between."""
NAMES = ["Soviet/Gone", "Europe", "", "../../etc/passwd", "/etc/passwd", "a" * 64, "Europe/Berlin\x7f", "Zürich"]


def forget_zones(name):
    Seat.objects.update(zone=name)
    User.objects.update(time_zone=name)


@pytest.fixture
def game(alice, boris):
    """Alice's turn, with her weekend, in a zone that nobody knows any more."""
    with time_machine.travel(THURSDAY, tick=False):
        give_vacation(alice, days=10, now=THURSDAY)
        game = GameFactory(first=alice, second=boris, weekends=True, vacation_days=3, now=THURSDAY)
        forget_zones(NAMES[0])
        yield game


@pytest.mark.parametrize("name", NAMES)
def test_a_clock_counts_the_days_of_utc(name):
    assert Calendar("67", name).advance(THURSDAY, 3 * DAY) == DUE


@pytest.mark.parametrize("name", NAMES)
def test_a_game_starts_and_is_played_and_both_see_it(client, alice, boris, name):
    forget_zones(name)
    for user in (alice, boris):
        user.refresh_from_db()
    game = GameFactory(first=alice, second=boris, weekends=True, now=THURSDAY)
    assert (game.deadline_at, set(game.seats.values_list("zone", flat=True))) == (DUE, {"UTC"})
    forget_zones(name)
    play_turns(game, "Md1-c1", "Mc8-b8", now=THURSDAY)
    assert game.deadline_at == DUE
    for user in (alice, boris):
        client.force_login(user)
        for address in (reverse("home"), game.get_absolute_url(), reverse("vacation"), reverse("settings")):
            assert client.get(address).status_code == 200, address


def test_the_page_names_the_zone_that_counts(client, game):
    page = client.get(game.get_absolute_url()).content.decode()
    assert ("Saturday and Sunday (UTC)" in page, "Soviet" in page) == (True, False)


def test_time_runs_out(game):
    User.objects.update(vacation_automatic=False)
    assert not play.run_out(game.pk, now=DUE + timedelta(seconds=60))
    with time_machine.travel(DUE + timedelta(seconds=61), tick=False):
        flag_expired_games()
    game.refresh_from_db()
    assert game.termination == "time"


def test_days_of_vacation_are_used(game):
    assert not play.run_out(game.pk, now=DUE + HOUR)
    game.refresh_from_db()
    assert game.deadline_at == DUE + DAY


def test_an_outage_is_made_good(game):
    Outage.objects.create(kind="site", from_at=DUE - 4 * DAY, until_at=DUE - 4 * DAY + HOUR, found_at=DUE - 3 * DAY)
    assert play.settle_outages(now=DUE - 3 * DAY)
    game.refresh_from_db()
    assert game.deadline_at == DUE + HOUR


def test_pause_vacation_more_time_and_staff_move_the_deadline(game, alice, admin):
    now = THURSDAY + DAY
    play.offers.propose(game.pk, "pause", side=Side.FIRST, until=now + DAY, now=now)
    play.offers.accept(game.pk, "pause", side=Side.SECOND, now=now)
    play.offers.propose(game.pk, "more_time", side=Side.FIRST, days=1, now=now)
    play.offers.accept(game.pk, "more_time", side=Side.SECOND, now=now)
    vacation.book(alice, from_at=DUE, until_at=DUE + DAY, now=now)
    game.refresh_from_db()
    assert game.deadline_at == DUE + 2 * DAY + 12 * HOUR  # half of the pause lay on Saturday
    play.move_deadline(game.pk, deadline=DUE, staff=admin, reason="By mistake.", now=now)
    game.refresh_from_db()
    assert game.deadline_at == DUE


def test_a_turn_is_refused_for_its_own_reasons_alone(game):
    with pytest.raises(Refusal, match="turn"):
        play.play_move(game.pk, side=Side.SECOND, expected_revision=1, text="Mc8-b8", now=THURSDAY)


@pytest.mark.parametrize(
    ("mode", "sent"), begin_with(1, [(Mode.DAILY, "is waiting for you"), (Mode.ONCE, "left to play")])
)
def test_reminders_and_digests_go_out(game, alice, settings, mode, sent):
    settings.EMAIL_BACKEND = "notifications.channels.email.backend.OutboxBackend"
    settings.NOTICE_EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    Preferences.objects.update_or_create(user=alice, defaults={"mode": mode})
    play_turns(game, "Md1-c1", "Mc8-b8", now=THURSDAY)
    at = THURSDAY
    while at < DUE:
        at += HOUR
        with time_machine.travel(at, tick=False):
            write_digests()
            deliver_due()
    subjects = [message.subject for message in mail.outbox if message.to == [alice.email]]
    assert [subject for subject in subjects if sent in subject], subjects
