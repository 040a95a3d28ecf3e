"""Writes a line to the opponent, as in the chat beside the board. Where a mail program has broken the line, nothing
tells its rest from what follows, so the answer repeats what was sent."""

from __future__ import annotations

import re

from games import chat
from games.models import Message
from replies.acting.contract import Answer, Command, Deed
from replies.acting.tidying import unwrap
from replies.words import answers as words

NOTE = re.compile(r"note[:,]?\s+(.+)", re.IGNORECASE | re.DOTALL)


class Note(Command):
    order = 40

    def reads(self, line: str) -> bool:
        return NOTE.fullmatch(line) is not None

    def act(self, deed: Deed) -> Answer:
        found = NOTE.fullmatch(unwrap(deed.written)) or NOTE.fullmatch(deed.line)
        text = chat.clean(found[1] if found else "")
        sent = Message.objects.filter(game=deed.game, user=deed.reply.user_id, sent_at=deed.reply.arrived_at, text=text)
        if not sent.exists():  # else by an earlier try
            chat.send(deed.reply.user, game_id=deed.game.pk, text=text, now=deed.reply.arrived_at)
        return Answer("noted", words.NOTE_SENT(text=text), deed.game.pk, line=deed.line)


command = Note()
