"""What every template may use: the site's name and address, the head and foot of its pages, and the announcements."""

import secrets
from functools import cache, partial
from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone

from accounts.conduct import rights
from accounts.conduct.restrictions import list_standing
from accounts.locked_out.rescue_requests import list_waiting
from accounts.models import User
from accounts.people.board_look import read_look
from accounts.posted import kept_forms
from accounts.signing_in.next_page import find_way_back
from mastery_site.pages.banner import list_announcements
from moderation.queue import count_waiting
from notifications.channels.inbox import context


class Frame(NamedTuple):
    """Everything that the fragments of a page's head and foot show."""

    site_name: str
    page: str
    """The name of the page's URL pattern."""
    username: str
    """The name of the user who is logged in; empty for a visitor."""
    is_staff: bool
    reads_mailbox: bool
    """Whether to link to the mailbox: only for an administrator, if emails go to files."""
    unseen: str
    """How many notifications the user has not seen, as text; empty if there are none."""
    moderates: bool = False
    """Whether to link to the pages of moderation."""
    waiting: str = ""
    """How much waits for moderators, as text; empty if nothing does."""


def site(request: HttpRequest) -> dict[str, object]:
    return {
        "site_name": settings.SITE_NAME,
        "site_url": settings.SITE_URL,
        "writer": cache(partial(kept_forms.sign, getattr(request, "user", None))),
        "kept_forms": partial(kept_forms.list_kept, request),
        "waits_for_log_in": partial(kept_forms.waits_for_log_in, request),
        "form_key": secrets.token_urlsafe(16),
        "frame": cache(partial(describe_frame, request)),  # only pages that show it call it
        "page_look": cache(partial(read_look, request)) if hasattr(request, "user") else "",
        "way_back": partial(find_way_back, request),
        "announcements": list_announcements,
        "rescues": partial(list_waiting, request.user) if hasattr(request, "user") else list,
        "restrictions": partial(list_standing, request.user) if hasattr(request, "user") else list,
        "inbox": partial(context.look, request),
    }


def describe_frame(request: HttpRequest) -> Frame:
    user, match = request.user, request.resolver_match
    moderates = rights.moderates(user)
    return Frame(
        site_name=settings.SITE_NAME,
        page=match.url_name or "" if match else "",
        username=user.get_username(),
        is_staff=user.is_staff,
        reads_mailbox=settings.MAIL_TO_FILES and user.is_superuser,
        unseen=context.look(request).told,
        moderates=moderates,
        waiting=count_waiting(user, now=timezone.now()) if moderates and isinstance(user, User) else "",
    )
