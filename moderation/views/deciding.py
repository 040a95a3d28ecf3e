"""The pages on which staff decide about a report, an appeal, a person or a game. Each shows everything they need."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from accounts.posted.sent_forms import once
from accounts.signing_in import staff_factor
from core import flash
from core.form_errors import invalid
from core.numbers import LARGEST, read_number
from core.refusal import Refusal, note_refusal
from core.words import Said, form
from games.drawn import draw_small
from games.models import Game, Seat
from games.reading.seats import read_seats
from games.words import refusals
from moderation import appeals, deciding, dossier, reports, suggesting
from moderation.actions import registry
from moderation.deciding import Obstacle
from moderation.models import Appeal, Report
from moderation.staff_forms import ActionForm, AnswerForm, AppealForm
from moderation.templated import list_templates
from moderation.views import evidence
from moderation.views.guard import for_moderators, has_just_shown_factor
from moderation.views.queue import find_report
from moderation.views.whom import find_person, refuse_own
from moderation.waiting import list_waiting
from moderation.words import acting as words
from moderation.words import done

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

SAME = 20
"""The most other reports about the same person that the page shows."""


def find_game(pk: int) -> Game:
    game = Game.objects.prefetch_related("seats__user").filter(pk=pk).first() if pk <= LARGEST else None
    if game is None:
        raise Http404
    return game


def find_game_of_others(request: HttpRequest, pk: int) -> Game:
    """Returns a game in which the member of staff does not play, or any game if only they can decide. Raises Http404,
    PermissionDenied."""
    found = find_game(pk)
    if read_seats(found, reader_id=request.user.pk).mine and not deciding.is_left_to(request.user):
        raise PermissionDenied(form(refusals.OWN_GAME()))
    return found


@require_http_methods(["GET", "HEAD", "POST"])
@for_moderators
@once()
def report(request: HttpRequest, pk: int) -> HttpResponse:
    """Shows a report with its context and the form to answer it, and answers it."""
    found = find_report(request, pk)
    form = AnswerForm.read(request, reason=found.matter)
    if not form.is_valid():
        return show_report(request, found, form, status=422 if form.errors else 200)
    try:
        answered = answer_all(request, found, form.cleaned_data)
    except Refusal as refusal:
        if refusal.code == "factor":
            return staff_factor.ask_again(request)
        form.add_error(None, invalid(refusal.said))
        return note_refusal(show_report(request, found, form), refusal)
    flash.success(request, done.REPORTS_ANSWERED(n=answered))
    return redirect("moderation")


def answer_all(request: HttpRequest, report: Report, said: dict[str, Any]) -> int:
    """Gives the report and those that were ticked the same answer. Returns how many it answered."""
    terms = {name: said[name] for name in ("outcome", "answer", "reason")}
    terms |= {"staff": request.user, "has_shown_factor": has_just_shown_factor(request)}
    others = read_settled(request, person=report.about, report=report)
    reports.answer(report.pk, **terms)
    answered = 1
    for pk in others:
        try:
            reports.answer(pk, **terms)
            answered += 1
        except Refusal:
            continue  # it is this report, or another member of staff has taken or answered it
    return answered


def read_settled(request: HttpRequest, **about: Any) -> tuple[int, ...]:
    """Returns the numbers of the reports that were ticked to be answered with a decision."""
    newest = read_number(request.POST.get("newest", "")) or LARGEST
    waiting = list_waiting(request.user, **about)
    return waiting.choose(request.POST.getlist("answers"), newest=newest)


def show_report(request: HttpRequest, report: Report, form: AnswerForm, *, status: int = 200) -> HttpResponse:
    now = timezone.now()
    obstacle = reports.find_obstacle(report, staff=request.user, now=now) if report.is_open else Obstacle()
    same = reports.list_visible(request.user).filter(about=report.about).exclude(pk=report.pk)
    context = {
        "report": report,
        "form": form,
        "ticked": request.POST.getlist("answers"),
        "same": list(same.filter(answered_at=None).select_related("reporter").order_by("-pk")[:SAME]),
        "reporter_record": dossier.count_outcomes_of(report.reporter, reader=request.user),
        "pair": dossier.describe_pair(report.about, report.reporter),
        "held": report.is_held_from(request.user, now=now),
        "is_mine": report.held_by_id == request.user.pk,
        "concerned": reports.concerns(report, staff=request.user),
        "obstacle": obstacle,
        **describe_person(request, report.about, report=report, obstacle=obstacle),
        **evidence.describe(report.about),
        **(evidence.describe_pair(report.about, report.second) if report.second else {}),
        **describe_game_of(request, report, obstacle=obstacle),
        "now": now,
    }
    if not report.accuses:
        context |= {"person_actions": [], "compared": None}
    return render(request, "moderation/report_to_decide.html", context, status=status)


def describe_game_of(request: HttpRequest, report: Report, *, obstacle: Obstacle) -> dict[str, Any]:
    """Collects everything about the game of a report, or nothing if it has none."""
    game = find_game(report.game_id) if report.game_id else None
    return describe_game(request, game, report=report, obstacle=obstacle) if game is not None else {}


def describe_person(
    request: HttpRequest, person: User, *, report: Report | None = None, obstacle: Obstacle | None = None
) -> dict[str, Any]:
    """Collects everything about a person for the page, with the forms of the actions that these staff may do. If an
    `obstacle` keeps them from deciding, that is only first aid."""
    found = dossier.describe_person(person, reader=request.user, now=timezone.now())
    templates, suggested = list_templates(), suggesting.look_up(report, thing=person)
    obstacle = found.obstacle if obstacle is None else obstacle
    offered = [
        action
        for action in registry.list_for_people()
        if action.may_be_offered(obstacle) and action.offers(person) and action.may(request.user, person)
    ]
    if suggested is not None:
        offered.sort(key=lambda action: action.name != suggested.measure.action)
    make_form = partial(
        ActionForm, thing=person, templates=templates, suggested=suggested, report=report, obstacle=obstacle
    )
    actions = [(action, make_form(action=action)) for action in offered]
    waiting = list_waiting(request.user, person=person, report=report)
    handed = {"person": person.username, "report": report.pk if report else None}
    forms = {"person_actions": actions, "suggested": None if obstacle else suggested}
    return {"dossier": found, "person": person, **forms, "waiting": waiting, "handed": handed}


def describe_game(
    request: HttpRequest, game: Game, *, report: Report | None = None, obstacle: Obstacle | None = None
) -> dict[str, Any]:
    """Collects everything about a game for the page, with the forms of the actions, as `describe_person` does."""
    asked = read_number(request.GET.get("ply", ""))
    number = report.thing_id if report is not None and report.thing == "message" else None
    if asked is None and report is not None:
        asked = report.kept_ply
    file = dossier.describe_game(game, reader=request.user, ply=asked)
    obstacle = file.obstacle if obstacle is None else obstacle
    offered = [each for each in registry.list_for_games() if each.may_be_offered(obstacle) and each.offers(game)]
    suggested = suggesting.look_up(report, thing=game)
    shared = {"report": report, "templates": list_templates(), "suggested": suggested, "obstacle": obstacle}
    actions = [(action, ActionForm(action=action, thing=game, **shared)) for action in offered]
    return {
        "game": game,
        "file": file,
        "seats": describe_seats(game),
        "board": draw_small(game.ruleset, file.position_text),
        "plies": list_plies(file),
        "reported_line": number,
        "game_actions": actions,
        "waiting_of_game": list_waiting(request.user, game=game, report=report),
    }


def describe_seats(game: Game) -> list[Seat]:
    return list(read_seats(game))


def list_plies(file: dossier.GameFile) -> list[tuple[StrOrPromise, int]]:
    """Returns the plies that the page has buttons for."""
    found = [(_("First"), 0), (_("Back"), file.ply - 1), (_("On"), file.ply + 1), (_("Last"), file.turns)]
    return [(label, ply) for label, ply in found if 0 <= ply <= file.turns and ply != file.ply]


@require_safe
@for_moderators
def person(request: HttpRequest, username: str) -> HttpResponse:
    found = find_person(username)
    refuse_own(request, found)
    context = {**describe_person(request, found), **evidence.describe(found), **evidence.compare(request, found)}
    return render(request, "moderation/person.html", context)


@require_safe
@for_moderators
def game(request: HttpRequest, pk: int) -> HttpResponse:
    described = describe_game(request, find_game_of_others(request, pk))
    return render(request, "moderation/game.html", {**described, "handed": {"game": pk}})


@require_http_methods(["GET", "HEAD", "POST"])
@for_moderators
@once()
def appeal(request: HttpRequest, pk: int) -> HttpResponse:
    """Shows an appeal with the decision it is against and the form to answer it, and answers it."""
    found = find_appeal(request, pk)
    if request.POST.keys() & {"claim", "release"}:
        return take_appeal(request, found)
    form = AppealForm.read(request)
    refused: Refusal | None = None
    if form.is_valid():
        try:
            if "preview" in request.POST:
                foreseen = foresee_answer(request, found, form.cleaned_data["outcome"])
                return show_appeal(request, found, form, refused=None, foreseen=foreseen)
            said = {name: form.cleaned_data[name] for name in ("outcome", "answer")}
            appeals.answer(found.pk, staff=request.user, has_shown_factor=has_just_shown_factor(request), **said)
            flash.success(request, done.APPEAL_ANSWERED())
            return redirect("moderation")
        except Refusal as refusal:
            if refusal.code == "factor":
                return staff_factor.ask_again(request)
            refused = refusal
            form.add_error(None, invalid(refusal.said))
    return note_refusal(show_appeal(request, found, form, refused=refused), refused)


def find_appeal(request: HttpRequest, pk: int) -> Appeal:
    """Returns the appeal, unless it is the reader's own. Raises Http404."""
    people = ("restriction__user", "restriction__by", "decision__by", "decision__person", "by")
    rows = Appeal.objects.select_related(*people, "decision__game", "decision__report", "answered_by", "held_by")
    own = Q(restriction__user=request.user.pk) | Q(by=request.user.pk)
    found = rows.filter(pk=pk).exclude(own).first() if pk <= LARGEST else None
    if found is None:
        raise Http404
    return found


def foresee_answer(request: HttpRequest, found: Appeal, outcome: str) -> list[Said]:
    """Says what an answer would do besides telling those concerned."""
    if outcome == Appeal.Outcome.UPHELD:
        return [words.STANDS()]
    return appeals.foresee_reversal(found, staff=request.user, now=timezone.now()) or [words.UNDONE_ALREADY()]


def show_appeal(
    request: HttpRequest,
    found: Appeal,
    form: AppealForm,
    *,
    refused: Refusal | None,
    foreseen: Sequence[Said] = (),
) -> HttpResponse:
    now = timezone.now()
    of_game = (
        describe_game(request, find_game(found.decision.game_id)) if found.decision and found.decision.game_id else {}
    )
    context = {
        "appeal": found,
        "form": form,
        "obstacle": appeals.find_obstacle(found, staff=request.user, now=now),
        "refusal": refused,
        "foreseen": foreseen,
        "held": found.is_held_from(request.user, now=now),
        "is_mine": found.held_by_id == request.user.pk,
        **of_game,
        **describe_person(request, found.person),
    }
    return render(request, "moderation/appeal.html", context, status=422 if form.errors else 200)


def take_appeal(request: HttpRequest, found: Appeal) -> HttpResponse:
    """Assigns the appeal to the member of staff if it is free, or releases it."""
    if "release" in request.POST:
        appeals.release(found.pk, staff=request.user)
        return redirect("moderation")
    try:
        appeals.take(found.pk, staff=request.user)
    except Refusal as refusal:
        flash.warning(request, refusal.said)
    return redirect("moderation_appeal", found.pk)
