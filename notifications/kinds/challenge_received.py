"""The reader got a challenge."""

from datetime import datetime
from typing import Any

from django.dispatch import receiver
from django.utils.translation import gettext_lazy as _

from core.words import Sentence
from games import events
from games.models import Challenge
from notifications.kinds.invitation import invite
from notifications.models import Notice
from notifications.routing.writing import make, write
from notifications.wording import links
from notifications.wording.challenges import OfChallenge, describe_offer, load_challenge, require_standing


class ChallengeReceived(OfChallenge):
    label = _("A challenge for me")
    order = 10
    sentence = Sentence("challenge_received", "{who} challenged you")

    def describe(self, notice: Notice, *, now: datetime) -> dict[str, Any]:
        challenge = load_challenge(notice)
        require_standing(challenge, now=now)
        return {**describe_offer(challenge), "link": links.absolute(challenge.get_absolute_url())}


kind = ChallengeReceived()


@receiver(events.challenge_received)
def on_challenge_received(*, challenge_id: int, **_: Any) -> None:
    """Tells the challenged player, or the email address if no user is known to have it."""
    challenge = Challenge.objects.get(pk=challenge_id)
    if challenge.opponent_id is not None:
        key, payload = f"challenge:{challenge_id}", {"challenge": challenge_id}
        write(make(kind.name, key=key, recipient_id=challenge.opponent_id, payload=payload))
    elif challenge.address:
        invite(challenge)
