"""The pages on which staff act on a person or a game, preview what an action would do, and undo it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.posted.sent_forms import once
from accounts.signing_in import staff_factor
from core import flash
from core.form_errors import invalid
from core.numbers import LARGEST, read_number
from core.refusal import Refusal, note_refusal
from core.words import say_all
from games.models import Game
from moderation import acting, dossier, log, reports, suggesting
from moderation.actions import registry
from moderation.actions.contract import Action, GameAction, Order, PersonAction
from moderation.deciding import Obstacle
from moderation.models import LoggedAction, Report
from moderation.staff_forms import ActionForm, UndoForm
from moderation.together import NOTHING, offer
from moderation.views.back import read_back
from moderation.views.deciding import find_game, find_game_of_others, read_settled
from moderation.views.guard import for_moderators, has_just_shown_factor
from moderation.views.whom import find_person
from moderation.waiting import list_waiting
from moderation.words import done

LEFT = ("concerned", "held", "higher", "reversed_lately")
"""The codes of refusals that leave a decision to another member of staff."""


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
    found = registry.ACTIONS.find(action)
    if not isinstance(found, GameAction):
        raise Http404
    game = find_game(pk) if found.also_own else find_game_of_others(request, pk)
    return answer(request, found, game, home=reverse("moderation_game", args=[game.pk]))


def answer(request: HttpRequest, action: Action, thing: User | Game, *, home: str) -> HttpResponse:
    """Shows the page of one action with what it would do, or does the action and redirects. A refusal loses nothing
    that was typed."""
    report = find_own_report(request, thing)
    suggested = suggesting.look_up(report, thing=thing)
    obstacle = find_obstacle(request, action, thing, report=report)
    terms: dict[str, Any] = {"suggested": suggested, "report": report}
    terms |= {"obstacle": obstacle} if request.method != "POST" else {}  # after a refusal the form keeps all its fields
    along = NOTHING if obstacle else offer(action, thing, staff=request.user, report=report, now=timezone.now())
    form = read_form(request, action=action, thing=thing, along=along, **terms)
    about = {"person": thing} if isinstance(thing, User) else {"game": thing}
    shown = {
        "report": report,
        "back": read_back(request, home),
        "waiting": list_waiting(request.user, report=report, **about),
        "obstacle": obstacle,
        "may_act": action.may_be_offered(obstacle),
        "handed": tell_handed(thing, report=report) if obstacle else {},
    }
    if not form.is_valid():
        return show(request, action, thing, form, status=422 if form.errors else 200, **shown)
    settles = read_settled(request, report=report, **about)
    order = form.make_order(staff=request.user, report=report, now=timezone.now())
    order = replace(order, settles=settles, has_shown_factor=has_just_shown_factor(request))
    order, beside = along.read_steps(action, thing, order, form.cleaned_data)
    is_grave = action.is_grave or any(step.action.is_grave for step in beside)
    if "preview" not in request.POST and is_grave and not order.has_shown_factor:
        return staff_factor.ask_again(request)
    try:
        if "preview" in request.POST:
            foreseen = acting.foresee_all(action, thing, order=order, beside=beside)
            return show(request, action, thing, form, foreseen=foreseen, **shown)
        acting.perform(action, thing, order=order, beside=beside)
    except Refusal as refusal:
        return show_refused(request, action, thing, form, refusal=refusal, order=order, **shown)
    answered = len(order.settles) if action.decides and action.settles else 0
    too = done.REPORTS_ANSWERED_TOO(n=answered) if answered else None
    flash.success(request, say_all(done.DONE(label=action.label), too))
    return redirect(find_home(thing, back=shown["back"], home=home, answered=bool(answered)))


def show_refused(
    request: HttpRequest,
    action: Action,
    thing: User | Game,
    form: ActionForm,
    *,
    refusal: Refusal,
    order: Order,
    **shown: Any,
) -> HttpResponse:
    """Shows the page again, with what was typed. A decision left to another member of staff can be handed over with
    it."""
    if refusal.code == "factor":
        return staff_factor.ask_again(request)
    if refusal.code not in LEFT:
        form.add_error(None, invalid(refusal.said))
    else:
        note = str(done.NOTE_OF_ACTION(label=action.label, text=order.told or order.reason))
        handed = tell_handed(thing, report=order.report, note=note)
        shown |= {"obstacle": refusal.sentence, "handed": handed, "may_act": True}  # nothing typed is lost
    return note_refusal(show(request, action, thing, form, **shown), refusal)


def read_form(request: HttpRequest, **terms: Any) -> ActionForm:
    """Reads the form as sent, with what depends on the submitted answers."""
    form = ActionForm.read(request, **terms)
    if form.is_bound:
        form.full_clean()
        form.show_more(staff=request.user, now=timezone.now())
    return form


def find_obstacle(request: HttpRequest, action: Action, thing: User | Game, *, report: Report | None) -> Obstacle:
    """Says why the reader may not decide it, as far as they may know. It is empty if they may, or if the action decides
    nothing."""
    if not action.decides:
        return Obstacle()
    people, now = [thing] if isinstance(thing, User) else acting.list_players(thing), timezone.now()
    return dossier.find_obstacle(people, reader=request.user, over=isinstance(thing, User), report=report, now=now)


def tell_handed(thing: User | Game, *, report: Report | None, note: str = "") -> dict[str, Any]:
    """Returns what the button hands over to a colleague."""
    if isinstance(thing, Game):
        return {"game": thing.pk, "note": note}
    return {"person": thing.username, "report": report.pk if report else None, "note": note}


def find_home(thing: User | Game, *, back: str, home: str, answered: bool) -> str:
    """Returns the next page, which is the queue once a report is answered. The person may have a new name by now."""
    if answered:
        return reverse("moderation")
    if isinstance(thing, User) and back == home:
        name = User.objects.values_list("username", flat=True).get(pk=thing.pk)
        return reverse("moderation_person", args=[name])
    return back


def find_own_report(request: HttpRequest, thing: User | Game) -> Report | None:
    """Returns the report that the action is for, if it is about this person or game and does not concern the member of
    staff. With an unrelated, older report the matter would begin too early, and recent ties would not count."""
    number = read_number(request.POST.get("report", "") or request.GET.get("report", ""))
    about = Q(about=thing) | Q(second=thing) if isinstance(thing, User) else Q(game=thing)
    return reports.list_visible(request.user).filter(about, pk=number).first() if number is not None else None


def show(request: HttpRequest, action: Action, thing: User | Game, form: ActionForm, **more: Any) -> HttpResponse:
    status = more.pop("status", 200)
    context = {"action": action, "thing": thing, "form": form, "is_person": isinstance(thing, User), **more}
    context["ticked"] = request.POST.getlist("answers")
    return render(request, "moderation/action.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@for_moderators
@once()
def undo(request: HttpRequest, pk: int) -> HttpResponse:
    """Asks for a reason, and undoes what the log has under this number."""
    rows = log.list_visible(request.user).select_related("by", "person", "game", "restriction", "report", "reversed_by")
    logged = rows.filter(pk=pk).first() if pk <= LARGEST else None
    if logged is None:
        raise Http404
    form, refused = UndoForm.read(request, logged=logged), None
    action = registry.ACTIONS.find(logged.action)
    home = reverse("moderation_game", args=[logged.game_id]) if logged.game_id else ""
    if logged.person is not None and not logged.game_id:
        home = reverse("moderation_person", args=[logged.person.username])
    if request.method == "POST" and form.is_valid():
        said = {name: form.cleaned_data.get(name, "") for name in ("reason", "told")}
        factor = has_just_shown_factor(request)
        order = Order(staff=request.user, now=timezone.now(), has_shown_factor=factor, **said)
        try:
            if "preview" in request.POST:
                foreseen = acting.foresee_undo(logged, order=order)
                return show_undo(request, logged, form, back=home, foreseen=foreseen)
            acting.undo(logged, order=order)
            flash.success(request, done.UNDONE())
            name = User.objects.filter(pk=logged.person_id).values_list("username", flat=True).first()
            return redirect(reverse("moderation_person", args=[name]) if name and not logged.game_id else home)
        except Refusal as refusal:
            if refusal.code == "factor":
                return staff_factor.ask_again(request)
            refused = refusal
            if refusal.code not in LEFT:
                form.add_error(None, invalid(refusal.said))
    more: dict[str, Any] = {"refusal": refused}
    thing = logged.game or logged.person
    if refused is not None and refused.code in LEFT and thing is not None:
        note = str(done.NOTE_OF_UNDOING(label=action.label, text=form.cleaned_data["reason"]))
        more["handed"] = tell_handed(thing, report=None, note=note)
    return note_refusal(show_undo(request, logged, form, back=home, **more), refused)


def show_undo(request: HttpRequest, logged: LoggedAction, form: UndoForm, *, back: str, **more: Any) -> HttpResponse:
    may_undo = acting.may_undo(logged, reader=request.user)
    action = registry.ACTIONS.find(logged.action)
    context: dict[str, Any] = {"logged": logged, "action": action, "form": form, "may_undo": may_undo}
    context |= {"back": back or reverse("moderation_log"), **more}
    return render(request, "moderation/undo.html", context, status=422 if form.errors else 200)
