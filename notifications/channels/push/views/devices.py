"""The page of devices that receive push messages, and what a browser sends about its subscription (JSON)."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from accounts.signing_in import known_devices
from core import flash
from core.json_bodies import BadJson, read_object
from core.posting import posted_from
from core.refusal import Refusal, note_refusal
from notifications.channels.push import devices, vapid
from notifications.models import ChannelState, Device
from notifications.routing import channel_health
from notifications.words import pages as words

LONGEST_BODY = 8192
"""The most bytes that a browser may send."""


@login_required
@require_safe
def notice_devices(request: HttpRequest) -> HttpResponse:
    mine = Device.objects.filter(user=request.user.pk).order_by("added_at")
    broken = ChannelState.objects.filter(user=request.user.pk, channel="push", broken_at__isnull=False).first()
    key = vapid.public_key() if vapid.is_set_up() else ""
    return render(
        request,
        "notifications/channels/push/devices.html",
        {"devices": mine, "public_key": key, "broken": broken, "endpoints": [device.endpoint for device in mine]},
    )


@require_POST
def subscribe(request: HttpRequest) -> HttpResponse:
    """Answers 201 with the device's name; 401, 400, 429 or 503 with a sentence in `error`."""
    if not request.user.is_authenticated:
        return refuse(str(words.LOGGED_OUT()), status=401)
    if not vapid.is_set_up():
        return refuse(str(words.NO_PUSH()), status=503)
    browser = request.headers.get("User-Agent", "")
    mark = known_devices.mark_of(request, request.user) or known_devices.make_mark()
    try:
        told = read_object(request, longest=LONGEST_BODY)
        device = devices.register(request.user, told, browser=browser, mark=mark, now=timezone.now())
    except (BadJson, devices.BadSubscription) as error:
        return refuse(str(error))
    except Refusal as refusal:
        return note_refusal(refuse(refusal.sentence), refusal)
    response = JsonResponse({"name": device.name}, status=201)
    known_devices.keep(response, user=request.user, mark=mark)
    return response


@require_POST
def unsubscribe_device(request: HttpRequest) -> HttpResponse:
    """Answers 204, even if this user has no such device."""
    if not request.user.is_authenticated:
        return refuse(str(words.LOGGED_OUT()), status=401)
    try:
        endpoint = read_object(request, longest=LONGEST_BODY).get("endpoint")
    except BadJson as error:
        return refuse(str(error))
    Device.objects.filter(user=request.user.pk, endpoint=str(endpoint)).delete()
    return HttpResponse(status=204)


@csrf_exempt
@require_POST
def renew(request: HttpRequest) -> HttpResponse:
    """A service worker reports that its browser has changed the subscription.

    It has no CSRF token. Knowing the old address, which is secret, is its authority. Answers 204, 400 or 404.
    """
    try:
        told = read_object(request, longest=LONGEST_BODY)
        subscription = told.get("subscription")
        known = devices.renew(str(told.get("old")), subscription if isinstance(subscription, dict) else {})
    except (BadJson, devices.BadSubscription) as error:
        return refuse(str(error))
    return HttpResponse(status=204) if known else refuse(str(words.NO_DEVICE()), status=404)


@posted_from(lambda **kwargs: reverse("notice_devices"))
def remove_device(request: HttpRequest, pk: int) -> HttpResponse:
    device = get_object_or_404(Device, pk=pk, user=request.user)
    device.delete()
    flash.success(request, words.DEVICE_REMOVED(name=device.name))
    return redirect("notice_devices")


@posted_from(lambda: reverse("notice_devices"))
def forget_push(request: HttpRequest) -> HttpResponse:
    """Ends the warning about broken push for a user who does not need push."""
    channel_health.mend(request.user.pk, channel="push")
    return redirect("notice_devices")


def refuse(sentence: str, *, status: int = 400) -> JsonResponse:
    return JsonResponse({"error": sentence}, status=status)
