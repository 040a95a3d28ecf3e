"""A player connects Telegram: a code from the page, sent to the site's bot by a person in a private chat."""

import contextlib
import json
from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from accounts.limiting.limits import ACTIONS
from mastery_site.database.pruning import prune
from notifications import tasks
from notifications.channels.telegram import api, updates
from notifications.channels.telegram.channel import channel
from notifications.chat_apps import addresses
from notifications.models import Bot, ChatAddress, ConnectCode
from tests.notifications.channels.telegram.bot_api import BOT, TOKEN
from tests.rows import each_row


@pytest.fixture
def page(client):
    return lambda: client.get(reverse("notice_telegram")).content.decode()


def test_the_code_in_a_private_chat_connects_it_and_the_bot_says_so_once(bot_api, ask_for_code, alice, page):
    code = ask_for_code(alice)
    assert f"https://t.me/{BOT}?start={code}" in page()
    assert f"/start {code}" in page()
    bot_api.write(f"/start {code}")
    assert [tasks.read_telegram(), tasks.read_telegram()] == [1, 0]
    stored = ChatAddress.objects.get(user=alice)
    assert (stored.channel, stored.name) == ("telegram", "@alice_t")
    assert addresses.unseal(stored)["chat"] == "501"
    assert [(each["chat_id"], "Alice at" in each["text"]) for each in bot_api.sent] == [(501, True)]
    assert "@alice_t" in page()
    assert code not in page()


def test_nothing_is_asked_of_telegram_while_no_code_waits(bot_api, db, alice):
    for _ in range(3):
        tasks.read_telegram()
    assert bot_api.asked == ["getMe"], "its name is asked for once a day"
    with time_machine.travel(timezone.now() + timedelta(days=1, minutes=1)):
        tasks.read_telegram()
    assert bot_api.asked == ["getMe"] * 2


def test_a_site_without_a_bot_asks_nobody_and_makes_no_code(db, client, alice, page):
    assert tasks.read_telegram() == 0
    client.force_login(alice)
    client.post(reverse("notice_telegram"))
    assert "isn’t set up for Telegram" in page()
    assert not ConnectCode.objects.exists()
    assert not Bot.objects.exists()


@pytest.mark.parametrize(
    "fields",
    [
        {"chat": {"id": -100501, "type": "supergroup"}},
        {"chat": {"id": 501, "type": "group"}},
        {"chat": {"id": 501, "type": "channel"}, "from": None},
        {"from": {"id": 501, "is_bot": True}},
        {"from": {"id": 502, "is_bot": False}},
        {"chat": {"id": "501", "type": "private"}, "from": {"id": "501"}},
        {"chat": {"id": 1.5, "type": "private"}, "from": {"id": 1.5}},
        {"chat": {"id": True, "type": "private"}, "from": {"id": True}},
        {"chat": {"id": 10**30, "type": "private"}, "from": {"id": 10**30}},
        {"chat": [], "from": []},
    ],
)
def test_only_a_person_alone_with_the_bot_connects_it(bot_api, ask_for_code, alice, fields):
    bot_api.write(f"/start {ask_for_code(alice)}", **fields)
    assert tasks.read_telegram() == 0
    assert not ChatAddress.objects.exists()
    assert ConnectCode.objects.exists(), "it still works in their own chat"
    assert bot_api.sent == []


@pytest.mark.parametrize(
    "text", [None, "", "hello", "/start", "/start {}", "/start {code} x", "/help {code}", "{code}"]
)
def test_what_is_no_code_changes_nothing(bot_api, ask_for_code, alice, text):
    code = ask_for_code(alice)
    bot_api.write(text and text.replace("{code}", code))
    assert tasks.read_telegram() == 0
    assert not ChatAddress.objects.exists()


@pytest.mark.parametrize("later", [timedelta(minutes=10), timedelta(days=3)])
def test_a_code_ends_after_ten_minutes(bot_api, ask_for_code, alice, boris, later):
    old = ask_for_code(alice)
    with time_machine.travel(timezone.now() + later):
        ask_for_code(boris)
        bot_api.write(f"/start {old}")
        assert tasks.read_telegram() == 0
        assert prune()["codes of chat apps"] == 1


def test_a_new_code_ends_the_one_before_and_a_used_one_is_used(bot_api, ask_for_code, alice, boris):
    first, second = ask_for_code(alice), ask_for_code(alice)
    assert first != second
    ask_for_code(boris)  # so that the bot is read on
    for code in (first, second, second):
        bot_api.write(f"/start {code}", chat=600)
    assert tasks.read_telegram() == 1
    assert [row.user for row in ChatAddress.objects.all()] == [alice]


def test_the_code_of_who_may_not_log_in_any_more_connects_nothing(bot_api, ask_for_code, alice, boris):
    code = ask_for_code(alice)
    ask_for_code(boris)
    alice.is_active = False
    alice.save(update_fields=["is_active"])
    bot_api.write(f"/start {code}")
    assert tasks.read_telegram() == 0


def test_no_code_is_stored(bot_api, ask_for_code, alice):
    code = ask_for_code(alice)
    assert code not in json.dumps(list(ConnectCode.objects.values()), default=str)


def test_the_limit_of_codes_is_told(bot_api, ask_for_code, client, alice):
    ask_for_code(alice)
    (limit,) = ACTIONS["chat_app"].limits
    answers = [client.post(reverse("notice_telegram")) for _ in range(limit.most)]
    assert [answer.status_code for answer in answers] == [302] * (limit.most - 1) + [429]


def test_a_flood_of_strangers_neither_blocks_the_code_nor_is_answered(bot_api, ask_for_code, alice):
    """Ten thousand wait since yesterday; three hundred more are written before the code, with texts of every size."""
    bot_api.write("old")
    bot_api.updates *= 10_000
    code, now = ask_for_code(alice), timezone.now().timestamp()
    tasks.read_telegram()
    for number in range(300):
        bot_api.write(f"/start {'x' * 20}", chat=1000 + number, date=now)
    bot_api.write(f"/start {code}")
    assert tasks.read_telegram() == 1
    assert len(bot_api.sent) == updates.MOST_ANSWERS + 1


def test_messages_too_long_to_be_read_are_passed_over(bot_api, ask_for_code, alice):
    code = ask_for_code(alice)
    tasks.read_telegram()
    for _ in range(3):
        bot_api.write("😀" * 6000)  # 72 kB as JSON
    bot_api.write(f"/start {code}")
    assert tasks.read_telegram() == 1


def test_a_look_has_an_end_and_the_next_goes_on(bot_api, ask_for_code, alice):
    code = ask_for_code(alice)
    tasks.read_telegram()
    for _ in range(updates.MOST_ANSWERS * updates.MOST_READ):
        bot_api.write("hello")
    bot_api.write(f"/start {code}")
    assert [tasks.read_telegram(), tasks.read_telegram()] == [0, 1]


def test_one_reads_at_a_time(bot_api, ask_for_code, alice):
    code, now = ask_for_code(alice), timezone.now()
    Bot.objects.update(claimed_at=now, claim="another")
    bot_api.write(f"/start {code}")
    assert tasks.read_telegram() == 0
    Bot.objects.update(claimed_at=now - timedelta(minutes=2))
    assert tasks.read_telegram() == 1, "the other one has died"


@pytest.mark.parametrize("token", ["987654321:AAF-0123456789_0123456789012345678", f"{TOKEN}0"])
def test_a_wrong_token_is_told_in_the_log_without_it(bot_api, db, settings, caplog, token):
    settings.TELEGRAM_BOT_TOKEN = token
    assert tasks.read_telegram() == 0
    assert "Telegram refuses: 401 Unauthorized" in caplog.text
    assert token.partition(":")[2] not in caplog.text


def test_while_telegram_is_away_the_page_says_so(bot_api, db, settings, client, alice, page, caplog):
    settings.TELEGRAM_API = "http://127.0.0.1:9"
    settings.OUTGOING_HOSTS = [settings.TELEGRAM_API]
    assert tasks.read_telegram() == 0
    assert "could not be reached: no_connection" in caplog.text
    assert TOKEN not in caplog.text
    client.force_login(alice)
    assert "hasn’t answered us yet" in page()


@each_row(
    "body", [b"", b"<html>", b"[]", b"{}", b'{"ok":false}', b'{"ok":true,"result":{}}', b'{"ok":true,"result":[1,2]}']
)
def test_what_is_no_answer_of_telegrams_is_no_message(body):
    with contextlib.suppress(api.Failed):
        assert list(api.split_updates(body)) == []


def test_disconnecting_ends_it(connected, client):
    client.post(reverse("notice_telegram_end"))
    assert not channel.reaches(connected)
