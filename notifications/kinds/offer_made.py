"""The opponent makes an offer within a game. The kind of offer says what it is."""

from datetime import datetime
from typing import Any

from django.dispatch import receiver
from django.utils.translation import gettext_lazy as _

from core.words import Sentence
from engine.contract import Side
from games import events
from games.models import Game, Seat
from games.play.offers import registry
from notifications.faults import Dropped
from notifications.models import Notice
from notifications.wording.games import OfOffer, describe_game, load_game, tell_player
from notifications.wording.offers import find_next_side, tell_offer
from notifications.wording.replying import OFFER


class OfferMade(OfOffer):
    takes_replies = True
    label = _("My opponent makes an offer, such as a draw or a rematch")
    order = 60
    sentence = Sentence("offer_made", "{who} made you an offer")

    def describe(self, notice: Notice, *, now: datetime) -> dict[str, Any]:
        """Describes the offer in its present form, since it may have been changed."""
        game, offer = load_game(notice), registry.get(notice.payload["offer"])
        context = describe_game(game, notice, now=now)
        terms = game.offers.get(offer.name)
        if game.is_over != offer.after_end or not terms or terms["side"] != context["theirs"].side:
            raise Dropped("The offer no longer stands.")
        if lapsed := offer.explain_lapse(game, terms, now=now):
            raise Dropped(lapsed)
        told = tell_offer(offer, terms, context)
        return {
            **context,
            **told,
            "reply_asks": OFFER,
            "lapse": offer.lapse(),
            "next_side": find_next_side(offer, terms, context),
        }

    def choose_sentence(self, notice: Notice, game: Game, *, mine: Seat | None) -> Sentence:
        offer = registry.OFFERS.find(self.name_offer(notice))
        return offer.in_inbox if offer else super().choose_sentence(notice, game, mine=mine)


kind = OfferMade()


@receiver(events.offer_made)
def on_offer_made(*, game_id: int, revision: int, side: Side, offer: str, **_: Any) -> None:
    payload = {"game": game_id, "offer": offer}
    tell_player(kind, key=f"offer:{game_id}:{revision}", side=side.other, payload=payload)
