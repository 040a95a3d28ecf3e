"""Staff show a second factor before the administration opens, and set one up when they first come."""

from typing import Any
from urllib.parse import urlencode

from allauth.account.authentication import get_authentication_records
from allauth.account.utils import get_next_redirect_url
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added
from allauth.mfa.utils import is_mfa_enabled
from django.contrib import messages
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html

from accounts.models import User

SET_UP_HERE = "second_factor_set_up_here"
WANTED = "wanted_behind_second_factor"
"""Keys of the session: that a factor was set up in it, which counts as having shown it; and which page was wanted."""

PLEASE_SET_UP = "Staff log in with a second step. Please set one up below; then the administration is open to you."
PLEASE_SHOW = "Please show your second factor once more: this log-in was made without it."


def is_shown(request: HttpRequest) -> bool:
    """Whether this very session has proved a second factor of an account that still has one."""
    if not request.user.is_authenticated:
        return False
    records = get_authentication_records(request, request.user)
    proved = SET_UP_HERE in request.session or any(record["method"] == "mfa" for record in records)
    return proved and is_mfa_enabled(request.user)


def ask(request: HttpRequest) -> HttpResponse:
    """Sends a member of staff to where they set a second factor up, or show the one they have."""
    assert request.user.is_authenticated
    wanted = get_next_redirect_url(request) or reverse("admin:index")
    factors = set(Authenticator.objects.filter(user=request.user).values_list("type", flat=True))
    if not factors:
        request.session[WANTED] = wanted
        messages.warning(request, PLEASE_SET_UP)
        return redirect("mfa_index")
    messages.warning(request, PLEASE_SHOW)
    by_code = Authenticator.Type.TOTP in factors
    page = reverse("mfa_reauthenticate" if by_code else "mfa_reauthenticate_webauthn")
    return redirect(f"{page}?{urlencode({'next': wanted})}")


@receiver(authenticator_added)
def on_authenticator_added(*, request: HttpRequest, user: User, authenticator: Authenticator, **_: Any) -> None:
    """Shows staff the way on, once their first factor is set up."""
    if not user.is_staff or authenticator.type == Authenticator.Type.RECOVERY_CODES:
        return
    request.session[SET_UP_HERE] = True
    if wanted := request.session.pop(WANTED, None):
        messages.success(request, format_html('You can now <a href="{}">go on to the administration</a>.', wanted))
