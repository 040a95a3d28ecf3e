"""Answers an email from the mailbox of a site without a mail server, as its reader would from a mail program."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from accounts.posted.sent_forms import once
from core import flash
from notifications.channels.email.files import StoredMail, read_mail
from notifications.reply_tokens import find_token
from replies.incoming import Incoming, Outcome, Way
from replies.mails.proof import Verdict
from replies.ways.written import LONGEST_TEXT, find_reply_to, write_reply
from replies.words import ways as words
from replies.words.unread import WAITS

SAID = {Outcome.DONE: words.ANSWERED, Outcome.IN_HAND: words.ANSWERED, Outcome.LATER: WAITS}


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@once()
def mailbox_reply(request: HttpRequest, name: str) -> HttpResponse:
    """404 where mails really leave, as for the mailbox itself, and for an email that takes no answers."""
    if not settings.MAIL_TO_FILES:
        raise Http404
    if not request.user.is_superuser:
        raise PermissionDenied
    mail = find_mail(name)
    written = request.POST.get("text", "")
    if request.method != "POST" or not written.strip() or len(written) > LONGEST_TEXT:
        return render(request, "replies/mailbox_reply.html", {"mail": mail, "text": written, "longest": LONGEST_TEXT})
    reply = write_reply(mail, text=written)
    incoming = Incoming(reply, timezone.now(), Way.PAGE, recipients=(find_reply_to(mail),), proof=Verdict.PROVEN)
    from replies import receiving  # with all that reads mails

    outcome = receiving.receive(incoming)
    told = SAID.get(outcome)
    flash.success(request, told()) if told else flash.warning(request, words.NOT_READ())
    return redirect("mailbox")


def find_mail(name: str) -> StoredMail:
    try:
        mail = read_mail(name)
    except FileNotFoundError:
        raise Http404 from None
    if not find_token(find_reply_to(mail)):
        raise Http404
    return mail
