"""The page of signals: figures that may be worth a look."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from moderation.signals import registry
from moderation.signals.contract import SINCE
from moderation.views.guard import for_moderators


@require_safe
@for_moderators
def show_signals(request: HttpRequest) -> HttpResponse:
    now = timezone.now()
    found = [(signal, signal.find(now=now)) for signal in registry.SIGNALS.all()]
    return render(request, "moderation/signals.html", {"found": found, "days": SINCE.days})
