"""A challenge of its reader's was accepted."""

from datetime import datetime
from typing import Any

from django.dispatch import receiver
from django.utils.translation import gettext_lazy as _

from core.words import Sentence
from games import events
from notifications.faults import Dropped
from notifications.models import Notice
from notifications.wording.challenges import OfChallenge, load_challenge, tell_challenger
from notifications.wording.games import describe_game, find_game


class ChallengeAccepted(OfChallenge):
    label = _("My challenge was accepted")
    order = 20
    sentence = Sentence("challenge_accepted", "{who} accepted your challenge")

    def describe(self, notice: Notice, *, now: datetime) -> dict[str, Any]:
        """The game as it stands now, which may be some turns on or over."""
        games = load_challenge(notice).games.order_by("pk")
        if not games:
            raise Dropped("The challenge led to no game.")
        return describe_game(find_game(games[0].pk), notice, now=now)


kind = ChallengeAccepted()


@receiver(events.challenge_accepted)
def on_challenge_accepted(*, challenge_id: int, **_: Any) -> None:
    tell_challenger(challenge_id, kind=kind)
