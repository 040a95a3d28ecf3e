"""A rematch of a finished game: the same terms, with the sides swapped; where dice seat the players, thrown again;
after a game of a pair a pair again, in which the site seats them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.words import Said, Sentence
from engine.contract import Side, does_chance_seat
from games.models import Game
from games.play.act import Act
from games.play.locking import save_change
from games.play.offers.contract import OfferKind, Terms
from games.play.rematch import find_rematch, is_paired, refuse_rematch, start_rematch, stays_rated


class Rematch(OfferKind):
    order = 5

    # On the page of the game.
    label = Sentence("label", "Rematch")
    hint = Sentence("hint", "A new game on the same terms, with sides swapped")
    hint_pair = Sentence("hint_pair", "Two new games on the same terms, one with each side")
    hint_thrown = Sentence("hint_thrown", "A new game on the same terms, with the dice thrown again")
    asked = Sentence("asked", "Your opponent offers a rematch, with sides swapped.")
    asked_pair = Sentence("asked_pair", "Your opponent offers a rematch: two new games, one with each side.")
    asked_unrated = Sentence("asked_unrated", "Your opponent offers a rematch, which would be unrated.")
    made_pair = Sentence(
        "made_pair",
        "Rematch offered: two new games, one with each side. It stays open until your opponent answers.",
    )
    made_unrated = Sentence(
        "made_unrated", "Rematch offered, which would be unrated. It stays open until your opponent answers."
    )
    asked_thrown = Sentence("asked_thrown", "Your opponent offers a rematch, with the dice thrown again.")
    consequence = Sentence("consequence", "It starts right away, on the same terms.")
    accept_label = Sentence("accept_label", "Accept the rematch")
    made = Sentence("made", "Rematch offered, with sides swapped. It stays open until your opponent answers.")
    made_thrown = Sentence(
        "made_thrown", "Rematch offered, with the dice thrown again. It stays open until your opponent answers."
    )
    beside_turn = Sentence("beside_turn", "You’re offered a rematch.")

    # To a player who has just done so.
    has_offered = Sentence("has_offered", "Rematch offered. It stays open until your opponent answers.")
    has_accepted = Sentence("has_accepted", "The rematch has started.")
    has_declined = Sentence("has_declined", "You declined the rematch.")
    has_withdrawn = Sentence("has_withdrawn", "Rematch offer withdrawn.")

    # Once it was declined or withdrawn.
    i_withdrew = Sentence("i_withdrew", "You withdrew your offer of a rematch. You can still send a new challenge.")
    they_withdrew = Sentence(
        "they_withdrew", "Your opponent withdrew their offer of a rematch. You can still send a new challenge."
    )
    i_declined = Sentence(
        "i_declined", "You declined your opponent’s offer of a rematch. You can still send a new challenge."
    )
    they_declined = Sentence(
        "they_declined", "Your opponent declined your offer of a rematch. You can still send a new challenge."
    )
    not_open = Sentence("not_open", "The offer of a rematch is no longer open. You can still send a new challenge.")

    # Where it is refused.
    already_offered = Sentence(
        "already_offered", "Your opponent has already offered a rematch: please accept or decline."
    )
    no_offer = Sentence("no_offer", "There is no offer of a rematch to answer: it was withdrawn or has expired.")

    # In the list of turns.
    told_made = Sentence("told_made", "{name} offered a rematch.")
    told_withdrawn = Sentence("told_withdrawn", "{name} withdrew the offer of a rematch.")
    told_declined = Sentence("told_declined", "{name} declined the offer of a rematch.")
    told_accepted = Sentence("told_accepted", "{name} accepted the offer of a rematch.")

    # In notifications.
    asks = Sentence("asks", "{who} offers a rematch")
    asks_subject = Sentence("asks_subject", "{who} offers a rematch ({game})")
    asks_you = Sentence("asks_you", "{who} offers you a rematch in {ruleset}; you would play {next_side}.")
    asks_you_pair = Sentence(
        "asks_you_pair", "{who} offers you a rematch in {ruleset}: two new games, one with each side."
    )
    asks_you_thrown = Sentence("asks_you_thrown", "{who} offers you a rematch in {ruleset}; you played {side}.")
    why_asked = Sentence("why_asked", "your opponent offers a rematch")
    detail = Sentence("detail", "The terms are the same, with sides swapped.")
    detail_pair = Sentence("detail_pair", "The terms are the same. Both games start when you accept.")
    detail_thrown = Sentence("detail_thrown", "The terms are the same, with the dice thrown again.")
    detail_unrated = Sentence("detail_unrated", "The terms are the same, but the new game would be unrated.")
    lapse = Sentence("lapse", "The offer stays open until you answer.")
    in_inbox = Sentence("in_inbox", "{who} offered a rematch")
    declined = Sentence("declined", "{who} declined the rematch")
    declined_subject = Sentence("declined_subject", "{who} declined the rematch ({game})")
    declined_in_full = Sentence(
        "declined_in_full", "{who} declined the rematch. You played {side} in this game of {ruleset}."
    )
    why_declined = Sentence("why_declined", "your offer of a rematch was declined")
    again = Sentence("again", "You can still send a new challenge.")

    after_end = True
    is_mutual = True

    def tell_hint(self, game: Game) -> Said:
        if is_paired(game):
            return self.hint_pair()
        return self.hint_thrown() if does_chance_seat(game.ruleset) else self.hint()

    def settle(self, act: Act, chosen: Mapping[str, Any], *, side: Side) -> Terms:
        """Raises Refusal: what `refuse_rematch` does."""
        refuse_rematch(act, side=side)
        pair = is_paired(act.game)
        return {
            "pair": pair,
            "thrown": not pair and does_chance_seat(act.game.ruleset),
            "unrated": act.game.rated and not stays_rated(act),
        }

    def accept(self, act: Act, terms: Terms) -> None:
        """Raises Refusal: what `start_rematch` does."""
        start_rematch(act, side=Side(terms["side"]).other)
        save_change(act.game)

    def find_next(self, game_id: int) -> int | None:
        return find_rematch(game_id)

    def find_next_side(self, terms: Terms, *, reader: Side) -> Side | None:
        return None if terms["thrown"] or terms.get("pair") else reader.other

    def choose(self, name: str, terms: Terms, *, is_my_turn: bool) -> Sentence | None:
        """Dice that seat the players are thrown again, else the sides are swapped; two games follow a pair; or a rated
        game would be followed by an unrated one."""
        for way in ("unrated", "pair", "thrown"):
            sentence: Sentence | None = getattr(self, f"{name}_{way}", None)
            if sentence and terms.get(way):
                return sentence
        return super().choose(name, terms, is_my_turn=is_my_turn)


kind = Rematch()
