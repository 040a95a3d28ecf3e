"""Sends to Discord, through a webhook whose address the player pastes
(discord.com/developers/docs/resources/webhook)."""

from __future__ import annotations

import json
import re

from django.utils.translation import gettext_lazy as _

from core.outgoing import Response
from notifications.chat_apps.contract import ChatApp, read_json
from notifications.chat_apps.parts import Address, BadAddress, Field, Request
from notifications.models import Notice
from notifications.wording import links
from notifications.wording.short import Short
from notifications.words import chat_apps as words

BEGINS = "https://discord.com/api/webhooks/"
WEBHOOK = re.compile(r"https://(?:discord|discordapp)\.com/api/(?:v\d{1,2}/)?webhooks/(\d{15,22})/([\w-]{20,100})/?")
MARKDOWN = re.compile(r"([\\*_~`|>#\[\]()<@:-])")


class Discord(ChatApp):
    name = "discord"
    title = "Discord"
    order = 30
    fields = (Field("webhook", _("Webhook URL"), is_secret=True),)
    steps = (
        _("On a server of yours, open the settings of a channel that only you read: Integrations, Webhooks."),
        _("Make a new webhook and copy its URL."),
        _("Paste the URL here. Anyone who has it can write to that channel, so we store it encrypted."),
    )
    hosts = ("discord.com", "discordapp.com")

    def read(self, typed: Address) -> Address:
        found = WEBHOOK.fullmatch(typed["webhook"])
        if found is None:
            raise BadAddress(words.NO_ADDRESS(app=self.title, begins=BEGINS), field="webhook")
        return {"id": found[1], "token": found[2]}

    def name_address(self, address: Address) -> str:
        return str(words.WEBHOOK(number=address["id"]))

    def write(self, short: Short, address: Address, *, notice: Notice) -> Request:
        """Writes the request so that no name in the text notifies anybody, and nothing in it counts as Markdown."""
        text = "\n".join(filter(None, (f"**{escape(short.title)}**", escape(short.body), f"<{short.link}>")))
        content = {"content": text, "allowed_mentions": {"parse": []}, "flags": 1 << 2}
        url = f"{BEGINS}{address['id']}/{address['token']}?wait=true"  # answers once it is stored
        headers = {"Content-Type": "application/json", "User-Agent": f"DiscordBot ({links.absolute('/')}, 1)"}
        return Request("POST", url, json.dumps(content).encode(), headers)

    def is_own_word(self, response: Response) -> bool:
        """Discord's own errors have a code. A server that turns the whole site away answers with a page."""
        return "code" in read_json(response)

    def shares_limit(self, response: Response) -> bool:
        return read_json(response).get("global") is True or "message" not in read_json(response)


def escape(text: str) -> str:
    return MARKDOWN.sub(r"\\\1", text)


channel = Discord()
