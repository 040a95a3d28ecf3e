"""Removes the headers of proxies that the site does not trust, before anything reads them."""

import logging
from collections.abc import Callable
from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from core.forwarded import BELIEVED, is_trusted

logger = logging.getLogger(__name__)

TOLD = (
    "A request came from %s with X-Forwarded-For or X-Forwarded-Proto, which are not believed from there. If that is "
    "your reverse proxy, name it in TRUSTED_PROXIES. This is told once."
)


class ForwardedMiddleware:
    """Empties these headers if the request does not come from a trusted proxy.

    The headers stay there without a value, so that `/metrics` sees that the request came through some proxy.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.is_told = False

    def __call__(self, request: HttpRequest) -> HttpResponse:
        said = [name for name in BELIEVED if request.META.get(name)]
        if said and not is_trusted(peer := str(request.META.get("REMOTE_ADDR") or "")):
            request.META.update(dict.fromkeys(said, ""))
            self.tell(peer)
        return self.get_response(request)

    def tell(self, peer: str) -> None:
        """Logs a warning once per process. It gives the address only if it is in a private network: others may be a
        visitor's."""
        if self.is_told or not settings.ALLAUTH_TRUSTED_PROXY_COUNT:
            return
        self.is_told = True
        try:
            logger.warning(TOLD, peer if ip_address(peer).is_private else "an address that TRUSTED_PROXIES leaves out")
        except ValueError:
            logger.warning(TOLD, "an address that cannot be read")
