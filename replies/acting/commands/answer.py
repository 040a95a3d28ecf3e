"""Accepts or declines what the opponent offers; where several offers stand, the one that is named."""

from __future__ import annotations

import re

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
POLITE = frozenset((
    "thanks", "thank", "you", "thx", "please", "sorry", "very", "so", "much", "the", "your", "a", "this",
    "that", "it", "offer", "i", "and",
))  # fmt: skip
"""Words that change nothing of a “yes” or a “no”."""
AGREE = frozenset((
    "accept", "agree", "do", "will", "ok", "okay", "sure", "gladly", "of", "course", "with", "pleasure",
    "accepted", "agreed",
))  # fmt: skip
REFUSE = frozenset((
    "decline", "don’t", "do", "not", "dont", "refuse", "reject", "declined", "now", "yet", "i’d", "rather",
    "play", "on", "let’s", "lets", "we",
))  # fmt: skip
WORD = re.compile(r"[^\s,.;:!?*_()]+")


class AnswerOffer(Command):
    order = 30

    def reads(self, line: str) -> bool:
        return read_word(line) in (*YES, *NO)

    def act(self, deed: Deed) -> Answer:
        accepts = read_word(deed.line) in YES
        named = find_named(deed.line, accepts=accepts)
        if kind := find_answered(deed, accepts=accepts):
            return tell(kind, deed, accepts=accepts)
        kind = pick(deed, word="yes" if accepts else "no", named=named)
        answer = offers.accept if accepts else offers.decline
        answer(deed.game.pk, kind.name, side=deed.side, expected_revision=deed.revision, now=deed.at)
        return tell(kind, deed, accepts=accepts)


def list_words(line: str) -> list[str]:
    """The words of “Yes, I accept.”, in small letters: the answer first, also where “I” stands before it."""
    words = WORD.findall(line.lower().replace("'", "’"))
    return words[1:] if words[:1] == ["i"] and words[1:2] in (["accept"], ["decline"]) else words


def read_word(line: str) -> str:
    return next(iter(list_words(line)), "")


def find_named(line: str, *, accepts: bool) -> str:
    """The offer that the line names behind its “yes” or “no”, in one word or several; empty where it is only polite."""
    left = [word for word in list_words(line)[1:] if word not in POLITE | (AGREE if accepts else REFUSE)]
    return " ".join(left)


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
