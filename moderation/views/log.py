"""The log of moderation with its search, and the messages that are offered with actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.posted.sent_forms import once
from core import flash
from core.form_errors import invalid
from core.numbers import LARGEST
from core.paging import page_by_key
from core.posting import posted_from
from core.refusal import Refusal, note_refusal
from core.words import Said
from moderation import acting, message_templates, reasons
from moderation.models import MessageTemplate
from moderation.staff_forms import LogForm, MessageForm, list_occasions
from moderation.templated import list_templates
from moderation.views.guard import for_moderators
from moderation.words import decisions as words
from moderation.words import done

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


@require_safe
@for_moderators
def show_log(request: HttpRequest) -> HttpResponse:
    """Shows the rows that the reader may see, newest first."""
    form = LogForm(request.GET)
    page = page_by_key(form.find(reader=request.user), request)
    acting.mark_undoable(page, reader=request.user)
    return render(request, "moderation/log.html", {"form": form, "page": page})


@require_http_methods(["GET", "HEAD", "POST"])
@for_moderators
@once()
def list_messages(request: HttpRequest, pk: int | None = None) -> HttpResponse:
    """Shows all messages. Adds one, or changes the one with this number."""
    found = MessageTemplate.objects.filter(pk=pk).first() if pk is not None and pk <= LARGEST else None
    if pk is not None and found is None:
        raise Http404
    form = MessageForm(request.POST or None, instance=found)
    refused: Refusal | None = None
    if request.method == "POST" and form.is_valid():
        try:
            message_templates.save(form.instance, staff=request.user, check=form.refuse_outdated)
            flash.success(request, done.SAVED())
            return redirect("moderation_messages")
        except Refusal as refusal:
            refused = refusal
            form.add_error(None, invalid(refusal.said))
    listed = [(each, tell_use(each)) for each in list_templates()]
    context = {"form": form, "found": found, "all": listed}
    page = render(request, "moderation/messages.html", context, status=422 if form.errors else 200)
    return note_refusal(page, refused)


def tell_use(template: MessageTemplate) -> StrOrPromise | Said:
    """Says what the message is offered with, and for which reports, such as “Mute, reports of “Spam””."""
    action = dict(list_occasions()).get(template.action, template.action) or _("Everything")
    reason = dict(reasons.list_choices()).get(template.reason, template.reason)
    return words.USED_FOR_REPORTS(label=action, reason=reason) if reason else action


@posted_from(lambda pk: reverse("moderation_messages"))
@for_moderators
def delete_message(request: HttpRequest, pk: int) -> HttpResponse:
    try:
        message_templates.delete(min(pk, LARGEST), staff=request.user)
        flash.success(request, done.DELETED())
    except Refusal as refusal:
        flash.warning(request, refusal.said)
    return redirect("moderation_messages")
