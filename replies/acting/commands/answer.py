"""Accepts or declines what the opponent offers; where several offers stand, the one that is named."""

from __future__ import annotations

from core.refusal import Refusal
from core.words import tell_list
from games.models import OfferRecord
from games.play import offers
from games.play.offers.contract import OfferKind
from replies.acting.contract import Answer, Command, Deed
from replies.words import answers as words

OFFER = "offer"
"""What an email asks that shows one offer."""
YES, NO = ("yes", "accept"), ("no", "decline")


class AnswerOffer(Command):
    order = 30

    def reads(self, line: str) -> bool:
        return line.lower().partition(" ")[0].rstrip(",:") in (*YES, *NO)

    def act(self, deed: Deed) -> Answer:
        word, _, named = deed.line.lower().partition(" ")
        accepts = word.rstrip(",:") in YES
        if kind := find_answered(deed, accepts=accepts):
            return tell(kind, deed, accepts=accepts)
        kind = pick(deed, word="yes" if accepts else "no", named=named.strip())
        answer = offers.accept if accepts else offers.decline
        answer(deed.game.pk, kind.name, side=deed.side, expected_revision=deed.revision, now=deed.at)
        return tell(kind, deed, accepts=accepts)


def find_answered(deed: Deed, *, accepts: bool) -> OfferKind | None:
    """The kind that this very mail has answered before, also where the game has gone on since."""
    step = OfferRecord.Step.ACCEPTED if accepts else OfferRecord.Step.DECLINED
    found = OfferRecord.objects.filter(game=deed.game, side=deed.side, step=step, done_at__in=deed.instants).first()
    return offers.registry.OFFERS.find(found.kind) if found else None


def pick(deed: Deed, *, word: str, named: str) -> OfferKind:
    """The offer that is meant. A bare “yes” answers an email that showed one offer, and how to answer it: elsewhere it
    may mean anything. Raises Refusal where none stands, or where it is not said which is meant."""
    asked = offers.list_asked(deed.game.offers, side=deed.side)
    if not asked:
        raise Refusal(words.NOTHING_OFFERED())
    shown = asked if deed.asked == OFFER else []  # by the email that is answered
    wanted = [kind for kind in asked if kind.name == named.replace(" ", "_")] if named else shown
    if len(wanted) != 1:
        names = [f"{word} {kind.name.replace('_', ' ')}" for kind in asked]
        raise Refusal(words.WHICH_OFFER(answers=tell_list(names)), status=422)
    return wanted[0]


def tell(kind: OfferKind, deed: Deed, *, accepts: bool) -> Answer:
    said = kind.has_accepted() if accepts else kind.has_declined()
    return Answer("accepted" if accepts else "declined", said, deed.game.pk, line=deed.line)


command = AnswerOffer()
