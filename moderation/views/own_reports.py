"""The pages on which players read what became of their reports, add to one, or withdraw one."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from accounts.posted.kept_forms import take_kept
from accounts.posted.sent_forms import once
from core import flash
from core.form_errors import invalid
from core.numbers import LARGEST
from core.paging import page_by_key
from core.posting import posted_from
from core.refusal import Refusal, note_refusal
from moderation import own_reports
from moderation.forms import AdditionForm
from moderation.models import Report
from moderation.words import done


def list_own(request: HttpRequest) -> QuerySet[Report]:
    return Report.objects.filter(reporter_id=request.user.pk).select_related("game", "about", "second")


def find_own(request: HttpRequest, pk: int) -> Report:
    """Returns a report that the reader made. Raises Http404."""
    report = list_own(request).filter(pk=pk).first() if pk <= LARGEST else None
    if report is None:
        raise Http404
    return report


@login_required
@require_safe
def my_reports(request: HttpRequest) -> HttpResponse:
    """Shows all reports that the reader has made, and what became of them."""
    return render(request, "moderation/my_reports.html", {"made": page_by_key(list_own(request), request)})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@once()
def my_report(request: HttpRequest, pk: int) -> HttpResponse:
    """Shows one report of the reader and the form to add to it. Neither a refusal nor a log-in loses what was
    written."""
    report, page = find_own(request, pk), request.get_full_path()
    initial = take_kept(request, page=page, of=("my_report",)).dict()
    form = AdditionForm(request.POST or None, initial=initial, label_suffix="")
    refused: Refusal | None = None
    if request.method == "POST" and form.is_valid():
        try:
            own_reports.add(report.pk, reporter=request.user, text=form.cleaned_data["text"])
            flash.success(request, done.ADDED())
            return redirect("my_report", report.pk)
        except Refusal as refusal:
            refused = refusal
            form.add_error(None, invalid(refusal.said))
            report = find_own(request, pk)
    context = {"report": report, "form": form}
    return note_refusal(
        render(request, "moderation/my_report.html", context, status=422 if form.errors else 200), refused
    )


@posted_from(lambda pk: reverse("my_report", args=[pk]))
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    """Withdraws a report. A second click tells that it is already withdrawn."""
    report = find_own(request, pk)
    try:
        own_reports.withdraw(report.pk, reporter=request.user)
        flash.success(request, done.WITHDRAWN())
    except Refusal as refusal:
        flash.warning(request, refusal.said)
    return redirect("my_reports")
