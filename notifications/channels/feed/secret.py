"""The secret in the addresses of a user's feeds. Anyone who knows it can read them; a new one makes the old addresses
useless."""

import secrets

from django.utils import timezone

from accounts.models import User
from notifications.models import Feed

LENGTH = 32
"""The number of random bytes, which become 43 letters of base64url."""


def renew(user: User) -> Feed:
    """Gives the user new addresses, whether or not they had any. The old ones stop working at once."""
    return renew_or_create(user)[0]


def renew_or_create(user: User) -> tuple[Feed, bool]:
    """Does the same, and also returns whether these are the first addresses."""
    fresh = {"token": make_token(), "made_at": timezone.now()}
    return Feed.objects.update_or_create(user=user, defaults=fresh)


def make_token() -> str:
    return secrets.token_urlsafe(LENGTH)
