"""The links at the end of an email that stop emails of this kind, or all emails. They need no log-in: the signature is
the authority.

Following RFC 8058, an email program POSTs without cookies, so there is no CSRF token to check. Opening a link changes
nothing, since programs open links to check them for dangers.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.models import User
from notifications.models import BlockedAddress
from notifications.preferences import saving
from notifications.wording import links

METHODS = ["GET", "HEAD", "POST"]


@csrf_exempt
@require_http_methods(METHODS)
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    try:
        user_id, kind = links.read_unsubscribe(token)
        user = User.objects.get(pk=user_id)
    except (links.BadToken, User.DoesNotExist):
        return render(request, "notifications/bad_link.html", status=404)
    everything = "all" in request.POST
    if request.method == "POST":
        saving.stop_mails(user, kinds=None if everything else [kind.name])
    context = {"kind": kind, "name": user.username, "done": request.method == "POST", "everything": everything}
    return render(request, "notifications/unsubscribe.html", context)


@csrf_exempt
@require_http_methods(METHODS)
def block_address(request: HttpRequest, token: str) -> HttpResponse:
    try:
        address = links.read_never(token)
    except links.BadToken:
        return render(request, "notifications/bad_link.html", status=404)
    if request.method == "POST":
        BlockedAddress.objects.get_or_create(address=address, defaults={"created_at": timezone.now()})
    done = BlockedAddress.objects.filter(address=address).exists()
    return render(request, "notifications/block_address.html", {"address": address, "done": done})
