"""A player whose clock starts with little time left is told early enough: from the game to the mail."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.core import mail
from django.utils import timezone

from engine.contract import Side
from games import clock, play
from games.models import Game, Seat
from notifications.delivery import outbox
from notifications.models import Device, Mode, Notice, Reminder
from notifications.preferences.saving import save_preferences
from notifications.preferences.switches import save_table
from notifications.scheduling.digests import write_digests
from tests.factories import GameFactory, UserFactory, play_turns
from tests.sharing import begin_with

BERLIN = ZoneInfo("Europe/Berlin")
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
EVENING = datetime(2026, 11, 24, 22, 25, tzinfo=BERLIN)
NIGHT = datetime(2026, 11, 25, 3, 41, tzinfo=BERLIN)
DARK, LIGHT = Side.FIRST, Side.SECOND


@pytest.fixture
def travel(settings):
    settings.TURN_NOTICE_WAIT, settings.TURN_NOTICE_GAP = MINUTE, 30 * MINUTE
    with time_machine.travel(NIGHT - 10 * DAY, tick=False) as traveller:
        yield traveller


@pytest.fixture
def told(travel, alice):
    """Runs the tasks of the site until an instant; returns when Alice got a mail, and of what."""

    def run(until: datetime) -> list[tuple[datetime, str]]:
        found: list[tuple[datetime, str]] = []
        while timezone.now() < until:
            seen = len(mail.outbox)
            write_digests(now=timezone.now())
            outbox.deliver_due()
            found += [(timezone.now(), each.subject) for each in mail.outbox[seen:] if each.to == [alice.email]]
            travel.move_to(min(until, max(find_next(until), timezone.now() + timedelta(seconds=20))))
        return found

    return run


def find_next(until: datetime) -> datetime:
    """When anything may be due next: a reminder, a notice, a full hour at which digests come."""
    now = timezone.now()
    edges = [(now + HOUR).replace(minute=0, second=0, microsecond=0), until]
    edges += Reminder.objects.filter(due_at__gt=now).values_list("due_at", flat=True)
    edges += Notice.objects.open().filter(due_at__gt=now).values_list("due_at", flat=True)
    return min(edges)


def agree(game, kind, *, by, **chosen):
    play.offers.propose(game.pk, kind, side=by, **chosen)
    play.offers.accept(game.pk, kind, side=by.other)


# --- Ways in which a clock starts; each returns the game ---------------------------------------------------------
def take_back(travel, alice, boris):
    """With twenty minutes left, agreed to seventeen hours later."""
    travel.move_to(NIGHT - 17 * HOUR - (3 * DAY - 20 * MINUTE))
    game = GameFactory(first=alice, second=boris, control=clock.Days(3))
    travel.move_to(NIGHT - 17 * HOUR)
    play_turns(game, game.position.legal_moves()[0])
    play.offers.propose(game.pk, "takeback", side=DARK)
    outbox.deliver_due()
    travel.move_to(NIGHT)
    play.offers.accept(game.pk, "takeback", side=LIGHT)
    return game


def pause_with_half_an_hour(travel, alice, boris):
    travel.move_to(NIGHT - 5 * DAY)
    game = GameFactory(first=alice, second=boris, control=clock.Days(3))
    outbox.deliver_due()
    travel.move_to(NIGHT - 2 * DAY - 30 * MINUTE)
    outbox.deliver_due()
    agree(game, "pause", by=DARK, until=NIGHT + 20 * DAY)
    outbox.deliver_due()
    travel.move_to(NIGHT)
    outbox.deliver_due()
    return game


def resume(travel, alice, boris):
    game = pause_with_half_an_hour(travel, alice, boris)
    agree(game, "resume", by=DARK)
    return game


def resume_oneself(travel, alice, boris):
    """Nothing is given then; what is told is told in time."""
    game = pause_with_half_an_hour(travel, alice, boris)
    agree(game, "resume", by=LIGHT)
    return game


def resume_by_staff(travel, alice, boris):
    game = pause_with_half_an_hour(travel, alice, boris)
    play.resume(game.pk, staff=UserFactory(is_staff=True), reason="Asked for.")
    return game


def reply_to_small_bank(travel, alice, boris, *, bank=40 * MINUTE, at=EVENING):
    travel.move_to(at - DAY)
    game = GameFactory(first=boris, second=alice, control=clock.Bank(3, 0, 7))
    Seat.objects.filter(game=game, side=LIGHT).update(bank=bank)
    travel.move_to(at)
    outbox.deliver_due()
    play_turns(game, game.position.legal_moves()[0])
    return game


def reply_with_six_hours(travel, alice, boris):
    return reply_to_small_bank(travel, alice, boris, bank=6 * HOUR)


def reply_with_twenty_hours(travel, alice, boris):
    return reply_to_small_bank(travel, alice, boris, bank=20 * HOUR)


def bring_forward(travel, alice, boris):
    travel.move_to(NIGHT - DAY)
    game = GameFactory(first=alice, second=boris, control=clock.Days(3))
    outbox.deliver_due()
    travel.move_to(NIGHT)
    deadline = timezone.now() + DAY
    play.move_deadline(game.pk, deadline=deadline, staff=UserFactory(is_staff=True), reason="A mistake.")
    return game


def reopen(travel, alice, boris):
    travel.move_to(NIGHT - HOUR)
    game = GameFactory(first=alice, second=boris, control=clock.Days(1))
    play.resign(game.pk, side=DARK)
    travel.move_to(NIGHT)
    play.reopen(game.pk, staff=UserFactory(is_staff=True), reason="A mistake.")
    return game


WAYS = (
    take_back,
    resume,
    reply_to_small_bank,
    reply_with_six_hours,
    resume_by_staff,
    resume_oneself,
    reply_with_twenty_hours,
    bring_forward,
    reopen,
)
CASES = [
    (mode, quiet, reminders, way)
    for way in WAYS
    for mode in (Mode.DAILY, Mode.EACH, Mode.URGENT, Mode.ONCE, Mode.TWICE)
    for quiet in ((22, 7), (None, None))
    for reminders in (None, ["24h"], [])
]


@pytest.mark.parametrize(("mode", "quiet", "reminders", "way"), begin_with(40, CASES[::3] + CASES[1::3] + CASES[2::3]))
@pytest.mark.late
def test_nobody_loses_on_time_untold(told, travel, alice, boris, mode, quiet, reminders, way):
    save_preferences(alice, mode=mode, quiet_from=quiet[0], quiet_until=quiet[1], reminders=reminders)
    game = way(travel, alice, boris)
    mail.outbox.clear()
    began, deadline = timezone.now(), Game.objects.get(pk=game.pk).deadline_at
    messages = told(deadline + 2 * MINUTE)
    assert messages, "no word"
    assert deadline - messages[0][0] >= min(12 * HOUR, (deadline - began) * 9 / 10), messages


@pytest.mark.parametrize("mode", [Mode.EACH, Mode.ONCE, Mode.DAILY])
def test_turns_are_told_in_time_where_reminders_are_switched_off(told, travel, alice, boris, mode):
    save_preferences(alice, mode=mode, quiet_from=22, quiet_until=7)
    save_table(alice, {("deadline_near", "email"): False})
    reply_to_small_bank(travel, alice, boris)
    mail.outbox.clear()
    [(at, subject)] = told(EVENING + 40 * MINUTE)
    assert at - EVENING <= 2 * MINUTE
    assert subject.startswith("Your turn against Boris")


def test_reminders_tell_in_time_where_turns_are_switched_off(told, travel, alice, boris):
    save_table(alice, {("your_turn", "email"): False})
    reply_with_six_hours(travel, alice, boris)
    mail.outbox.clear()
    (at, subject), *_ = told(EVENING + 5 * HOUR)
    assert at == EVENING
    assert "left to play against Boris" in subject


def test_it_is_told_by_every_channel_that_tells_of_it_at_all(told, travel, alice, boris, monkeypatch):
    pushed: list[tuple[datetime, str]] = []
    monkeypatch.setattr(
        "notifications.channels.push.carrier.Push.deliver",
        lambda self, notice, now: pushed.append((now, notice.kind)),
    )
    Device.objects.create(user=alice, endpoint="https://push.example/1", name="Phone", added_at=timezone.now())
    save_table(alice, {("your_turn", "push"): False})
    save_preferences(alice, reminders=[])
    reply_with_six_hours(travel, alice, boris)
    pushed.clear()
    mail.outbox.clear()
    messages = told(EVENING + 6 * HOUR)
    assert messages[0][0] <= EVENING + 36 * MINUTE
    assert pushed == [(EVENING, "deadline_near")]


def test_a_player_who_has_already_been_told_is_not_reminded(told, travel, alice, boris):
    """Of three days with the usual reminders, and of six hours, what came before comes now."""
    reply_with_six_hours(travel, alice, boris)
    mail.outbox.clear()
    assert [subject.partition(" left")[0][:9] for _, subject in told(EVENING + 6 * HOUR)] == ["Your turn", "1 hour"]


def test_reminders_sent_before_a_pause_come_again_after_it(told, travel, alice, boris):
    """Alice was reminded six hours and one hour before; then both paused."""
    save_preferences(alice, reminders=["6h", "1h"])
    travel.move_to(NIGHT - 3 * DAY)
    game = GameFactory(first=alice, second=boris, control=clock.Days(3))
    told(NIGHT - 30 * MINUTE)
    assert Reminder.objects.get(game=game).told == HOUR
    agree(game, "pause", by=DARK, until=NIGHT + 20 * DAY)
    travel.move_to(NIGHT)
    agree(game, "resume", by=DARK)
    mail.outbox.clear()
    subjects = [subject.partition(" left")[0] for _, subject in told(NIGHT + 12 * HOUR)]
    assert subjects[0].startswith("Your turn against Boris")
    assert subjects[1:] == ["6 hours", "1 hour"]


@pytest.mark.parametrize("way", [take_back, resume, resume_oneself, resume_by_staff])
def test_both_are_told_that_a_clock_was_started(travel, alice, boris, way):
    game = way(travel, alice, boris)
    mail.outbox.clear()
    outbox.deliver_due(now=timezone.now() + MINUTE)
    told = [each for each in mail.outbox if each.to == [boris.email] or not each.subject.startswith("Staff have")]
    messages = {each.to[0]: each for each in told}
    happened = "A turn was taken back" if way is take_back else "The pause is over"
    assert messages[alice.email].subject.startswith("Your turn against Boris")
    assert f"{happened}, and your clock runs again." in " ".join(messages[alice.email].body.split())
    by_staff = f"Staff have ended the pause of this game: you against Alice (Mastery #{game.pk})"
    usual = f"{happened}: Alice is to move (Mastery #{game.pk})"
    assert messages[boris.email].subject == (by_staff if way is resume_by_staff else usual)
    assert {alice.pk, boris.pk} <= set(Notice.objects.filter(channel="inbox").values_list("recipient", flat=True))


def test_the_start_of_a_clock_is_no_news_once_a_turn_was_played(travel, alice, boris):
    game = resume(travel, alice, boris)
    game.refresh_from_db()
    play_turns(game, game.position.legal_moves()[0])
    mail.outbox.clear()
    outbox.deliver_due(now=timezone.now() + 2 * MINUTE)
    assert [message.subject[:9] for message in mail.outbox] == ["Your turn"]
