"""Asks the Bot API of Telegram (core.telegram.org/bots/api). The bot's token stands in the address of each request, so
no address is ever shown or logged."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings

from core import outgoing
from notifications.chat_apps.parts import Request

HOSTS = ("api.telegram.org",)
RESULT = re.compile(r'\{\s*"ok"\s*:\s*true\s*,\s*"result"\s*:\s*\[')
UPDATE = re.compile(r'[\s,]*(?P<update>\{\s*"update_id"\s*:\s*(?P<number>\d{1,18})\b)')
"""An update begins with its number, so that one that is cut off can be left out."""


class Failed(Exception):
    """Telegram did not do what it was asked for; `str(error)` says why, for staff."""


def is_set_up() -> bool:
    return bool(settings.TELEGRAM_BOT_TOKEN)


def find_number() -> str:
    """The bot's own number, which is no secret: the first part of its token."""
    return settings.TELEGRAM_BOT_TOKEN.partition(":")[0]


def make_request(method: str, **content: Any) -> Request:
    url = f"{settings.TELEGRAM_API}/bot{settings.TELEGRAM_BOT_TOKEN}/{method}"
    return Request("POST", url, json.dumps(content).encode(), {"Content-Type": "application/json"})


def write_message(chat: str, text: str) -> Request:
    """As it is, with nothing in it taken for a format, and without a preview of its link."""
    return make_request("sendMessage", chat_id=int(chat), text=text, link_preview_options={"is_disabled": True})


@dataclass(slots=True)
class Api:
    client: outgoing.Client

    def ask(self, request: Request) -> outgoing.Response:
        """Raises Failed."""
        try:
            answer = self.client.send(
                request.method, request.url, data=request.data, headers=request.headers, hosts=HOSTS
            )
        except (outgoing.Unreached, outgoing.NotAllowed) as error:
            raise Failed(f"Telegram could not be reached: {error}") from None
        if answer.status != 200:
            raise Failed(f"Telegram refuses: {answer.status} {read_fault(answer)}")
        return answer

    def read_name(self) -> str:
        """How the bot is called. Raises Failed."""
        found = read_json(self.ask(make_request("getMe")).body)
        about = found.get("result")
        name = about.get("username") if isinstance(about, dict) else None
        if not (isinstance(name, str) and name.isascii() and name.replace("_", "").isalnum()):
            raise Failed("Telegram does not say how the bot is called.")
        return name[:64]

    def read_updates(self, *, offset: int, most: int) -> Iterator[tuple[int, Mapping[str, Any]]]:
        """Messages from this number on, each with its own; of an answer that is too long to be read, those that came
        whole, and an empty one for the next. Below zero, as many of the last ones are read, and earlier ones forgotten.
        Raises Failed."""
        request = make_request("getUpdates", offset=offset, limit=most, timeout=0, allowed_updates=["message"])
        return split_updates(self.ask(request).body)


def split_updates(body: bytes) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Raises Failed where it is no answer of Telegram's."""
    text = body.decode(errors="replace")
    found, decoder = RESULT.match(text), json.JSONDecoder()
    if found is None:
        raise Failed("Telegram gives no messages.")
    place = found.end()
    while (found := UPDATE.match(text, place)) is not None:
        number = int(found["number"])
        try:
            update, place = decoder.raw_decode(text, found.start("update"))
        except (ValueError, RecursionError):  # cut off
            yield number, {}
            return
        message = update.get("message")
        yield number, message if isinstance(message, dict) else {}


def read_json(body: bytes) -> dict[str, Any]:
    """What an answer says; nothing where it is no JSON object."""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def read_fault(answer: outgoing.Response) -> str:
    """What Telegram says is wrong, without the address that was asked."""
    said = read_json(answer.body).get("description")
    return " ".join(said.split())[:200] if isinstance(said, str) else ""
