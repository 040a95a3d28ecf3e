"""Sign-ups of people who were invited by email: their address is filled in, and need not be confirmed once more.

Higher apps know who was invited, and ask for proof; nothing here trusts what a form or an address says of that.
"""

from __future__ import annotations

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django.http import HttpRequest

from accounts import events
from accounts.models import User


def find_address(request: HttpRequest) -> str:
    """The address that this visitor was invited at, where this browser has shown what stood in the email; or empty."""
    answers = events.invited_address_shown.send(sender=User, request=request)
    return next((address for _, address in answers if address), "")


def confirm_proven(request: HttpRequest, user: User) -> None:
    """Confirms the address of an account that was just made, where this browser has proof of it; in the transaction
    that makes the account, so that proof is spent with it or not at all."""
    answers = events.address_proof_wanted.send(sender=User, request=request, user=user)
    if any(answer for _, answer in answers):
        address = EmailAddress.objects.get(user=user, email=user.email)
        get_adapter(request).confirm_email(request, address)
