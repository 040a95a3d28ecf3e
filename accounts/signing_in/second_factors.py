"""Removes somebody's second factors; only the commands of the server do this."""

from allauth.account.adapter import get_adapter
from allauth.mfa.models import Authenticator
from django.db import transaction

from accounts.models import AccountEvent, User
from accounts.people import activity


@transaction.atomic
def take_away(user: User) -> int:
    """Removes all second factors of this person, who is told by email. Returns how many there were."""
    count, _ = Authenticator.objects.filter(user=user).delete()
    if count:
        activity.note(user, AccountEvent.Kind.FACTORS_RESET)
        get_adapter().render_mail("accounts/mail/second_factors_reset", user.email, {"person": user}).send()
    return count
