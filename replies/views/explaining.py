"""The page that says how to play by email: what can be written, and what comes of it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.limiting.limits import ACTIONS
from notifications import reply_tokens
from replies import repeating, unread

MOST = ACTIONS["reply"].limits[0]


@require_safe
def rules_of_email(request: HttpRequest) -> HttpResponse:
    told = {
        "is_on": reply_tokens.is_on(),
        "most": MOST.most,
        "within": MOST.span,
        "kept": reply_tokens.KEPT,
        "told": repeating.ENOUGH,
        "unread_kept": unread.KEPT,
    }
    return render(request, "replies/rules.html", told)
