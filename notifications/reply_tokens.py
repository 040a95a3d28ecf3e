"""The addresses to which readers reply to our emails. Each has a token that says who got the email, about which turn.

`REPLY_ADDRESS=turn@reply.example.org` gives `turn+TOKEN@reply.example.org`. With `*@reply.example.org`, where every
address of the host leads to the site, the token stands alone. A token has only small letters and digits, as some
servers change the case of a local part. It ends in 20 bytes of HMAC-SHA256, so it cannot be guessed. It only proves
that its holder has seen the email. The sender's address and its proof (`replies.mails.proof`) tell who replies.
"""

from __future__ import annotations

import base64
import binascii
import hmac
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.utils.crypto import salted_hmac

SALT = "notifications.reply_tokens"
SIGNED_BY = 20
"""The number of bytes of the signature."""
GAME, LISTED, RESIGN, OFFER = 1, 2, 3, 4
"""The first byte of a token: it is about a game, about several games listed in one email, or about a game whose reader
was asked whether they resign, or shown one offer."""
ASKED = {RESIGN: "resign", OFFER: "offer"}
"""What the email had asked, by the first byte."""
KIND_OF = {asked: kind for kind, asked in ASKED.items()}
CODE_OF = 10
"""The number of bytes of the code of a list."""
KEPT = timedelta(days=90)
"""How long the site keeps the result of a reply, and the games that an email listed."""
LONGEST_LOCAL = 64
"""The most octets before the @ (RFC 5321, 4.5.3.1.1)."""
HIGHEST = 2**31 - 1
"""No player's id is higher than this."""
TOKEN = re.compile(r"[a-z2-7]{36,64}")


class BadToken(Exception):
    """The token is not ours, or was changed."""


@dataclass(frozen=True, slots=True)
class Addressed:
    """What a token says: its reader, and either the game as it was shown to them or the row of games that were
    listed."""

    user_id: int
    game_id: int = 0
    revision: int = 0
    ply: int = 0
    listed_id: str = ""
    asked: str = ""
    """What the email asked the reader to confirm."""
    place: int = 0
    """The number of the game in the list to which the reader had replied before; 0 for an email about a single game."""

    @property
    def about(self) -> str:
        """What the email showed: a game at a revision, or a list of games. It has at most 40 characters."""
        return self.listed_id or f"{self.game_id}.{self.revision}"


def is_on() -> bool:
    """Whether this site takes replies to its emails."""
    return bool(settings.REPLY_ADDRESS)


def make_address(addressed: Addressed) -> str:
    """Returns the address to which the reader replies; empty if the site takes no replies, or if no address would
    fit."""
    if not is_on():
        return ""
    local, _, domain = settings.REPLY_ADDRESS.rpartition("@")
    token = write(addressed)
    local = token if local == "*" else f"{local}+{token}"
    return f"{local}@{domain}" if len(local) <= LONGEST_LOCAL else ""


def find_token(address: str) -> str:
    """Returns the token in an address of ours; empty if the address is not ours."""
    local, _, domain = settings.REPLY_ADDRESS.lower().rpartition("@")
    given, _, host = address.lower().rpartition("@")
    if not domain or host != domain:
        return ""
    beginning = "" if local == "*" else f"{local}+"
    token = given.removeprefix(beginning)
    return token if given.startswith(beginning) and TOKEN.fullmatch(token) else ""


def write(addressed: Addressed) -> str:
    body = bytes(_pack(addressed))
    return base64.b32encode(body + _sign(body)).decode().rstrip("=").lower()


def read(token: str) -> Addressed:
    """Reads a token. Raises BadToken."""
    try:
        raw = base64.b32decode(token.upper() + "=" * (-len(token) % 8))
    except (binascii.Error, ValueError) as error:
        raise BadToken from error
    body, signature = raw[:-SIGNED_BY], raw[-SIGNED_BY:]
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    if not any(hmac.compare_digest(signature, _sign(body, key=key)) for key in keys):
        raise BadToken
    if body[:1] == bytes([LISTED]):
        (user_id,) = _unpack(body[1:-CODE_OF])
        return Addressed(user_id, listed_id=body[-CODE_OF:].hex())
    user_id, game_id, revision, ply, *place = _unpack(body[1:])
    return Addressed(user_id, game_id, revision, ply, asked=ASKED.get(body[0], ""), place=sum(place[:1]))


def guess_reader(token: str) -> int:
    """Returns the id of the reader that an invalid token names, as after a change of the secret key. Anybody can invent
    such a token. Returns 0 if it names no one."""
    try:
        user_id = next(_unpack(base64.b32decode(token.upper() + "=" * (-len(token) % 8))[1:-SIGNED_BY]))
    except (binascii.Error, ValueError, StopIteration):
        return 0
    return user_id if user_id <= HIGHEST else 0


def code_of(user_id: int, turns: Sequence[Sequence[int]]) -> str:
    """Returns the code of the games that an email to this user listed, in 20 hexadecimal digits. Equal lists have equal
    codes."""
    listed = json.dumps([user_id, *turns])
    return salted_hmac(f"{SALT}.listed", listed, algorithm="sha256").digest()[:CODE_OF].hex()


def _pack(addressed: Addressed) -> Iterator[int]:
    """Yields the numbers in groups of seven bits, the lowest first. All groups of a number except the last have the
    eighth bit set. Then it yields the code of a list."""
    of_game = (addressed.game_id, addressed.revision, addressed.ply, *([addressed.place] if addressed.place else []))
    yield LISTED if addressed.listed_id else KIND_OF.get(addressed.asked, GAME)
    for number in (addressed.user_id, *(() if addressed.listed_id else of_game)):
        while number > 0x7F:
            yield number & 0x7F | 0x80
            number >>= 7
        yield number
    yield from bytes.fromhex(addressed.listed_id)


def _unpack(body: bytes) -> Iterator[int]:
    number, shift = 0, 0
    for byte in body:
        number |= (byte & 0x7F) << shift
        shift += 7
        if not byte & 0x80:
            yield number
            number, shift = 0, 0


def _sign(body: bytes, *, key: str | None = None) -> bytes:
    return salted_hmac(SALT, body, secret=key, algorithm="sha256").digest()[:SIGNED_BY]
