"""Stand-ins for the services of chat apps. Each takes a message as its public documents say, and no other; knows what
of a text its app would make a link or a mention; and refuses in that service's own words.

Written from the documents alone: no test reaches the real ones.
"""

import json
import re
from dataclasses import dataclass, field
from urllib.parse import unquote

from tests.notifications.chat_apps.internet import Answer, Asked

BARE = re.compile(
    r"(?:https?://|www\.)(?=\w)[^\s<>]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\b[\w-]+(?:\.[\w-]+)+\b(?:/\S*)?", re.I
)
"""What apps that link plain text take for a link: an address, a host, a mail address."""


@dataclass(frozen=True)
class Shown:
    """A message as its reader sees it: the words, the links (where they lead), whom it calls."""

    words: str
    links: tuple[str, ...] = ()
    called: tuple[str, ...] = ()
    is_loud: bool = False


def read_json(asked: Asked, *, known: set[str]) -> dict:
    assert asked.headers["content-type"] == "application/json"
    content = json.loads(asked.body)
    assert set(content) <= known, set(content) - known
    return content


def as_json(status: int, content: object, **headers: str) -> Answer:
    return Answer(status, json.dumps(content).encode(), {"Content-Type": "application/json", **headers})


@dataclass
class Discord:
    """discord.com/developers/docs/resources/webhook#execute-webhook, /topics/rate-limits, /reference#user-agent"""

    typed = {"webhook": "https://discord.com/api/webhooks/1234567890123456789/" + "Ab-_1" * 13}
    renewed = {"webhook": "https://discord.com/api/webhooks/2234567890123456789/" + "Zb-_1" * 13}
    hosts = ("discord.com",)
    shown: list[Shown] = field(default_factory=list)
    refusals = {
        400: {"message": "Cannot send an empty message", "code": 50006},
        401: {"message": "Invalid Webhook Token", "code": 50027},
        403: {"message": "Missing Permissions", "code": 50013},
        404: {"message": "Unknown Webhook", "code": 10015},
    }
    known = {"content", "username", "avatar_url", "tts", "embeds", "allowed_mentions", "components", "flags"}

    def take(self, asked: Asked) -> Answer:
        assert asked.method == "POST"
        address = f"https://{asked.host}{asked.path}"
        if address not in (self.typed["webhook"], self.renewed["webhook"]):
            return self.refuse(404)
        assert re.fullmatch(r"DiscordBot \(https?://[^ ,]+, [\w.]+\)", asked.headers["user-agent"])
        content = read_json(asked, known=self.known)
        assert 1 <= len(content["content"]) <= 2000
        assert content["allowed_mentions"] == {"parse": []}
        assert content["flags"] & ~(1 << 2 | 1 << 12) == 0, "no other flag may be set by a webhook"
        self.shown.append(self.show(content["content"]))
        return as_json(200, {"id": "1"}) if asked.query.get("wait") == ["true"] else Answer(204)

    def refuse(self, status: int) -> Answer:
        if status == 429:
            said = {"message": "You are being rate limited.", "retry_after": 119.25, "global": False}
            return as_json(429, said, **{"X-RateLimit-Scope": "shared"})
        return as_json(status, self.refusals.get(status, {"message": "Internal Server Error", "code": 0}))

    def show(self, text: str) -> Shown:
        """A backslash takes the meaning of the sign after it."""
        bare = re.sub(r"\\[^a-zA-Z0-9\s]", "\0", text)
        links = [*re.findall(r"https?://[^\s>]+", bare), *re.findall(r"\[[^\]]*\]\(([^)]*)\)", bare)]
        called = re.findall(r"@everyone|@here|<[@#][^>]*>", bare)
        marks = re.findall(r"[*_~`|#]|^[>-]", re.sub(r"<https?://[^\s>]+>", "", bare), re.M)
        assert marks in ([], ["*"] * 4), marks
        words = re.sub(r"\\([^a-zA-Z0-9\s])", r"\1", text)
        return Shown(words, tuple(links), tuple(called))


@dataclass
class Slack:
    """docs.slack.dev/messaging/sending-messages-using-incoming-webhooks, /formatting-message-text, /block-kit"""

    typed = {"webhook": "https://hooks.slack.com/services/T00000000/B00000000/" + "Xx1" * 8}
    renewed = {"webhook": "https://hooks.slack.com/services/T00000000/B00000001/" + "Yy1" * 8}
    hosts = ("hooks.slack.com",)
    shown: list[Shown] = field(default_factory=list)
    refusals = {400: b"invalid_payload", 401: b"invalid_token", 403: b"action_prohibited", 404: b"no_service"}
    known = {"text", "blocks", "mrkdwn", "thread_ts", "response_type", "unfurl_links", "unfurl_media"}

    def take(self, asked: Asked) -> Answer:
        assert asked.method == "POST"
        if f"https://{asked.host}{asked.path}" not in (self.typed["webhook"], self.renewed["webhook"]):
            return self.refuse(404)
        content = read_json(asked, known=self.known)
        assert 1 <= len(content["text"]) <= 4000
        assert content["unfurl_links"] is content["unfurl_media"] is False
        assert 1 <= len(content["blocks"]) <= 50
        fallback = self.show(content["text"])
        words, links, called = [], [], []
        for block in content["blocks"]:
            assert set(block) == {"type", "text"}
            assert block["type"] == "section"
            text = block["text"]
            assert 1 <= len(text["text"]) <= 3000
            kind = text["type"]
            assert set(text) <= {"type", "text", {"plain_text": "emoji", "mrkdwn": "verbatim"}[kind]}
            seen = self.show(text["text"])
            assert kind == "mrkdwn" or not seen.links, "plain text shows no link"
            words.append(seen.words)
            links += seen.links
            called += seen.called
        assert fallback.links == tuple(links)
        self.shown.append(Shown("\n".join(words), tuple(links), (*called, *fallback.called)))
        return Answer(200, b"ok", {"Content-Type": "text/html"})

    def refuse(self, status: int) -> Answer:
        if status == 429:
            return Answer(429, b"rate_limited", {"Retry-After": "119"})
        return Answer(status, self.refusals.get(status, b"rollup_error"), {"Content-Type": "text/html"})

    def show(self, text: str) -> Shown:
        """What stands in pointed brackets is a link or a mention; `&` begins one of three entities."""
        assert not re.search(r"&(?!(?:amp|lt|gt);)", text)
        inside = re.findall(r"<([^<>]*)>", text)
        assert text.count("<") == text.count(">") == len(inside)
        called = [each for each in inside if each[:1] in "@#!"]
        links = [each.partition("|")[0].replace("&amp;", "&") for each in inside if each not in called]
        words = re.sub(r"<[^<>|]*\|([^<>]*)>", r"\1", text)
        plain = words.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
        return Shown(plain, tuple(links), tuple(called))


@dataclass
class Ntfy:
    """docs.ntfy.sh/publish: as JSON, access tokens, limitations"""

    typed = {"server": "https://ntfy.sh", "topic": "q7WvT2_my-turns", "token": ""}
    renewed = {"server": "https://push.example.org/", "topic": "turns_of_mine", "token": "tk_AgQdq7mVBoFD37zQVN29RhuMz"}
    hosts = ("ntfy.sh", "push.example.org")
    shown: list[Shown] = field(default_factory=list)
    refusals = {400: 40024, 401: 40101, 403: 40301, 404: 40401, 413: 41301}
    known = {"topic", "message", "title", "tags", "priority", "actions", "click", "attach", "markdown", "icon"}

    def take(self, asked: Asked) -> Answer:
        assert (asked.method, asked.path, asked.query) == ("POST", "/", {})
        content = read_json(asked, known=self.known | {"filename", "delay", "email", "call", "cache", "firebase"})
        assert re.fullmatch(r"[-_A-Za-z0-9]{1,64}", content["topic"])
        assert 1 <= len(content["message"].encode()) <= 4096, "a longer one becomes a file"
        assert content.get("priority", 3) in range(1, 6)
        assert content.get("markdown", False) is False
        if asked.host != "ntfy.sh" and asked.headers.get("authorization") != f"Bearer {self.renewed['token']}":
            return self.refuse(403)
        words = f"{content['title']}\n{content['message']}"
        loud = content.get("priority", 3) > 3
        self.shown.append(Shown(words, (content["click"], *BARE.findall(words)), is_loud=loud))
        return as_json(200, {"id": "hwQ2YpKdmg", "time": 1, "event": "message", "topic": content["topic"]})

    def refuse(self, status: int) -> Answer:
        if status == 429:
            said = {"code": 42901, "http": 429, "error": "limit reached: too many requests"}
            return as_json(429, said, **{"Retry-After": "119"})
        return as_json(status, {"code": self.refusals.get(status, 50001), "http": status, "error": "no"})


@dataclass
class Matrix:
    """spec.matrix.org/latest/client-server-api: sending events, standard error response, mentions"""

    typed = {
        "server": "https://matrix.example.org",
        "room": "!Rkz/n+3:example.org",
        "token": "syt_c2l0ZQ_aBcDeF_1x2y3z",
    }
    renewed = {**typed, "token": "syt_c2l0ZQ_zYxWvU"}
    hosts = ("matrix.example.org",)
    shown: list[Shown] = field(default_factory=list)
    done: dict[str, str] = field(default_factory=dict)
    refusals = {400: "M_BAD_JSON", 401: "M_UNKNOWN_TOKEN", 403: "M_FORBIDDEN", 404: "M_NOT_FOUND"}

    def take(self, asked: Asked) -> Answer:
        assert asked.method == "PUT"
        found = re.fullmatch(r"/_matrix/client/v3/rooms/([^/]+)/send/m\.room\.message/([\w.~-]{1,255})", asked.path)
        assert found, asked.path
        if asked.headers["authorization"] not in (f"Bearer {each['token']}" for each in (self.typed, self.renewed)):
            return self.refuse(401)
        if unquote(found[1]) != self.typed["room"]:
            return self.refuse(403)
        content = read_json(asked, known={"msgtype", "body", "m.mentions", "format", "formatted_body"})
        assert len(asked.body) < 60_000
        assert content["msgtype"] == "m.text", "accounts are not told of an m.notice: .m.rule.suppress_notices"
        assert "formatted_body" not in content
        called = content.get("m.mentions", {"room": True})  # without it, the body is looked through
        key = f"{asked.headers['authorization']} {found[2]}"
        if key not in self.done:
            self.done[key] = f"$event{len(self.done)}"
            self.shown.append(Shown(content["body"], tuple(BARE.findall(content["body"])), tuple(called)))
        return as_json(200, {"event_id": self.done[key]})

    def refuse(self, status: int) -> Answer:
        if status == 429:
            return as_json(429, {"errcode": "M_LIMIT_EXCEEDED", "error": "Too many requests", "retry_after_ms": 119250})
        return as_json(status, {"errcode": self.refusals.get(status, "M_UNKNOWN"), "error": "no"})
