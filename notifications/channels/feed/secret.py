"""The secret in the addresses of a user's feeds: who has it may read them, and a new one ends the old."""

import secrets

from django.utils import timezone

from accounts.models import User
from notifications.models import Feed

LENGTH = 32
"""Bytes of chance: 43 letters of base64url."""


def renew(user: User) -> Feed:
    """New addresses, the first or others; the old ones lead nowhere from now on."""
    fresh = {"token": make_token(), "made_at": timezone.now()}
    return Feed.objects.update_or_create(user=user, defaults=fresh)[0]


def make_token() -> str:
    return secrets.token_urlsafe(LENGTH)
