"""Several workers read what was written to the bot at one instant: each code connects once, and none is lost."""

from datetime import datetime
from functools import partial
from threading import Barrier
from typing import Any

import pytest
from django.db.models import Q
from django.utils import timezone

from core.leases import Lease
from notifications import tasks
from notifications.channels.telegram import api, updates
from notifications.channels.telegram.channel import channel
from notifications.chat_apps import addresses, codes
from notifications.models import BOT_LEASE, Bot, ChatAddress, ConnectCode
from tests.factories import UserFactory
from tests.servers import START_WITHIN
from tests.sharing import is_on_postgres
from tests.together import run_together

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long, pytest.mark.late]
ROUNDS = 10 if is_on_postgres() else 3
WORKERS = 3
PEOPLE = 4


def write_codes(bot_api, *, chats: int = 1) -> dict[int, int]:
    """New people write their codes to the bot, each from so many chats; who wrote in which chat."""
    now, wrote = timezone.now(), {}
    for _ in range(PEOPLE):
        user = UserFactory()
        code = codes.begin(user, channel, now=now)
        for _ in range(chats):
            chat = 1000 + len(wrote) + 100 * user.pk
            bot_api.write(f"/start {code}", chat=chat, date=now.timestamp())
            wrote[chat] = user.pk
    return wrote


def read_together(workers: int = WORKERS) -> list[object]:
    return run_together([tasks.read_telegram] * workers)


def find_connected() -> dict[int, int]:
    """Who is connected, by the chat that the bot writes to."""
    return {int(addresses.unseal(row)["chat"]): row.user_id for row in ChatAddress.objects.all()}


def say_connected(bot_api) -> list[int]:
    """The chats that the bot told that they are connected, as often as it did."""
    return sorted(each["chat_id"] for each in bot_api.sent if " at " in each["text"] and "code" not in each["text"])


def test_each_code_connects_once_and_is_answered_once(bot_api):
    for _ in range(ROUNDS):
        bot_api.sent.clear()
        ChatAddress.objects.all().delete()
        wrote = write_codes(bot_api)
        counts = read_together()
        assert sum(counts) == PEOPLE, counts
        assert find_connected() == wrote
        assert say_connected(bot_api) == sorted(wrote)
        assert not ConnectCode.objects.exists()
        assert Bot.objects.get().claim == ""


def test_of_several_chats_with_one_code_one_is_connected(bot_api):
    for _ in range(ROUNDS):
        bot_api.sent.clear()
        ChatAddress.objects.all().delete()
        wrote = write_codes(bot_api, chats=2)
        assert sum(read_together()) == PEOPLE
        connected = find_connected()
        assert sorted(connected.values()) == sorted(set(wrote.values()))
        assert connected.items() <= wrote.items()
        assert say_connected(bot_api) == sorted(connected)


class Lapsed(Lease):
    """A lease that whoever asks takes over."""

    def free(self, now: datetime) -> Q:
        return Q()

    def take(self, *rows: Any, **how: Any) -> str:
        while not (token := super().take(*rows, **how)):  # another is just taking it
            pass
        return token


@pytest.fixture
def lapsed(monkeypatch):
    """Each worker finds the lease of the one before lapsed, and all have the same messages in their hands before one
    deals with any. What they hold, by how many there are."""
    read, everybody, held = api.Api.read_updates, Barrier(WORKERS), []

    def read_side_by_side(self, **asked):
        found = list(read(self, **asked))
        held.append(len(found))
        if len(held) <= WORKERS:
            everybody.wait(timeout=START_WITHIN)
        return iter(found)

    monkeypatch.setattr(api.Api, "read_updates", read_side_by_side)
    monkeypatch.setattr(updates, "BOT_LEASE", Lapsed(BOT_LEASE.lasts, at=BOT_LEASE.at, token=BOT_LEASE.token))
    return held


def test_workers_that_read_the_same_messages_connect_each_code_once(bot_api, lapsed):
    for _ in range(ROUNDS):
        lapsed.clear()
        bot_api.sent.clear()
        ChatAddress.objects.all().delete()
        wrote = write_codes(bot_api)
        counts = read_together()
        assert lapsed[:WORKERS] == [PEOPLE] * WORKERS, "they were to read the same"
        assert sum(counts) == PEOPLE, counts
        assert find_connected() == wrote
        assert say_connected(bot_api) == sorted(wrote)


def test_one_code_that_is_redeemed_by_many_at_once_counts_once(bot_api):
    for _ in range(ROUNDS):
        user, now = UserFactory(), timezone.now()
        code = codes.begin(user, channel, now=now)
        chats = [channel.read({"chat": str(500 + number), "name": "@a"}) for number in range(WORKERS)]
        found = run_together([partial(codes.redeem, channel, code, chat, now=now) for chat in chats])
        (stored,) = [each for each in found if each is not None]
        assert addresses.unseal(stored) == addresses.unseal(ChatAddress.objects.get(user=user))
