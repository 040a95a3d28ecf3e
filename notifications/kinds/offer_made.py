"""The opponent offers something within a game: the kind of offer says what."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.dispatch import receiver
from django.utils.translation import gettext_lazy as _

from core.words import Said, Sentence
from engine.contract import Side
from games import events
from games.models import Game, Seat
from games.play.offers import registry
from games.play.offers.contract import OfferKind, Terms
from notifications.faults import Dropped
from notifications.models import Notice
from notifications.wording.games import OfOffer, describe_game, load_game, show_instant, tell_player


class OfferMade(OfOffer):
    takes_replies = True
    label = _("My opponent makes an offer, such as a draw or a rematch")
    order = 60
    sentence = Sentence("offer_made", "{who} made you an offer")

    def describe(self, notice: Notice, *, now: datetime) -> dict[str, Any]:
        """The offer as it is now, since it may have been changed."""
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
            "reply_asks": "offer",
            "lapse": offer.lapse(),
            "next_side": find_next_side(offer, terms, context),
        }

    def choose_sentence(self, notice: Notice, game: Game, *, mine: Seat | None) -> Sentence:
        offer = registry.OFFERS.find(self.name_offer(notice))
        return offer.in_inbox if offer else super().choose_sentence(notice, game, mine=mine)


def tell_offer(offer: OfferKind, terms: Terms, context: Mapping[str, Any]) -> dict[str, Said]:
    """The sentences of the email, by the names that its templates have for them."""
    told = {
        name: show_instant(value) if isinstance(value, datetime) else value for name, value in offer.tell(terms).items()
    }
    told |= {
        "who": context["opponent"],
        "game": f"{context['ruleset'].name} #{context['game'].pk}",
        "ruleset": context["ruleset"].name,
        "side": context["my_side"],
        "next_side": find_next_side(offer, terms, context),
    }
    chosen = {
        name: offer.choose(name, terms, is_my_turn=context["game"].side_to_move == context["mine"].side)
        for name in ("asks", "asks_subject", "asks_you", "why_asked", "detail")
    }
    return {name: sentence(**told) for name, sentence in chosen.items() if sentence}


def find_next_side(offer: OfferKind, terms: Terms, context: Mapping[str, Any]) -> str:
    """The reader's side in the game that accepting it leads to; empty where there is none, or none settled."""
    side = offer.find_next_side(terms, reader=Side(context["mine"].side))
    return "" if side is None else context["ruleset"].sides[side]


kind = OfferMade()


@receiver(events.offer_made)
def on_offer_made(*, game_id: int, revision: int, side: Side, offer: str, **_: Any) -> None:
    payload = {"game": game_id, "offer": offer}
    tell_player(kind, key=f"offer:{game_id}:{revision}", side=side.other, payload=payload)
