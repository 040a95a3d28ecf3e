"""Staff use a second factor before the pages of staff open, and set one up on their first visit."""

import time
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

from allauth.account.authentication import get_authentication_records
from allauth.account.internal.flows.reauthentication import suspend_request
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
from accounts.words import refusals
from core import flash

SET_UP_HERE = "second_factor_set_up_here"
WANTED = "wanted_behind_second_factor"
"""Keys of the session: that a factor was set up in it, which counts as having shown it; and which page was wanted."""


def was_shown(request: HttpRequest, *, within: timedelta | None = None) -> bool:
    """Whether this very session has proved a second factor of an account that still has one, lately if `within`."""
    if not request.user.is_authenticated:
        return False
    records = get_authentication_records(request, request.user)
    shown = [record.get("at", 0) for record in records if record["method"] == "mfa"]
    if SET_UP_HERE in request.session:
        shown.append(request.session[SET_UP_HERE])
    since = time.time() - within.total_seconds() if within else 0
    return any(at >= since for at in shown) and is_mfa_enabled(request.user)


def ask_again(request: HttpRequest) -> HttpResponse:
    """Asks for the factor once more. What was sent is kept meanwhile, and done afterwards."""
    assert request.user.is_authenticated
    return suspend_request(request, find_page(request.user))


def ask(request: HttpRequest, *, wanted: str = "") -> HttpResponse:
    """Sends a member of staff to where they set a second factor up, or show the one they have, and then to `wanted`."""
    assert request.user.is_authenticated
    wanted = wanted or get_next_redirect_url(request) or reverse("admin:index")
    factors = set(Authenticator.objects.filter(user=request.user).values_list("type", flat=True))
    if not factors:
        request.session[WANTED] = wanted
        flash.warning(request, refusals.SET_UP_FACTOR())
        return redirect("mfa_index")
    flash.warning(request, refusals.SHOW_FACTOR())
    return redirect(f"{find_page(request.user)}?{urlencode({'next': wanted})}")


def find_page(user: User) -> str:
    """Where the user shows a second factor, by code if they have an app."""
    by_code = Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP).exists()
    return reverse("mfa_reauthenticate" if by_code else "mfa_reauthenticate_webauthn")


@receiver(authenticator_added)
def on_authenticator_added(*, request: HttpRequest, user: User, authenticator: Authenticator, **_: Any) -> None:
    """Shows staff the way on, once their first factor is set up."""
    if not user.is_staff or authenticator.type == Authenticator.Type.RECOVERY_CODES:
        return
    request.session[SET_UP_HERE] = time.time()
    if wanted := request.session.pop(WANTED, None):
        messages.success(request, format_html('You can now <a href="{}">go on to the administration</a>.', wanted))
