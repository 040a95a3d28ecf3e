"""Takes away what somebody logs in by beside the password, at the word of whoever has the server."""

from allauth.account.adapter import get_adapter
from allauth.mfa.models import Authenticator
from django.db import transaction

from accounts import activity
from accounts.models import AccountEvent, User


@transaction.atomic
def take_away(user: User) -> int:
    """All of this person's; returns how many there were. The person is told by mail."""
    count, _ = Authenticator.objects.filter(user=user).delete()
    if count:
        activity.note(user, AccountEvent.Kind.FACTORS_RESET)
        get_adapter().render_mail("accounts/mail/second_factors_reset", user.email, {"person": user}).send()
    return count
