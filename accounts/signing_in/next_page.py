"""The page that somebody wanted before they had to log in, sign up or choose a new password: passed on until then."""

from __future__ import annotations

from urllib.parse import urlencode

from allauth.account.utils import get_next_redirect_url
from django.http import HttpRequest
from django.urls import reverse

from core.addresses import address_of

LONGEST = 500
"""Characters of an address that is passed on; a longer one would only serve to fill emails."""
ENTRANCE = "account/"
"""The beginnings of addresses that lead in, to which nobody wants to come back."""


def find_wanted(request: HttpRequest) -> str:
    """The path that `next` names in the query or in the form: one of this site, or empty."""
    wanted = get_next_redirect_url(request) or ""
    return wanted if wanted.startswith("/") and len(wanted) <= LONGEST else ""


def find_way_back(request: HttpRequest) -> str:
    """The address to return to after a log-in on this page: that of the page itself or, if this is a page for logging
    in or signing up, the one that was wanted before. Empty on the front page, which is the usual place to return to."""
    match = request.resolver_match
    if match is None or request.path == address_of("home"):
        return ""
    if match.route.startswith(ENTRANCE):
        return find_wanted(request)
    return next((page for page in (request.get_full_path(), request.path) if len(page) <= LONGEST), "")


def lead_to(page: str, *, wanted: str) -> str:
    """The address of a page by its name or path, with the wanted one as its `next`, if there is one."""
    address = page if page.startswith("/") else reverse(page)
    return f"{address}?{urlencode({'next': wanted})}" if wanted else address


def lead_by_log_in(request: HttpRequest) -> str:
    """The query to add to a link in an email, so that it leads to the wanted page by way of the log-in. The link may be
    opened in another browser, where nobody is logged in."""
    wanted = find_wanted(request)
    return f"?{urlencode({'next': lead_to('account_login', wanted=wanted)})}" if wanted else ""
