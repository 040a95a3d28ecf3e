"""Makes and answers offers within a game, of whatever kind."""

from __future__ import annotations

from django.http import HttpRequest

from accounts.posted.sent_forms import once
from core.posting import posted_from
from core.words import Said
from engine.contract import Side
from games import access
from games.pages import game_page, read_revision
from games.play import offers
from games.play.offers import registry
from games.play.offers.contract import OfferKind
from games.views.acting import Done, by_player


@posted_from(game_page, admits=access.is_guest_at)
@once()
@by_player
def make_offer(request: HttpRequest, pk: int, *, side: Side) -> Done:
    """Makes an offer of the `kind` in the form, from its fields."""
    kind = registry.get(request.POST.get("kind", ""))
    chosen = kind.read_fields(request.POST)
    offers.propose(pk, kind.name, side=side, expected_revision=read_revision(request), **chosen)
    return tell_done(kind, pk, said=kind.has_offered())


@posted_from(game_page, admits=access.is_guest_at)
@once()
@by_player
def answer_offer(request: HttpRequest, pk: int, kind: str, *, side: Side) -> Done:
    """Accepts the opponent's offer with `answer=accept`, withdraws the player's own with `answer=withdraw`.

    Anything else declines, so that a garbled answer never changes the game.
    """
    offer, answer = registry.get(kind), request.POST.get("answer")
    answers = {
        "accept": (offers.accept, offer.has_accepted),
        "withdraw": (offers.withdraw, offer.has_withdrawn),
    }
    do, done = answers.get(answer or "", (offers.decline, offer.has_declined))
    do(pk, kind, side=side, expected_revision=read_revision(request))
    return tell_done(offer, pk, said=done())


def tell_done(kind: OfferKind, pk: int, *, said: Said) -> Done:
    """The sentence, and the game to which an agreement has led, if it led to one."""
    following = kind.find_next(pk)
    return Done(kind.has_accepted(), following) if following else Done(said)
