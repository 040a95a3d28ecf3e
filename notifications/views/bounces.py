"""Where the mail provider reports bounces and complaints: anymail's own views, for the one provider of this site."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import Resolver404, resolve
from django.views.decorators.csrf import csrf_exempt


@csrf_exempt
def mail_events(request: HttpRequest, provider: str) -> HttpResponse:
    """404 for every other provider, and without a secret: else anybody could report the mails of others as bounced.

    anymail asks for the secret, and for the provider's signature where it has one; 400 where one is wrong.
    """
    if provider != settings.MAIL_PROVIDER or not settings.ANYMAIL.get("WEBHOOK_SECRET"):
        raise Http404
    try:
        view = resolve(f"/{provider}/tracking/", urlconf="anymail.urls").func
    except Resolver404:
        raise Http404 from None
    return view(request)
