"""How staff hand over what they may not decide, and answer what colleagues have handed over."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from core import flash
from core.numbers import LARGEST, read_number
from core.posting import posted_from
from core.refusal import Refusal
from moderation import referrals, reports
from moderation.models import Referral
from moderation.views.deciding import find_game
from moderation.views.guard import for_moderators
from moderation.views.whom import find_person
from moderation.words import done


@posted_from(lambda: reverse("moderation"))
@for_moderators
def hand_over(request: HttpRequest) -> HttpResponse:
    """Leaves a person, a game or a report to colleagues with one click. `note` is what was typed before."""
    number = read_number(request.POST.get("report", ""))
    report = reports.list_visible(request.user).filter(pk=number).first() if number is not None else None
    game = read_number(request.POST.get("game", ""))
    about: dict[str, Any]
    if game is not None:
        about = {"game": find_game(game)}
    elif report is not None or request.POST.get("person"):
        about = {"person": report.about if report is not None else find_person(request.POST["person"])}
    else:
        raise Http404
    referrals.hand_over(staff=request.user, report=report, note=request.POST.get("note", "").strip(), **about)
    flash.success(request, done.HANDED_OVER())
    return redirect("moderation")


@posted_from(lambda pk: reverse("moderation"))
@for_moderators
def answer(request: HttpRequest, pk: int) -> HttpResponse:
    """Confirms a decision, or closes what needs no decision."""
    if pk > LARGEST or not Referral.objects.filter(pk=pk).exists():
        raise Http404
    try:
        found = referrals.answer(pk, staff=request.user)
        flash.success(request, done.CONFIRMED() if found.kind == Referral.Kind.CONFIRM else done.CLOSED())
    except Refusal as refusal:
        flash.warning(request, refusal.said)
    return redirect("moderation")
