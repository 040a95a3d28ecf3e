"""What one player offers the other while the game goes on: made, and answered, whatever its kind."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from accounts.kept_forms import log_in_first
from core.posting import posted_from
from games.engine.contract import Side
from games.play import offers
from games.play.offers import registry
from games.views.play import act, game_page, read_revision


@posted_from(game_page, log_in=log_in_first)
def make_offer(request: HttpRequest, pk: int) -> HttpResponse:
    """Makes an offer of the `kind` in the form, with what its fields say."""

    def submit(side: Side) -> str:
        kind = registry.get(request.POST.get("kind", ""))
        chosen = kind.read_fields(request.POST)
        offers.propose(pk, kind.name, side=side, expected_revision=read_revision(request), **chosen)
        return kind.has_offered

    return act(request, pk, submit)


@posted_from(game_page)
def answer_offer(request: HttpRequest, pk: int, kind: str) -> HttpResponse:
    """Accepts the opponent's offer with `answer=accept`; with `answer=withdraw` takes the player's own back.

    Anything else declines, so that a garbled answer changes nothing.
    """

    def submit(side: Side) -> str:
        offer, answer = registry.get(kind), request.POST.get("answer")
        deeds = {
            "accept": (offers.accept, offer.has_accepted),
            "withdraw": (offers.withdraw, offer.has_withdrawn),
        }
        do, done = deeds.get(answer or "", (offers.decline, offer.has_declined))
        do(pk, kind, side=side, expected_revision=read_revision(request))
        return done

    return act(request, pk, submit)
