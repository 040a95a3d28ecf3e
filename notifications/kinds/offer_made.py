"""The opponent offers something within a game: the kind of offer says what."""

from datetime import datetime
from typing import Any

from django.dispatch import receiver

from engine.contract import Side
from games import events
from games.models import Game, Seat
from games.play.offers import registry
from notifications.faults import Dropped
from notifications.models import Notice
from notifications.wording.games import OfOffer, describe_game, load_game, show_instant, tell_player


class OfferMade(OfOffer):
    label = "my opponent makes an offer, such as a draw or a rematch"
    order = 60
    sentence = "{who} made you an offer"

    def describe(self, notice: Notice, *, now: datetime) -> dict[str, Any]:
        """The offer as it is now, since it may have been changed."""
        game, offer = load_game(notice), registry.get(notice.payload["offer"])
        context = describe_game(game, notice, now=now)
        terms = game.offers.get(offer.name)
        if game.is_over != offer.after_end or not terms or terms["side"] != context["theirs"].side:
            raise Dropped("The offer no longer stands.")
        if lapsed := offer.explain_lapse(game, terms, now=now):
            raise Dropped(lapsed)
        told = offer.tell_reader(game, terms, reader=Side(context["mine"].side), tell_instant=show_instant)
        return {
            **context,
            "asks": offer.asks.format(**told),
            "asks_you": (offer.asks_you or offer.asks).format(**told),
            "detail": offer.detail.format(**told),
            "lapse": offer.lapse,
        }

    def choose_sentence(self, notice: Notice, game: Game, *, mine: Seat | None) -> str:
        offer = registry.OFFERS.find(self.name_offer(notice))
        return f"{{who}} {offer.asked_before}" if offer else self.sentence


kind = OfferMade()


@receiver(events.offer_made)
def on_offer_made(*, game_id: int, revision: int, side: Side, offer: str, **_: Any) -> None:
    payload = {"game": game_id, "offer": offer}
    tell_player(kind, key=f"offer:{game_id}:{revision}", side=side.other, payload=payload)
