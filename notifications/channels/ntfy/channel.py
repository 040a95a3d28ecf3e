"""Sends to ntfy, to a topic that the player chooses (docs.ntfy.sh/publish/#publish-as-json)."""

from __future__ import annotations

import json
import re
from urllib.parse import urlsplit

from django.utils.translation import gettext_lazy as _

from core.outgoing import Response
from notifications.chat_apps.contract import ChatApp
from notifications.chat_apps.parts import Address, BadAddress, Field, Request
from notifications.chat_apps.servers import read_server, read_token, unlink
from notifications.models import Notice
from notifications.wording.short import Short
from notifications.words import chat_apps as words

SERVER = "https://ntfy.sh"
TOPIC = re.compile(r"[-_A-Za-z0-9]{1,64}")
HIGH = 4


class Ntfy(ChatApp):
    name = "ntfy"
    title = "ntfy"
    order = 33
    fields = (
        Field("server", _("Server"), initial=SERVER),
        Field("topic", _("Topic"), help=_("On a public server, whoever guesses it reads along: make it long.")),
        Field("token", _("Access token"), help=_("Only where the topic asks for one."), is_secret=True, required=False),
    )
    steps = (
        _("Install the ntfy app on your phone, or open ntfy.sh in a browser."),
        _("Subscribe to a topic with a name that nobody guesses, such as 20 random letters."),
        _("Write the same topic here. We keep it sealed."),
    )

    def read(self, typed: Address) -> Address:
        server = read_server(typed["server"], field="server", begins=SERVER)
        if not TOPIC.fullmatch(typed["topic"]):
            raise BadAddress(words.NO_TOPIC(), field="topic")
        token = typed.get("token", "")
        return {
            "server": server,
            "topic": typed["topic"],
            "token": read_token(token, field="token") if token else "",
        }

    def name_address(self, address: Address) -> str:
        """Names the server only, since the topic works like a password."""
        return str(words.TOPIC(server=urlsplit(address["server"]).netloc))

    def write(self, short: Short, address: Address, *, notice: Notice) -> Request:
        content: dict[str, object] = {
            "topic": address["topic"],
            "title": unlink(short.title),
            "message": unlink(short.body or short.title),
            "click": short.link,
        }
        if short.is_urgent:
            content["priority"] = HIGH
        headers = {"Content-Type": "application/json"}
        if address["token"]:
            headers["Authorization"] = f"Bearer {address['token']}"
        return Request("POST", f"{address['server']}/", json.dumps(content).encode(), headers)

    def shares_limit(self, response: Response) -> bool:
        """Limits always concern the whole site, since ntfy counts messages by sender."""
        return True


channel = Ntfy()
