"""The reader's challenge was declined."""

from datetime import datetime
from typing import Any

from django.dispatch import receiver
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from core.words import Sentence
from games import events
from notifications.faults import Dropped
from notifications.models import Notice
from notifications.wording import links
from notifications.wording.challenges import OfChallenge, load_challenge, tell_challenger
from notifications.wording.clean import clean_lines


class ChallengeDeclined(OfChallenge):
    label = _("My challenge was declined")
    order = 30
    sentence = Sentence("challenge_declined", "{who} declined your challenge")

    def describe(self, notice: Notice, *, now: datetime) -> dict[str, Any]:
        challenge = load_challenge(notice)
        if challenge.opponent is None:
            raise Dropped("Nobody declined it.")
        return {
            "ruleset": challenge.ruleset,
            "by": challenge.addressee,
            "reason": clean_lines(challenge.shown_reason),
            "link": links.absolute(reverse("challenges")),
        }


kind = ChallengeDeclined()


@receiver(events.challenge_declined)
def on_challenge_declined(*, challenge_id: int, **_: Any) -> None:
    tell_challenger(challenge_id, kind=kind)
