"""The addresses at which staff act on a person or a game, preview what an action would do, and undo it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.posted.sent_forms import once
from accounts.signing_in import staff_factor
from core.numbers import LARGEST, read_number
from core.refusal import Refusal, note_refusal
from games.models import Game
from moderation import acting, log, reports
from moderation.actions import registry
from moderation.actions.contract import Action, GameAction, Order, PersonAction
from moderation.models import Report
from moderation.staff_forms import ActionForm, UndoForm
from moderation.views.deciding import find_game_of_others, find_person
from moderation.views.guard import for_moderators, has_just_shown_factor


@require_http_methods(["GET", "HEAD", "POST"])
@for_moderators
@once()
def act_on_person(request: HttpRequest, username: str, action: str) -> HttpResponse:
    person, found = find_person(username), registry.ACTIONS.find(action)
    if not isinstance(found, PersonAction):
        raise Http404
    try:
        found.require_to_act(request.user, person)
    except Refusal as refusal:
        return note_refusal(render(request, "moderation/refused.html", {"refusal": refusal, "person": person}), refusal)
    return answer(request, found, person, home=reverse("moderation_person", args=[person.username]))


@require_http_methods(["GET", "HEAD", "POST"])
@for_moderators
@once()
def act_on_game(request: HttpRequest, pk: int, action: str) -> HttpResponse:
    game, found = find_game_of_others(request, pk), registry.ACTIONS.find(action)
    if not isinstance(found, GameAction):
        raise Http404
    return answer(request, found, game, home=reverse("moderation_game", args=[game.pk]))


def answer(request: HttpRequest, action: Action, thing: User | Game, *, home: str) -> HttpResponse:
    """The page of one action: what it would do, or that it is done. A refusal loses nothing typed."""
    form = ActionForm.read(request, action=action, thing=thing)
    report = find_own_report(request)
    back = read_back(request, home)
    if not form.is_valid():
        return show(request, action, thing, form, report=report, back=back, status=422 if form.errors else 200)
    order = form.make_order(staff=request.user, report=report, now=timezone.now())
    if "preview" not in request.POST and action.is_grave and not has_just_shown_factor(request):
        return staff_factor.ask_again(request)
    try:
        if "preview" in request.POST:
            foreseen = acting.foresee(action, thing, order=order)
            return show(request, action, thing, form, report=report, back=back, foreseen=foreseen)
        acting.perform(action, thing, order=order)
    except Refusal as refusal:
        form.add_error(None, refusal.sentence)
        return note_refusal(show(request, action, thing, form, report=report, back=back), refusal)
    answered = answer_report(request, report, order)
    messages.success(request, f"Done: {action.label.lower()}.{answered}")
    return redirect(find_home(thing, back=back, home=home, answered=bool(answered)))


def find_home(thing: User | Game, *, back: str, home: str, answered: bool) -> str:
    """The next page: the queue once a report is answered. A person may have another name by now."""
    if answered:
        return reverse("moderation")
    if isinstance(thing, User) and back == home:
        name = User.objects.values_list("username", flat=True).get(pk=thing.pk)
        return reverse("moderation_person", args=[name])
    return back


def answer_report(request: HttpRequest, report: Report | None, order: Order) -> str:
    """Answers the report that it was done for, if asked to; returns what to say about it."""
    if report is None or "answers" not in request.POST or not report.is_open:
        return ""
    said = {"outcome": Report.Outcome.ACTED, "answer": "", "reason": order.reason or order.told}
    try:
        reports.answer(report.pk, staff=order.staff, **said)
    except Refusal as refusal:
        return f" But the report is not answered: {refusal.sentence}"
    return " The report is answered."


def find_own_report(request: HttpRequest) -> Report | None:
    """The report that it is done for, unless it concerns the member of staff."""
    number = read_number(request.POST.get("report", "") or request.GET.get("report", ""))
    return reports.list_visible(request.user).filter(pk=number).first() if number is not None else None


def read_back(request: HttpRequest, home: str) -> str:
    wanted = request.POST.get("back", "") or request.GET.get("back", "")
    return wanted if url_has_allowed_host_and_scheme(wanted, None) and wanted.startswith("/moderation/") else home


def show(request: HttpRequest, action: Action, thing: User | Game, form: ActionForm, **more: Any) -> HttpResponse:
    status = more.pop("status", 200)
    context = {"action": action, "thing": thing, "form": form, "is_person": isinstance(thing, User), **more}
    return render(request, "moderation/action.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@for_moderators
@once()
def undo(request: HttpRequest, pk: int) -> HttpResponse:
    """Asks for a reason, and undoes what was logged under this number."""
    rows = log.list_visible(request.user).select_related("by", "person", "game", "restriction", "reversed_by")
    logged = rows.filter(pk=pk).first() if pk <= LARGEST else None
    if logged is None:
        raise Http404
    form, refused = UndoForm(request.POST or None, auto_id="id_undo_%s", label_suffix=""), None
    action = registry.ACTIONS.find(logged.action)
    home = reverse("moderation_game", args=[logged.game_id]) if logged.game_id else ""
    if logged.person is not None and not logged.game_id:
        home = reverse("moderation_person", args=[logged.person.username])
    if request.method == "POST" and form.is_valid():
        order = Order(staff=request.user, now=timezone.now(), reason=form.cleaned_data["reason"])
        try:
            acting.undo(logged, order=order)
            messages.success(request, "Undone. Both stay in the log.")
            name = User.objects.filter(pk=logged.person_id).values_list("username", flat=True).first()
            return redirect(reverse("moderation_person", args=[name]) if name and not logged.game_id else home)
        except Refusal as refusal:
            refused = refusal
            form.add_error(None, refusal.sentence)
    context = {"logged": logged, "action": action, "form": form, "back": home or reverse("moderation_log")}
    page = render(request, "moderation/undo.html", {**context, "may_undo": acting.may_undo(logged)})
    page.status_code = 422 if form.errors else 200
    return note_refusal(page, refused)
