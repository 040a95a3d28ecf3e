"""Reads messages to the bot while any user has a code that they should send to it.

Anybody may write to a bot, as much as they like. The only effect is that a private chat is connected if its message is
a valid code. Messages from long before are skipped unread, each look has a limit, and only a few people who write
something else get an answer.
"""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings

from core import outgoing
from core.words import Said
from notifications.channels.telegram import api
from notifications.channels.telegram.channel import channel
from notifications.chat_apps import codes
from notifications.chat_apps.parts import BadAddress
from notifications.models import BOT_LEASE, Bot
from notifications.wording.clean import clean_line
from notifications.wording.links import absolute
from notifications.words import chat_apps as words

logger = logging.getLogger(__name__)

NAME_LASTS = timedelta(days=1)
"""After this time the site asks Telegram again for the bot's name."""
MOST_READ = 100
"""Messages per answer: the most that Telegram gives."""
MOST_ANSWERS = 5
"""The most answers of Telegram that one look reads, and the most replies to messages that connect nothing."""
LOOK_LASTS = 10.0
"""Seconds after which a look leaves the rest to the next one."""
FORGETS_AFTER = timedelta(minutes=2)
"""After a pause of this length, all but the last messages are skipped: no user who is waiting wrote them."""
START = re.compile(r"/start(?:@\w{1,64})?(?:\s+(?P<code>\w{1,64}))?\s*", re.ASCII)


def look(*, now: datetime) -> int:
    """Reads messages, unless another worker does so or there is nothing to read. Returns how many chats were
    connected."""
    if not api.is_set_up():
        return 0
    bot, _ = Bot.objects.get_or_create(channel=channel.name, number=api.find_number())
    is_named = bot.named_at is not None and bot.named_at > now - NAME_LASTS
    if is_named and not codes.list_waiting(channel, now=now).exists():
        return 0
    if not BOT_LEASE.take(Bot.objects.filter(pk=bot.pk), now=now):
        return 0
    bot.refresh_from_db()
    try:
        with outgoing.Client() as client:
            return Look(api.Api(client), bot, now).read(is_named=is_named)
    except api.Failed as error:
        logger.warning("The messages to the bot can’t be read: %s", error)
        return 0
    finally:
        BOT_LEASE.mine(bot).update(**BOT_LEASE.given_back)


@dataclass(slots=True)
class Look:
    """One look at the messages to the bot."""

    api: api.Api
    bot: Bot
    now: datetime
    began: float = field(default_factory=time.monotonic)
    connected: int = 0
    told: set[str] = field(default_factory=set)
    """The chats that got an answer although their message connected nothing."""

    def read(self, *, is_named: bool) -> int:
        """Reads messages and returns how many chats were connected. Raises Failed."""
        if not is_named:
            self.bot.username, self.bot.named_at = self.api.read_name(), self.now
            BOT_LEASE.mine(self.bot).update(username=self.bot.username, named_at=self.now)
        for _ in range(MOST_ANSWERS):
            if not codes.list_waiting(channel, now=self.now).exists() or not self._read_some():
                break
        return self.connected

    def _read_some(self) -> bool:
        """Reads one answer. Returns whether there may be more messages, and time to read them."""
        was_read = self.bot.read_at is not None and self.bot.read_at > self.now - FORGETS_AFTER
        offset = self.bot.read_up_to + 1 if was_read else -MOST_READ
        found = 0
        for number, message in self.api.read_updates(offset=offset, most=MOST_READ):
            found += 1
            self.take(message)
            self.bot.read_up_to = number
            if time.monotonic() - self.began > LOOK_LASTS:
                break
        self.bot.read_at = self.now
        kept = BOT_LEASE.mine(self.bot).update(read_up_to=self.bot.read_up_to, read_at=self.now)
        return bool(kept and found and time.monotonic() - self.began < LOOK_LASTS)

    def take(self, message: Mapping[str, Any]) -> None:
        """Connects the chat if the message says which user wants it. If a worker dies, a message may be read twice. Its
        code has ended then, so nothing happens."""
        chat, text = find_private_chat(message), message.get("text")
        if chat is None or not isinstance(text, str) or (found := START.fullmatch(text)) is None:
            return
        try:
            address = channel.read({"chat": chat, "name": name_chat(message)})
        except BadAddress:
            return
        stored = codes.redeem(channel, found["code"], address, now=self.now) if found["code"] else None
        if stored is not None:
            self.connected += 1
            self.say(chat, words.BOT_CONNECTED(name=stored.user.username, site=settings.SITE_NAME))
        elif chat not in self.told and len(self.told) < MOST_ANSWERS and self.is_new(message):
            self.told.add(chat)
            self.say(chat, words.BOT_KNOWS_NO_CODE(page=absolute(f"/settings/notifications/{channel.name}/")))

    def is_new(self, message: Mapping[str, Any]) -> bool:
        date = message.get("date")
        return isinstance(date, int) and date > (self.now - FORGETS_AFTER).timestamp()

    def say(self, chat: str, said: Said) -> None:
        """Answers in the chat. The page shows the result, too, so a failure is only logged."""
        try:
            self.api.ask(api.write_message(chat, str(said)))
        except api.Failed as error:
            logger.warning("The bot could not answer: %s", error)


def find_private_chat(message: Mapping[str, Any]) -> str | None:
    """Returns the number of the chat if it is a private chat between one person and the bot."""
    chat, sender = message.get("chat"), message.get("from")
    if not isinstance(chat, dict) or not isinstance(sender, dict):
        return None
    number = chat.get("id")
    is_private = chat.get("type") == "private" and sender.get("id") == number and not sender.get("is_bot")
    return str(number) if is_private and type(number) is int else None


def name_chat(message: Mapping[str, Any]) -> str:
    """Names the chat for its owner, as Telegram names them."""
    sender = message["from"]
    name = sender.get("username")
    if isinstance(name, str) and name:
        return clean_line(f"@{name}", longest=80)
    first = sender.get("first_name")
    return clean_line(first, longest=80) if isinstance(first, str) and first.strip() else "Telegram"
