"""The page of switches: which mails a player wants, and whether they arrive."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from notifications import receivers, switches
from notifications.forms import SwitchesForm
from notifications.models import Channel, Kind, Notice

SENT = Notice.State.SENT


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def notice_switches(request: HttpRequest) -> HttpResponse:
    form = SwitchesForm(request.POST or None, wanted=switches.read_all(request.user))
    if request.method == "POST" and form.is_valid():
        switches.save_all(request.user, form.wanted)
        messages.success(request, "Your choice of mails is saved.")
        return redirect("notice_switches")
    return render(request, "notifications/switches.html", {"form": form, "channels": list_channels(request.user)})


@login_required
@require_POST
def send_test(request: HttpRequest) -> HttpResponse:
    """One a minute: the row of that minute is there already."""
    key = f"test:{timezone.now():%Y%m%d%H%M}"
    with transaction.atomic():
        receivers.write(receivers.make(Kind.TEST, key=key, recipient_id=request.user.pk))
    messages.success(request, f"A test is on its way to {request.user.email}. Its fate shows below in a moment.")
    return redirect("notice_switches")


def list_channels(user: User) -> list[dict[str, Any]]:
    """Each channel with the last notice that left by it, and the last that did not."""
    notices = Notice.objects.filter(recipient=user)
    rows = []
    for channel in Channel:
        mine = notices.filter(channel=channel)
        sent = mine.filter(state=SENT).order_by("-closed_at").first()
        fault = mine.exclude(last_error_at=None).order_by("-last_error_at").first()
        stands = fault is not None and not mine.filter(closed_at__gte=fault.last_error_at, state=SENT).exists()
        rows.append({"channel": channel, "sent": sent, "fault": fault, "fault_stands": stands})
    return rows
