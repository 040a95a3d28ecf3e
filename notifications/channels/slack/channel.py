"""Sends to Slack, through a webhook whose address the player pastes
(docs.slack.dev/messaging/sending-messages-using-incoming-webhooks)."""

from __future__ import annotations

import json
import re
from typing import Any

from django.utils.translation import gettext_lazy as _

from core.outgoing import Response
from notifications.chat_apps.contract import ChatApp
from notifications.chat_apps.parts import Address, BadAddress, Field, Request
from notifications.models import Notice
from notifications.wording.short import Short
from notifications.words import chat_apps as words

BEGINS = "https://hooks.slack.com/services/"
WEBHOOK = re.compile(r"https://hooks\.slack\.com/services/(T[A-Z0-9]{6,20})/(B[A-Z0-9]{6,20})/([A-Za-z0-9]{16,64})/?")
ERROR = re.compile(rb"[a-z_]{1,60}\s*")
"""Slack’s own errors are a single word, such as no_service."""


class Slack(ChatApp):
    name = "slack"
    title = "Slack"
    order = 31
    fields = (Field("webhook", _("Webhook URL"), is_secret=True),)
    steps = (
        _("At api.slack.com/apps, create an app from scratch for a workspace of yours."),
        _("Open Incoming Webhooks there, switch them on, and add a webhook to a channel that only you read."),
        _("Copy its URL and paste it here. Whoever knows it can write to that channel, so we keep it sealed."),
    )
    hosts = ("hooks.slack.com",)

    def read(self, typed: Address) -> Address:
        found = WEBHOOK.fullmatch(typed["webhook"])
        if found is None:
            raise BadAddress(words.NO_ADDRESS(app=self.title, begins=BEGINS), field="webhook")
        return {"team": found[1], "id": found[2], "token": found[3]}

    def name_address(self, address: Address) -> str:
        return str(words.WEBHOOK(number=address["id"]))

    def write(self, short: Short, address: Address, *, notice: Notice) -> Request:
        """Writes the request. Slack shows the blocks, where plain text stays plain; `text` is only used for the
        notification."""
        plain = escape("\n".join(filter(None, (short.title, short.body))))
        link = f"<{escape_link(short.link)}|{escape(str(words.OPEN()))}>"
        content = {
            "text": f"{plain}\n{link}",
            "mrkdwn": False,
            "blocks": [
                _make_section({"type": "plain_text", "text": plain, "emoji": False}),
                _make_section({"type": "mrkdwn", "text": link, "verbatim": True}),
            ],
            "unfurl_links": False,
            "unfurl_media": False,
        }
        url = f"{BEGINS}{address['team']}/{address['id']}/{address['token']}"
        return Request("POST", url, json.dumps(content).encode(), {"Content-Type": "application/json"})

    def is_own_word(self, response: Response) -> bool:
        return ERROR.fullmatch(response.body) is not None


def _make_section(text: dict[str, Any]) -> dict[str, Any]:
    return {"type": "section", "text": text}


def escape(text: str) -> str:
    """Escapes the three characters that begin links and mentions in Slack."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def escape_link(url: str) -> str:
    return escape(url).replace("|", "%7C")


channel = Slack()
