"""Visitors who come by the email of an invitation: this browser's session says so, once the email's secret was posted.

The session holds the invitation's token, never the secret. Whether that is worth anything is asked anew each time: of
an invitation that is answered, over or spent nothing is left.
"""

from __future__ import annotations

from django.http import HttpRequest
from django.utils import timezone

from accounts.models import User
from games import challenges
from games.models import Challenge

KEY = "invitation_read"
"""The name of the token in the session."""


def note(request: HttpRequest, challenge: Challenge, *, secret: str) -> bool:
    """Notes that this visitor has read the invitation's email, if that is its secret and it may still be spent; returns
    whether it is noted."""
    is_read = challenges.is_secret(challenge, secret) and find(challenge.token) is not None
    if is_read:
        request.session[KEY] = challenge.token
    return is_read


def find(token: str) -> Challenge | None:
    return challenges.find_proven(token, now=timezone.now())


def find_address(request: HttpRequest) -> str:
    """The address that this visitor was invited at; empty where nothing proves that they read its email."""
    token = request.session.get(KEY, "")
    found = find(token) if token else None
    return found.address if found else ""


def spend(request: HttpRequest, *, user: User) -> bool:
    """Spends the proof for an account that was just made; returns whether it was good for its address.

    One that was no good for this account is kept for no other.
    """
    token = request.session.pop(KEY, "")
    return bool(token) and challenges.spend_proof(token, user=user, now=timezone.now())
