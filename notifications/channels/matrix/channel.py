"""Sends to Matrix, with the access token of an account that writes to a room of the player
(spec.matrix.org/latest/client-server-api/#put_matrixclientv3roomsroomidsendeventtypetxnid)."""

from __future__ import annotations

import json
import re
from urllib.parse import quote, urlsplit

from django.utils.translation import gettext_lazy as _

from notifications.chat_apps.contract import ChatApp
from notifications.chat_apps.parts import Address, BadAddress, Field, Request
from notifications.chat_apps.servers import read_server, read_token, unlink
from notifications.models import Notice
from notifications.wording.short import Short
from notifications.words import chat_apps as words

SERVER = "https://matrix-client.matrix.org"
ROOM = re.compile(r"![!-~]{1,254}")
"""A room's id, which ends in a colon and its server, or since room version 12 only has a hash. It has at most 255
bytes."""
KIND = "m.text"
"""An ordinary text. A bot’s `m.notice` would make no sound, since every account has the rule .m.rule.suppress_notices
by default."""


class Matrix(ChatApp):
    name = "matrix"
    title = "Matrix"
    order = 34
    fields = (
        Field("server", _("Homeserver"), help=_("Such as https://matrix-client.matrix.org.")),
        Field("room", _("Room ID"), help=_("In the room’s settings under Advanced. It begins with !"), longest=255),
        Field("token", _("Access token"), help=_("Of the second account."), is_secret=True),
    )
    steps = (
        _("Make a second account for the site: your own messages would not ring on your phone."),
        _("Make a room without encryption, invite that account, and accept the invitation as it."),
        _("Paste here the access token of the second account: in Element, Settings, Help & About, Advanced."),
    )

    def read(self, typed: Address) -> Address:
        server = read_server(typed["server"], field="server", begins=SERVER)
        if not ROOM.fullmatch(typed["room"]):
            raise BadAddress(words.NO_ROOM(), field="room")
        return {"server": server, "room": typed["room"], "token": read_token(typed["token"], field="token")}

    def name_address(self, address: Address) -> str:
        return str(words.ROOM(room=address["room"], server=urlsplit(address["server"]).netloc))

    def write(self, short: Short, address: Address, *, notice: Notice) -> Request:
        """Writes the request. Matrix shows it once even if it is sent twice, since the notice names the transaction. It
        mentions no user."""
        told = unlink("\n".join(filter(None, (short.title, short.body))))
        content = {"msgtype": KIND, "body": f"{told}\n{short.link}", "m.mentions": {}}
        room, transaction = quote(address["room"], safe=""), f"mastery-{notice.pk}-{notice.nonce}"
        url = f"{address['server']}/_matrix/client/v3/rooms/{room}/send/m.room.message/{transaction}"
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {address['token']}"}
        return Request("PUT", url, json.dumps(content).encode(), headers)


channel = Matrix()
