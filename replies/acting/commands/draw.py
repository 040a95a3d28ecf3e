"""Offers a draw."""

from __future__ import annotations

from core.refusal import Refusal
from games.models import OfferRecord
from games.play import offers
from games.play.offers import registry
from replies.acting.contract import Answer, Command, Deed
from replies.words import answers as words


class OfferDraw(Command):
    order = 20

    def reads(self, line: str) -> bool:
        return line.lower() in ("draw", "draw?", "offer draw", "offer a draw")

    def act(self, deed: Deed) -> Answer:
        """Where the opponent’s offer stands, it takes a clear yes."""
        kind = registry.get("draw")
        made = OfferRecord.objects.filter(game=deed.game, side=deed.side, kind=kind.name, step=OfferRecord.Step.MADE)
        if made.filter(done_at__in=deed.instants).exists():  # by an earlier try
            return Answer("draw_offered", kind.has_offered(), deed.game.pk, line=deed.line)
        if any(asked.name == kind.name for asked in offers.list_asked(deed.game.offers, side=deed.side)):
            raise Refusal(words.DRAW_STANDS())
        offers.propose(deed.game.pk, kind.name, side=deed.side, expected_revision=deed.revision, now=deed.at)
        return Answer("draw_offered", kind.has_offered(), deed.game.pk, line=deed.line)


command = OfferDraw()
