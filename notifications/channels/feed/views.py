"""Feeds at a secret address, and the page where a user copies that address or gets a new one."""

import hashlib
from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import parse_etags
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.posted.sent_forms import once
from core import flash
from core.posting import posted_from
from notifications.channels.feed import secret, words
from notifications.channels.feed.told import CREATED, RENEWED
from notifications.models import Feed
from notifications.wording import links
from notifications.wording.waiting import list_waiting

HEADERS = {"Cache-Control": "private, no-store", "X-Robots-Tag": "noindex", "Referrer-Policy": "no-referrer"}
"""No cache in between may store anything. Feed readers store the ETag themselves and ask whether it is still valid."""
RSS = "application/rss+xml; charset=utf-8"
ICAL = "text/calendar; charset=utf-8"


@require_safe
def turns(request: HttpRequest, token: str) -> HttpResponse:
    return answer(request, token, kind=RSS, write=lambda user, games: words.write_turns(user, games).encode())


@require_safe
def followed(request: HttpRequest, token: str) -> HttpResponse:
    """The feed of games that have started or ended, among those that the reader follows."""
    return answer(request, token, kind=RSS, write=lambda user, _: words.write_followed(user).encode(), of_turns=False)


@require_safe
def deadlines(request: HttpRequest, token: str) -> HttpResponse:
    return answer(request, token, kind=ICAL, write=words.write_deadlines)


def answer(
    request: HttpRequest, token: str, *, kind: str, write: Callable[[User, list], bytes], of_turns: bool = True
) -> HttpResponse:
    """Answers 404 for an address that is unknown or no longer valid, and 304 if nothing has changed since the reader
    last asked."""
    feed = get_object_or_404(Feed.objects.select_related("user"), token=token, user__is_active=True)
    body = write(feed.user, list_waiting(feed.user) if of_turns else [])
    etag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    known = {tag.removeprefix("W/") for tag in parse_etags(request.headers.get("If-None-Match", ""))}
    response = HttpResponseNotModified() if etag in known else HttpResponse(body, content_type=kind)
    for name, value in {**HEADERS, "ETag": etag}.items():
        response[name] = value
    return response


@login_required
@require_safe
def notice_feeds(request: HttpRequest) -> HttpResponse:
    """Shows the addresses, or a button that creates them: there is no secret until a user asks for one."""
    feed = Feed.objects.filter(user=request.user.pk).first()
    shown = {"feed": feed, **(list_addresses(feed) if feed else {})}
    return render(request, "notifications/channels/feed/feeds.html", shown)


def list_addresses(feed: Feed) -> dict[str, str]:
    names = ("feed_turns", "feed_deadlines", "feed_followed")
    rss, calendar, of_followed = (links.absolute(reverse(name, args=[feed.token])) for name in names)
    subscribe = f"webcal:{calendar.partition(':')[2]}"
    return {"rss": rss, "calendar": calendar, "subscribe": subscribe, "followed": of_followed}


@posted_from(lambda: reverse("notice_feeds"))
@once()
def renew_feeds(request: HttpRequest) -> HttpResponse:
    _, are_first = secret.renew_or_create(request.user)
    flash.success(request, CREATED() if are_first else RENEWED())
    return redirect("notice_feeds")
