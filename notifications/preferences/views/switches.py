"""The page of switches: what a player wants to be told by which channel, and whether it arrives."""

from collections.abc import Iterable
from typing import Any

from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from accounts.conduct.restrictions import lock
from accounts.limiting.spending import spend
from accounts.models import User
from accounts.posted.sent_forms import once
from core import flash
from core.posting import posted_from
from core.refusal import Refusal, note_refusal
from notifications import registry
from notifications.contract import Channel
from notifications.models import EMAIL, ChannelState, Notice
from notifications.preferences import saving, switches
from notifications.preferences.switches_form import SHOWN, SwitchesForm, name_all
from notifications.routing import writing
from notifications.words import pages as words

SENT = Notice.State.SENT
TEST = "test"


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def notice_switches(request: HttpRequest) -> HttpResponse:
    form = make_form(request)
    if request.method == "POST" and form.is_valid():
        with transaction.atomic():
            lock(request.user.pk)
            names = [channel.name for channel in form.channels]
            form.refuse_outdated(name_all(switches.read_table(request.user, channels=names)))
            saving.save_switches(request.user, form.wanted)
        flash.success(request, words.SAVED())
        return redirect("notice_switches")
    return show(request, form)


def make_form(request: HttpRequest, *, posted: bool = True) -> SwitchesForm:
    """Returns the form for the channels of the page that was posted, or of the page to show."""
    data = request.POST if posted else None
    told = data.get(SHOWN, "").split(",") if data else []
    channels = [channel for channel in registry.CHANNELS.all() if channel.name in told]
    channels = channels or switches.list_shown(request.user)
    wanted = switches.read_table(request.user, channels=[channel.name for channel in channels])
    return SwitchesForm(data or None, wanted=wanted, channels=channels)


def show(request: HttpRequest, form: SwitchesForm) -> HttpResponse:
    shown = switches.list_shown(request.user)
    others = [each for each in registry.CHANNELS.all() if each not in shown and each.is_set_up()]
    apps = [each for each in shown if each.is_read_by_others]
    context = {"form": form, "channels": list_channels(request.user, shown), "apps": apps, "others": others}
    return render(request, "notifications/switches.html", context)


@posted_from(lambda: reverse("notice_switches"))
@once()
def send_test(request: HttpRequest) -> HttpResponse:
    """Sends at most one test per minute and channel: a second request finds the row of that minute."""
    channel = registry.CHANNELS.find(request.POST.get("channel", EMAIL)) or registry.CHANNELS.get(EMAIL)
    if not channel.reaches(request.user):
        flash.error(request, channel.unreached_test())
        return redirect(channel.unreached_link[0])
    key = f"test:{timezone.now():%Y%m%d%H%M}"
    if Notice.objects.filter(recipient=request.user.pk, channel=channel.name, dedupe_key=key).exists():
        flash.warning(request, words.TEST_TOO_SOON())
        return redirect("notice_switches")
    try:
        with transaction.atomic():
            spend("test_notification", now=timezone.now(), sender=request.user.pk)
            notice = writing.make(TEST, key=key, recipient_id=request.user.pk)
            writing.write(writing.redirect(notice, channel=channel.name))
    except Refusal as refusal:
        flash.error(request, refusal.said)
        return note_refusal(show(request, make_form(request, posted=False)), refusal)
    flash.success(request, channel.test_sent(address=request.user.email))
    return redirect("notice_switches")


def list_channels(user: User, channels: Iterable[Channel]) -> list[dict[str, Any]]:
    """Returns for each of these channels whether it works, the last notice that it sent, and the last that failed."""
    notices = Notice.objects.filter(recipient=user)
    broken = {state.channel: state for state in ChannelState.objects.filter(user=user, broken_at__isnull=False)}
    rows = []
    for channel in channels:
        mine = notices.filter(channel=channel.name)
        sent = mine.filter(state=SENT).order_by("-closed_at").first()
        fault = mine.exclude(last_error_at=None).order_by("-last_error_at").first()
        stands = fault is not None and not mine.filter(closed_at__gte=fault.last_error_at, state=SENT).exists()
        row = {
            "channel": channel,
            "sent": sent,
            "sent_kind": sent and registry.label_of(sent.kind),
            "fault": fault,
            "fault_stands": stands,
        }
        rows.append({**row, "broken": broken.get(channel.name), "is_reached": channel.reaches(user)})
    return rows
