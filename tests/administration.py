"""Lets tests enter the administration as staff do, their second factor shown."""

import time

from allauth.account.authentication import AUTHENTICATION_METHODS_SESSION_KEY
from allauth.mfa.models import Authenticator


def show_factor(user) -> dict[str, object]:
    """What a session holds once its user has shown a second factor."""
    return {
        AUTHENTICATION_METHODS_SESSION_KEY: [{"method": "mfa", "type": "totp", "at": time.time()}],
        "account_authentication_methods_user": str(user.pk),
    }


def enter(client, user):
    """Logs the user in with a second factor, and returns the client."""
    Authenticator.objects.get_or_create(user=user, type=Authenticator.Type.TOTP, defaults={"data": {"secret": "none"}})
    client.force_login(user)
    session = client.session
    session.update(show_factor(user))
    session.save()
    return client
