"""Checks who may enter the pages of moderation: moderators and administrators who have used their second factor in this
session."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any

from allauth.account import app_settings
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache

from accounts.conduct import rights
from accounts.models import User
from accounts.posted.kept_forms import keep_over_log_in
from accounts.signing_in import staff_factor
from core.posting import page_of
from moderation.words import refusals

View = Callable[..., HttpResponse]


def for_moderators(view: View) -> View:
    """Lets moderators in. Visitors log in first, players are refused, and staff use their second factor."""
    return _guard(view, rights.moderates)


def for_administrators(view: View) -> View:
    """Does the same for pages that only administrators may use."""
    return _guard(view, rights.administers)


def _guard(view: View, may: Callable[[Any], bool]) -> View:
    @never_cache
    @wraps(view)
    def guarded(request: HttpRequest, **kwargs: Any) -> HttpResponse:
        if not isinstance(request.user, User):
            return redirect_to_login(request.get_full_path())
        if not may(request.user):
            raise PermissionDenied(str(refusals.FOR_MODERATORS()))
        if not staff_factor.was_shown(request):
            answer = staff_factor.ask(request, wanted=page_of(request))
            return keep_over_log_in(request, answer, page=page_of(request))
        return view(request, **kwargs)

    return guarded


def has_just_shown_factor(request: HttpRequest) -> bool:
    """Whether the second factor was used so recently that allauth would not ask again."""
    return staff_factor.was_shown(request, within=timedelta(seconds=app_settings.REAUTHENTICATION_TIMEOUT))
