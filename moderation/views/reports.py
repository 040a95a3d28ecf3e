"""The pages on which a player reports something."""

from __future__ import annotations

from django.contrib.auth.views import redirect_to_login
from django.db.models import F
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from accounts.limiting.origin import hash_networks
from accounts.models import Picture, User
from accounts.posted.kept_forms import take_kept
from accounts.posted.sent_forms import once
from core import flash
from core.form_errors import invalid
from core.numbers import LARGEST, read_number
from core.refusal import Refusal, note_refusal
from games import access
from games.models import Game
from moderation import reports
from moderation.forms import ReportForm
from moderation.models import Report
from moderation.things import registry
from moderation.things.contract import Thing
from moderation.things.kinds import profile
from moderation.words import done

SHOWN = 10
GAMES = 30
"""The most games with the reported player that the form offers, running ones first."""


@require_http_methods(["GET", "HEAD", "POST"])
@once()
def report(request: HttpRequest, username: str) -> HttpResponse:
    """Reports a player. `?thing=name` reports only the name and `?thing=picture` the picture; `?game=` says where it
    happened."""
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    person = User.objects.named(username).first()
    if person is None:
        raise Http404
    if request.GET.get("thing") == "name":
        return redirect("report_thing", "name", person.pk)
    if request.GET.get("thing") == "picture":
        number = Picture.objects.filter(user=person).values_list("pk", flat=True).first()
        return redirect("report_thing", "face", number or 0)
    return answer(request, profile.kind.of(person))


@require_http_methods(["GET", "HEAD", "POST"])
@once()
def report_thing(request: HttpRequest, kind: str, pk: int) -> HttpResponse:
    """Reports anything that has a kind in `moderation/things/`. `?proof=` comes from the page that shows it."""
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    found = registry.THINGS.find(kind)
    if found is None or pk > LARGEST:
        raise Http404
    return answer(request, found.find_shown(request.user, pk, proof=request.GET.get("proof", "")))


def answer(request: HttpRequest, thing: Thing) -> HttpResponse:
    """Shows the form, or makes the report. Neither a refusal nor a log-in loses what was written."""
    page = request.get_full_path()
    initial = {
        "game": request.GET.get("game", ""),
        **take_kept(request, page=page, of=("report", "report_thing")).dict(),
    }
    form = ReportForm(request.POST or None, thing=thing, games=list_games(request, thing), initial=initial)
    if request.method != "POST" or not form.is_valid():
        return show(request, thing, form)
    matter, text = form.cleaned_data["matter"], form.cleaned_data.get("text", "")
    said = {"about": form.about, "game": form.where, "second": form.second_account, "matter": matter, "text": text}
    try:
        reports.make(request.user, thing=thing, origin=hash_networks(request), **said)
    except Refusal as refusal:
        form.add_error(None, invalid(refusal.said))
        return note_refusal(show(request, thing, form), refusal)
    flash.success(request, done.REPORTED())
    return redirect("my_reports")


def list_games(request: HttpRequest, thing: Thing) -> list[Game]:
    """Returns the games in which it may have happened, for a thing without a game. The game of `?game=` comes first, if
    the reader may see it."""
    if thing.game is not None or request.user in thing.people:
        return []
    person = thing.people[0]
    of_both = Game.objects.of(request.user).filter(pk__in=Game.objects.of(person).values("pk"))
    found = list(of_both.order_by(F("ended_at").desc(nulls_first=True), "-pk")[:GAMES])
    number = read_number(request.GET.get("game", ""))
    if number is not None and all(game.pk != number for game in found):
        found.insert(0, access.get_game(request.user, number))
    return found


def show(request: HttpRequest, thing: Thing, form: ReportForm) -> HttpResponse:
    mine = Report.objects.filter(reporter_id=request.user.pk, about__in=thing.people)
    mine = mine.select_related("game", "about", "second")
    made = list(mine.order_by("-pk")[:SHOWN])
    waiting = list(mine.filter(thing=thing.kind, thing_id=thing.pk, answered_at=None).order_by("-pk")[:SHOWN])
    context = {
        "thing": thing,
        "person": thing.people[0],
        "form": form,
        "made": made,
        "is_me": request.user in thing.people and thing.accuses,
        "waiting": waiting,
    }
    return render(request, "moderation/report.html", context, status=422 if form.errors else 200)
