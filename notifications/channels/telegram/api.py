"""Calls the Bot API of Telegram (core.telegram.org/bots/api). The address of each request contains the bot's token, so
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
"""An update begins with its number, so that an incomplete update can be left out."""


class Failed(Exception):
    """Telegram did not do what the site asked for; `str(error)` says why, for staff."""


def is_set_up() -> bool:
    return bool(settings.TELEGRAM_BOT_TOKEN)


def find_number() -> str:
    """Returns the bot's own number, which is no secret: the first part of its token."""
    return settings.TELEGRAM_BOT_TOKEN.partition(":")[0]


def make_request(method: str, **content: Any) -> Request:
    url = f"{settings.TELEGRAM_API}/bot{settings.TELEGRAM_BOT_TOKEN}/{method}"
    return Request("POST", url, json.dumps(content).encode(), {"Content-Type": "application/json"})


def write_message(chat: str, text: str) -> Request:
    """Writes the message so that nothing in it counts as formatting, and without a preview of its link."""
    return make_request("sendMessage", chat_id=int(chat), text=text, link_preview_options={"is_disabled": True})


@dataclass(slots=True)
class Api:
    client: outgoing.Client

    def ask(self, request: Request) -> outgoing.Response:
        """Sends a request and returns the answer. Raises Failed."""
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
        """Returns the bot's name. Raises Failed."""
        found = read_json(self.ask(make_request("getMe")).body)
        about = found.get("result")
        name = about.get("username") if isinstance(about, dict) else None
        if not (isinstance(name, str) and name.isascii() and name.replace("_", "").isalnum()):
            raise Failed("Telegram does not say how the bot is called.")
        return name[:64]

    def read_updates(self, *, offset: int, most: int) -> Iterator[tuple[int, Mapping[str, Any]]]:
        """Yields messages from the number `offset` on, each with its number. If an answer is too long to be read, it
        yields the complete messages, and an empty one for the next. With an `offset` below zero, it reads that many of
        the last messages, and Telegram forgets earlier ones. Raises Failed."""
        request = make_request("getUpdates", offset=offset, limit=most, timeout=0, allowed_updates=["message"])
        return split_updates(self.ask(request).body)


def split_updates(body: bytes) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Splits an answer into its messages. Raises Failed if it is no answer of Telegram."""
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
    """Returns the JSON object of an answer; empty if it is none."""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def read_fault(answer: outgoing.Response) -> str:
    """Returns what Telegram says is wrong, without the address of the request."""
    said = read_json(answer.body).get("description")
    return " ".join(said.split())[:200] if isinstance(said, str) else ""
