"""The reader's challenge was accepted."""

from datetime import datetime
from typing import Any

from django.dispatch import receiver
from django.utils.translation import gettext_lazy as _

from core.words import Sentence
from games import events
from notifications.faults import Dropped
from notifications.models import Notice
from notifications.wording import links
from notifications.wording.challenges import OfChallenge, load_challenge, tell_challenger
from notifications.wording.games import describe_game, load_game_of


class ChallengeAccepted(OfChallenge):
    label = _("My challenge was accepted")
    order = 20
    sentence = Sentence("challenge_accepted", "{who} accepted your challenge")

    def describe(self, notice: Notice, *, now: datetime) -> dict[str, Any]:
        """Describes the game in its present state, which may be some turns further or over. Also the other game of a
        pair."""
        games = load_challenge(notice).games.order_by("pk")[:2]
        if not games:
            raise Dropped("The challenge led to no game.")
        first, *others = games
        other = links.absolute(others[0].get_absolute_url()) if others else ""
        return {**describe_game(load_game_of(first.pk, notice), notice, now=now), "other_of_pair": other}


kind = ChallengeAccepted()


@receiver(events.challenge_accepted)
def on_challenge_accepted(*, challenge_id: int, **_: Any) -> None:
    tell_challenger(challenge_id, kind=kind)
