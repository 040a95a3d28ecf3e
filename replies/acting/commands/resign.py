"""Resigns, once that was asked for twice: the first answer asks once more, and only an answer to that is obeyed."""

from __future__ import annotations

from core.refusal import Refusal
from games import play
from games.words import done as done_words
from games.words import refusals
from replies.acting.contract import Answer, Command, Deed
from replies.words import answers as words

RESIGN = "resign"


class Resign(Command):
    order = 10

    def reads(self, line: str) -> bool:
        return line.lower() in ("resign", "resign yes", "i resign")

    def act(self, deed: Deed) -> Answer:
        if deed.asked != RESIGN or not deed.line.lower().endswith(" yes"):
            return self.ask(deed)
        try:
            play.resign(deed.game.pk, side=deed.side, expected_revision=deed.revision, now=deed.at)
        except Refusal:
            deed.game.refresh_from_db()
            if (deed.game.termination, deed.game.winner) != ("resignation", deed.side.other):
                raise
        return Answer("resigned", done_words.RESIGNED(), deed.game.pk, line=deed.line)

    def ask(self, deed: Deed) -> Answer:
        if deed.game.is_over:
            raise Refusal(refusals.OVER())
        return Answer("resign_asked", words.RESIGN_SURE(), deed.game.pk, line=deed.line, asks=RESIGN)


command = Resign()
