"""A challenge is about to expire. This tells the player who was challenged, and also the challenger."""

from datetime import datetime
from typing import Any

from django.dispatch import receiver
from django.utils.translation import gettext_lazy as _

from core.words import Sentence
from games import events, telling
from games.models import Challenge
from notifications.models import Notice
from notifications.routing.writing import make, write
from notifications.timing import Urgency
from notifications.wording import links
from notifications.wording.challenges import OfChallenge, describe_offer, load_challenge, require_standing


class ChallengeExpiring(OfChallenge):
    label = _("A challenge is about to expire")
    order = 120
    urgency = Urgency.LAPSING
    sentence = Sentence("challenge_expiring", "A challenge with {who} was about to expire")

    def describe(self, notice: Notice, *, now: datetime) -> dict[str, Any]:
        """Describes the challenge. `mine` is set if the reader is the challenger."""
        challenge = load_challenge(notice)
        require_standing(challenge, now=now)
        return {
            **describe_offer(challenge),
            "mine": challenge.challenger_id == notice.recipient_id,
            "to": challenge.addressee,
            "left": telling.remaining(challenge.expires_at, now=now),
            "link": links.absolute(challenge.get_absolute_url()),
        }


kind = ChallengeExpiring()


@receiver(events.challenge_expiring)
def on_challenge_expiring(*, challenge_id: int, **_: Any) -> None:
    """Tells only people with an account: the others were promised a single email."""
    challenge = Challenge.objects.get(pk=challenge_id)
    key, payload = f"expiring:{challenge_id}", {"challenge": challenge_id}
    told = [reader for reader in (challenge.challenger_id, challenge.opponent_id) if reader is not None]
    write(*(make(kind.name, key=key, recipient_id=reader, payload=payload) for reader in told))
