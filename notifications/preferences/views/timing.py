"""The page where a player chooses when to be told: mode, digests, quiet hours, reminders."""

from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from accounts.conduct.restrictions import lock
from core import flash
from notifications.models import Preferences
from notifications.preferences.saving import save_preferences
from notifications.preferences.timing_form import TimingForm, read_timing
from notifications.scheduling import digests
from notifications.wording import replying
from notifications.words import pages as words


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def notice_timing(request: HttpRequest) -> HttpResponse:
    form = TimingForm(request.POST or None, user=request.user)
    if request.method == "POST" and form.is_valid():
        with transaction.atomic():
            form.refuse_outdated(read_timing(Preferences.of(lock(request.user.pk))))
            save_preferences(request.user, **form.chosen)
        flash.success(request, words.SAVED())
        return redirect("notice_timing")
    next_digest = digests.find_next(Preferences.of(request.user), now=timezone.now())
    zone = request.user.zone.key.replace("_", " ")
    shown = {"form": form, "next_digest": next_digest, "zone": zone, "reply_help": replying.HELP}
    return render(request, "notifications/timing.html", shown)
