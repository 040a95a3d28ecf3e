"""The page on which a player reports another, and reads what became of it."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from accounts.kept_forms import log_in_first, take_kept
from accounts.models import User
from accounts.origin import hash_origin
from core.numbers import read_number
from core.refusal import Refusal, note_refusal
from games import access
from games.models import Game
from moderation import reports
from moderation.forms import ReportForm
from moderation.models import Report

SHOWN = 10


@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, username: str) -> HttpResponse:
    """The page and its form. Nothing written is lost by having been logged out."""
    page = request.get_full_path()
    if not request.user.is_authenticated:
        return log_in_first(request, page=page)
    about = User.objects.filter(username__iexact=username, is_active=True).first()
    if about is None:
        raise Http404
    game = find_game(request)
    form = ReportForm(request.POST or None, initial=take_kept(request, page=page).dict())
    if request.method == "POST" and form.is_valid():
        try:
            reports.make(request.user, about=about, game=game, origin=hash_origin(request), **form.cleaned_data)
        except Refusal as refusal:
            form.add_error(None, refusal.sentence)
            return note_refusal(show(request, about, game, form), refusal)
        messages.success(request, "Thank you. Our staff will look into it and tell you the outcome.")
        return redirect("report", about.username)
    return show(request, about, game, form)


def show(request: HttpRequest, about: User, game: Game | None, form: ReportForm) -> HttpResponse:
    mine = list(
        Report.objects.filter(reporter_id=request.user.pk, about=about).select_related("game").order_by("-pk")[:SHOWN]
    )
    context = {
        "person": about,
        "game": game,
        "form": form,
        "made": mine,
        "may_report": about != request.user and not any(each.is_open for each in mine),
    }
    return render(request, "moderation/report.html", context, status=422 if form.errors else 200)


def find_game(request: HttpRequest) -> Game | None:
    """The game of `?game=`, if this player may see it."""
    number = read_number(request.GET.get("game", ""))
    return None if number is None else access.get_game(request.user, number)
