"""News of challenges: one received, and what became of it."""

from typing import Any

from django.dispatch import receiver

from games import events
from games.models import Challenge
from notifications.delivery.writing import make, write
from notifications.models import Kind


@receiver(events.challenge_received)
def on_challenge_received(*, challenge_id: int, **_: Any) -> None:
    """To the player it is for; to the address where nobody here is known to own it."""
    challenge = Challenge.objects.get(pk=challenge_id)
    key, payload = f"challenge:{challenge_id}", {"challenge": challenge_id}
    if challenge.opponent_id is not None:
        write(make(Kind.CHALLENGE_RECEIVED, key=key, recipient_id=challenge.opponent_id, payload=payload))
    elif challenge.address:
        write(make(Kind.INVITATION, key=key, address=challenge.address, payload=payload))


@receiver(events.challenge_accepted)
def on_challenge_accepted(*, challenge_id: int, **_: Any) -> None:
    _answer(challenge_id, kind=Kind.CHALLENGE_ACCEPTED)


@receiver(events.challenge_declined)
def on_challenge_declined(*, challenge_id: int, **_: Any) -> None:
    _answer(challenge_id, kind=Kind.CHALLENGE_DECLINED)


@receiver(events.challenge_expiring)
def on_challenge_expiring(*, challenge_id: int, **_: Any) -> None:
    """To the player who is asked, and to the challenger, who may ask in another way.

    An address without an account was promised one mail and no other.
    """
    challenge = Challenge.objects.get(pk=challenge_id)
    key, payload = f"expiring:{challenge_id}", {"challenge": challenge_id}
    told = [reader for reader in (challenge.challenger_id, challenge.opponent_id) if reader is not None]
    write(*(make(Kind.CHALLENGE_EXPIRING, key=key, recipient_id=reader, payload=payload) for reader in told))


def _answer(challenge_id: int, *, kind: Kind) -> None:
    challenger = Challenge.objects.values_list("challenger_id", flat=True).get(pk=challenge_id)
    write(make(kind, key=f"answer:{challenge_id}", recipient_id=challenger, payload={"challenge": challenge_id}))
