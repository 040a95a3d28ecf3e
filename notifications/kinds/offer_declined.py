"""The reader's offer was declined."""

from datetime import datetime
from typing import Any

from django.dispatch import receiver
from django.utils.translation import gettext_lazy as _

from core.words import Sentence
from engine.contract import Side
from games import events
from games.models import Game, Seat
from games.play.offers import registry, was_declined
from notifications.faults import Dropped
from notifications.models import Notice
from notifications.wording.games import OfOffer, describe_game, load_game, tell_player


class OfferDeclined(OfOffer):
    label = _("My offer was declined")
    order = 70
    sentence = Sentence("offer_declined", "{who} declined your offer")

    def describe(self, notice: Notice, *, now: datetime) -> dict[str, Any]:
        """Describes the offer. Raises Dropped if a turn was played or taken back, since a newer notice then tells of
        that."""
        game, offer = load_game(notice), registry.get(notice.payload["offer"])
        if game.is_over != offer.after_end or not was_declined(game.offers, offer):
            raise Dropped("The game has gone on.")
        context = describe_game(game, notice, now=now)
        about = {
            "who": context["opponent"],
            "game": f"{game.ruleset.name} #{game.pk}",
            "ruleset": game.ruleset.name,
            "side": context["my_side"],
        }
        chosen = {
            "declined": offer.declined,
            "declined_subject": offer.declined_subject,
            "declined_in_full": offer.declined_in_full,
            "why_declined": offer.why_declined,
            "again": offer.again,
        }
        return {**context, **{name: sentence(**about) for name, sentence in chosen.items() if sentence}}

    def choose_sentence(self, notice: Notice, game: Game, *, mine: Seat | None) -> Sentence:
        offer = registry.OFFERS.find(self.name_offer(notice))
        return (offer and offer.declined) or super().choose_sentence(notice, game, mine=mine)


kind = OfferDeclined()


@receiver(events.offer_declined)
def on_offer_declined(*, game_id: int, revision: int, side: Side, offer: str, **_: Any) -> None:
    """Writes nothing if the offer was declined by playing on, since the turn is told then."""
    if registry.get(offer).declined:
        payload = {"game": game_id, "offer": offer}
        tell_player(kind, key=f"offer:{game_id}:{revision}", side=side.other, payload=payload)
