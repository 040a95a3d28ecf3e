"""Where staff continue after they did something."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme


def read_back(request: HttpRequest, home: str) -> str:
    """Returns the page of moderation that the form came from, or `home`."""
    wanted = request.POST.get("back", "") or request.GET.get("back", "")
    return wanted if url_has_allowed_host_and_scheme(wanted, None) and wanted.startswith("/moderation/") else home
