"""The page of the inbox."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from core.paging import page_by_key
from core.posting import posted_from
from notifications.channels.inbox import lines, unread

PAGE = 50


@login_required
@require_safe
def inbox(request: HttpRequest) -> HttpResponse:
    """Shows the notifications and marks them as seen. On this page they still look new."""
    page = page_by_key(unread.list_inbox(request.user), request, size=PAGE)
    items = lines.describe(page.rows, user=request.user)
    if request.method == "GET":
        unread.mark_seen(page, now=timezone.now())
    return render(request, "notifications/channels/inbox/inbox.html", {"page": page, "items": items})


@posted_from(lambda: reverse("inbox"))
def see_all(request: HttpRequest) -> HttpResponse:
    unread.mark_all_seen(request.user, now=timezone.now())
    return redirect("inbox")
