"""Lets tests enter the administration as staff do, their second factor shown."""

import time

from allauth.account.authentication import AUTHENTICATION_METHODS_SESSION_KEY
from allauth.mfa.models import Authenticator


def enter(client, user):
    """Logs the user in with a second factor, and returns the client."""
    Authenticator.objects.get_or_create(user=user, type=Authenticator.Type.TOTP, defaults={"data": {"secret": "none"}})
    client.force_login(user)
    session = client.session
    session[AUTHENTICATION_METHODS_SESSION_KEY] = [{"method": "mfa", "type": "totp", "at": time.time()}]
    session["account_authentication_methods_user"] = str(user.pk)
    session.save()
    return client
