"""Sends to Telegram, through a bot that the owner of the site has made and that each reader has written to."""

from __future__ import annotations

import re
from datetime import timedelta

from django.utils.translation import gettext_lazy as _

from core.outgoing import Response
from core.words import Sentence
from notifications.channels.telegram import api
from notifications.chat_apps.contract import LONGEST_WAIT, ChatApp
from notifications.chat_apps.parts import Address, BadAddress, BotAddress, Request, SiteFault
from notifications.chat_apps.servers import unlink
from notifications.faults import Deferred, Refused, RefusedAddress, SharedFault
from notifications.models import Bot, Notice
from notifications.wording.short import Short

NO_CHAT = Sentence("telegram_no_chat", "That isn’t a private chat.")
CHAT = re.compile(r"[1-9]\d{0,18}")
"""The number of a private chat. The numbers of groups and channels are negative."""
GONE = re.compile(r"chat not found|user not found|PEER_ID_INVALID|user is deactivated", re.IGNORECASE)
"""What Telegram says about a chat that no message can ever reach, if the status is not 403."""


class Telegram(ChatApp):
    name = "telegram"
    title = "Telegram"
    order = 32
    fails = _("Telegram refuses the site’s bot. See the log; docs/operations.md says what to do")
    begins_by_code = True
    steps = (
        _("Create a code, then open the chat with our bot by the button that appears here."),
        _("Press Start in that chat. The bot answers once you’re connected."),
    )
    hosts = api.HOSTS

    def is_set_up(self) -> bool:
        return api.is_set_up()

    def find_bot(self) -> BotAddress | None:
        bot = Bot.objects.filter(channel=self.name, number=api.find_number()).first()
        if bot is None or not bot.username:
            return None
        return BotAddress(f"@{bot.username}", f"https://t.me/{bot.username}?start=", "/start")

    def read(self, typed: Address) -> Address:
        if not CHAT.fullmatch(typed["chat"]):
            raise BadAddress(NO_CHAT())
        return {"chat": typed["chat"], "name": typed["name"]}

    def name_address(self, address: Address) -> str:
        return address["name"]

    def write(self, short: Short, address: Address, *, notice: Notice) -> Request:
        """Writes the request so that no name in the text becomes a link in Telegram."""
        told = (unlink(short.title), unlink(short.body), short.link)
        return api.write_message(address["chat"], "\n".join(filter(None, told)))

    def judge(self, response: Response) -> None:
        """Judges an answer. A fault of the bot's token is the site's own (401, 404), and all readers wait until it is
        repaired."""
        if response.status == 200:
            return
        said = f"{response.status} {api.read_fault(response)}".strip()
        if response.status == 403 or (response.status == 400 and GONE.search(said)):
            raise RefusedAddress(said)
        if response.status == 429:
            raise Deferred(said, shared=True, wait=read_wait(response))
        if response.status in (401, 404):
            raise SiteFault(said)
        if response.status == 408 or response.status >= 500:
            raise SharedFault(said)
        raise Refused(said)


def read_wait(response: Response) -> timedelta | None:
    """Returns how long Telegram wants the site to wait, an hour at most; None if it does not say."""
    about = api.read_json(response.body).get("parameters")
    seconds = about.get("retry_after") if isinstance(about, dict) else None
    if not isinstance(seconds, int) or seconds < 0:
        return None
    return min(timedelta(seconds=min(seconds, 10**6) + 1), LONGEST_WAIT)


channel = Telegram()
