"""Counts what guards passwords for whole networks, too: allauth by itself counts by account, and by address alone."""

from __future__ import annotations

from allauth.core.internal import ratelimit
from django.http import HttpRequest

from accounts.limiting.limits import WIDER, name_wider
from accounts.limiting.origin import hash_networks

BY_PAGE = {
    "account_login": "login",
    "account_reset_password_from_key": "reset_password_from_key",
    "mfa_authenticate": "login_failed",
    "mfa_reauthenticate": "login_failed",
}
"""The action that a form counts as when it is sent, by the name of its page. Of codes the right ones count as well:
a network may send many."""


def count(request: HttpRequest, action: str) -> ratelimit.RateLimitUsage | None:
    """Counts one use by the networks around the client's address; returns it, to be rolled back, or None where one of
    them has reached its limit."""
    counted = ratelimit.RateLimitUsage(usage=[])
    for bits, network in zip(WIDER, hash_networks(request)[1:], strict=False):
        used = ratelimit.consume(request, app="allauth.account", action=name_wider(action, bits), key=network)
        if used is None:
            return None
        counted.usage += used.usage
    return counted
