"""Reminders are made once and sent once: by many workers, whatever their reader does, and whichever worker dies."""

import json
import threading
from datetime import timedelta

import pytest
from django.core import mail
from django.db import connection
from django.urls import reverse

from engine.contract import Side
from games import play
from games.models import Seat
from notifications.channels.email.carrier import Mail
from notifications.delivery import outbox
from notifications.models import Notice, Reminder
from notifications.preferences.saving import save_preferences
from notifications.scheduling import reminders
from tests.factories import GameFactory, play_turns
from tests.notifications.push_service import Browser

HOUR = timedelta(hours=1)
ENDPOINT = "https://updates.push.services.mozilla.com/wpush/v2/1"


def list_told() -> list[str]:
    return [message.subject for message in mail.outbox if "left to play" in message.subject]


def save_settings(client, alice):
    save_preferences(alice, reminders=["24h", "6h", "3h"])


def change_zone(client, alice):
    client.post("/settings/time-zone/", {"time_zone": "Asia/Tokyo"})


def add_device(client, alice):
    told = json.dumps({"endpoint": ENDPOINT, "keys": Browser().keys})
    client.post(reverse("push_subscribe"), told, content_type="application/json")


@pytest.mark.parametrize("meanwhile", [save_settings, change_zone, add_device])
def test_a_reminder_being_sent_goes_out_once_whatever_its_reader_does(
    game, client, alice, deliver, monkeypatch, meanwhile
):
    """Another worker looks once more, while the first has the mail under way."""
    deliver()
    client.force_login(alice)
    now, send, under_way = game.deadline_at - 6 * HOUR, Mail.deliver, []

    def deliver_slowly(self, notice, *, now):
        if not under_way:
            under_way.append(notice)
            meanwhile(client, alice)
            outbox.deliver_due(now=now)
        send(self, notice, now=now)

    monkeypatch.setattr(Mail, "deliver", deliver_slowly)
    outbox.deliver_due(now=now)
    outbox.deliver_due(now=now + timedelta(seconds=20))
    assert len(list_told()) == 1


def test_a_worker_that_dies_while_it_makes_them_leaves_them_to_the_next(game, monkeypatch):
    now = game.deadline_at - 6 * HOUR
    with monkeypatch.context() as patch:
        patch.setattr(reminders, "insert_rows", raise_interrupt)
        with pytest.raises(KeyboardInterrupt):
            reminders.write_due(now=now)
    reminders.write_due(now=now)
    assert Notice.objects.filter(kind="deadline_near").count() == 1


def raise_interrupt(*args, **kwargs):
    raise KeyboardInterrupt


def test_a_game_whose_reminders_cannot_be_made_holds_up_no_other(alice, boris, monkeypatch):
    games = [GameFactory(first=alice, second=boris) for _ in range(3)]
    advance = reminders.advance

    def fail_of_one(row, *args, **kwargs):
        if row.game_id == games[1].pk:
            raise ValueError("It cannot be made")
        return advance(row, *args, **kwargs)

    monkeypatch.setattr(reminders, "advance", fail_of_one)
    now = games[0].deadline_at - 6 * HOUR + timedelta(seconds=5)
    reminders.write_due(now=now)
    told = Notice.objects.filter(kind="deadline_near", channel="email")
    assert set(told.values_list("payload__game", flat=True)) == {games[0].pk, games[2].pk}
    assert Reminder.objects.get(game=games[1]).due_at == now + reminders.PUT_OFF
    monkeypatch.undo()
    reminders.write_due(now=now + reminders.PUT_OFF)
    assert set(told.values_list("payload__game", flat=True)) == {one.pk for one in games}, "put off, not left out"


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_many_workers_at_once_make_each_once(alice, boris):
    games = [GameFactory(first=alice, second=boris) for _ in range(40)]
    now = games[0].deadline_at - 6 * HOUR + timedelta(minutes=1)

    def sweep():
        try:
            reminders.write_due(now=now)
        finally:
            connection.close()

    workers = [threading.Thread(target=sweep) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    reminders.write_due(now=now)
    assert Notice.objects.filter(kind="deadline_near", channel="email").count() == 40
    assert not Reminder.objects.due(now).exists()


def test_a_turn_taken_back_begins_anew(game, list_reminders):
    play_turns(game, game.position.legal_moves()[0])
    play.offers.propose(game.pk, "takeback", side=Side.FIRST)
    play.offers.accept(game.pk, "takeback", side=Side.SECOND)
    game.refresh_from_db()
    assert Reminder.objects.get().reader == game.seats.get(side=Side.FIRST).user
    assert set(list_reminders(game)) == {"24h", "6h", "1h"}, "with what was left: less than three days"


def test_a_game_that_is_over_has_no_row(game):
    play.resign(game.pk, side=Side.FIRST)
    assert not Reminder.objects.exists()


def test_a_row_whose_game_has_nobody_to_move_comes_to_rest(game):
    Seat.objects.filter(game=game).delete()
    reminders.write_due(now=game.deadline_at)
    assert Reminder.objects.get().due_at is None
