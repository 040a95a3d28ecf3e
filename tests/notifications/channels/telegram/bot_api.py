"""The Bot API of Telegram on this machine, as core.telegram.org/bots/api tells of it, with people who write to the bot.

It refuses what the document does not allow, and keeps a message until a later one is asked for.
"""

import itertools
import json
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

TOKEN = "123456789:AAF-0123456789_0123456789012345678"
BOT = "slowboard_bot"


@dataclass
class BotApi:
    """A context. `refuses` is what it answers to messages to a chat: a status and the fields of the answer."""

    refuses: dict[int, tuple[int, dict[str, Any]]] = field(default_factory=dict)
    sent: list[dict[str, Any]] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    updates: list[dict[str, Any]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    """What the document does not allow."""

    def __enter__(self) -> "BotApi":
        api, self._numbers = self, itertools.count(70_000_001)

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                status, answer = api.answer(self.path, self.headers["Content-Type"], body)
                written = json.dumps(answer, separators=(",", ":")).encode()
                self.send_response(status)
                self.send_header("Content-Length", str(len(written)))
                self.end_headers()
                self.wfile.write(written)

            def log_message(self, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *error: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def answer(self, path: str, kind: str, body: bytes) -> tuple[int, dict[str, Any]]:
        _, bot, method = path.split("/")
        self.asked.append(method)
        if bot != f"bot{TOKEN}":
            return 401, {"ok": False, "error_code": 401, "description": "Unauthorized"}
        if kind != "application/json":
            self.faults.append(f"{method}: {kind}")
        asked = json.loads(body)
        return {"getMe": self.get_me, "getUpdates": self.get_updates, "sendMessage": self.send_message}[method](**asked)

    def get_me(self) -> tuple[int, dict[str, Any]]:
        me = {"id": 123456789, "is_bot": True, "first_name": "Slowboard", "username": BOT}
        return 200, {"ok": True, "result": me}

    def get_updates(
        self, *, offset: int = 0, limit: int = 100, timeout: int = 0, allowed_updates: list[str]
    ) -> tuple[int, dict[str, Any]]:
        """“Negative values: from the end of the queue; all previous updates will be forgotten.”"""
        if not 1 <= limit <= 100:
            self.faults.append(f"limit {limit}")
        kept = [update for update in self.updates if update["update_id"] >= offset]
        self.updates[:] = self.updates[offset:] if offset < 0 else kept
        return 200, {"ok": True, "result": self.updates[:limit]}

    def send_message(
        self, *, chat_id: int, text: str, link_preview_options: dict[str, bool]
    ) -> tuple[int, dict[str, Any]]:
        if not 1 <= len(text) <= 4096 or type(chat_id) is not int:
            self.faults.append(f"{chat_id}: {text}")
        if chat_id in self.refuses:
            status, told = self.refuses[chat_id]
            return status, {"ok": False, "error_code": status, **told}
        self.sent.append({"chat_id": chat_id, "text": text, **link_preview_options})
        return 200, {"ok": True, "result": {"message_id": len(self.sent), "text": text}}

    def write(self, text: str | None, *, chat: int = 501, date: float = 0, **fields: Any) -> None:
        """Somebody writes to the bot."""
        sender = {"id": chat, "is_bot": False, "first_name": "Alice", "username": "alice_t"}
        message = {"message_id": 1, "from": sender, "chat": {"id": chat, "type": "private"}, "date": int(date)}
        message |= {"text": text} if text is not None else {}
        self.updates.append({"update_id": next(self._numbers), "message": {**message, **fields}})
