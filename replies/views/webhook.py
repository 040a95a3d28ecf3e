"""Where the mail provider brings answers. What reads them is loaded by sites alone that have one."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt


@csrf_exempt
@never_cache
def mail_replies(request: HttpRequest, provider: str) -> HttpResponse:
    """Takes mails of this site's provider, if a secret is set; everything else gets a 404, since whoever may bring
    mails here may answer for everybody."""
    if provider != settings.REPLY_PROVIDER or not settings.ANYMAIL.get("WEBHOOK_SECRET"):
        raise Http404
    from replies.views import provided

    return provided.admit(request, provider)
