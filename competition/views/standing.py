"""The pages of a player's standing challenges: their list, making and changing one, and the buttons of the list."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.limiting.limits import MOST_STANDING
from accounts.posted.kept_forms import take_kept
from accounts.posted.sent_forms import once
from competition.forms import ChangedStandingForm, StandingForm
from competition.models import StandingChallenge
from competition.standing import keeping
from competition.standing.own import read_own
from competition.words import standing as words
from core import flash
from core.posting import posted_from
from core.refusal import Refusal, note_refusal
from engine import registry
from engine.card import list_introduced
from engine.contract import Ruleset
from engine.words import Sentence
from games.models import Challenge

MORE = ("favourite", "weekends", "vacation", "vacation_days", "side")
"""The fields under “More options”, besides the options of the game."""
LIMITS = ("rating_within", "rating_from", "rating_to", "established_only", "on_time_least")


@never_cache
@login_required
@require_safe
def standing_list(request: HttpRequest) -> HttpResponse:
    return show_list(request)


def show_list(request: HttpRequest, *, refusal: Refusal | None = None) -> HttpResponse:
    own = read_own(request.user, now=timezone.now())
    context = {"own": own, "most": MOST_STANDING, "refusal": refusal}
    return note_refusal(render(request, "competition/standing_list.html", context), refusal)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@once()
def standing_new(request: HttpRequest) -> HttpResponse:
    """Shows the form for a new standing challenge, or makes it. The game is the one that `?ruleset=` names, or the one
    the player offered last. Choosing another game posts `switch` and keeps what was filled in."""
    page = request.get_full_path()
    if not request.user.is_authenticated:
        return redirect_to_login(page)
    sent = request.method == "POST" and "switch" not in request.POST
    form = StandingForm(request.POST if sent else None, ruleset=_choose_ruleset(request))
    if not sent and (kept := request.POST or take_kept(request, page=page, of=("standing_new",))):
        form.fill_in(kept)
    return _answer(request, form, act=lambda: keeping.make(request.user, **form.wanted()), done=words.MADE)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def standing_change(request: HttpRequest, pk: int) -> HttpResponse:
    """Does the same for an existing one of the reader. Raises Http404 for another player's, and redirects to the list
    if it has ended."""
    if not request.user.is_authenticated:
        return redirect_to_login(request.path)
    try:
        standing = _find(request, pk)
    except Refusal as refusal:
        flash.error(request, refusal.said)
        return redirect("standing")
    form = ChangedStandingForm(request.POST or None, standing=standing)
    if kept := take_kept(request, page=request.path, of=("standing_change",)):
        form.fill_in(kept)

    def change() -> StandingChallenge:
        return keeping.change(pk, owner=request.user, check=form.check, **form.wanted())

    return _answer(request, form, act=change, done=words.CHANGED, standing=standing)


def _answer(
    request: HttpRequest, form: StandingForm, *, act: Callable[[], object], done: Sentence, **context: Any
) -> HttpResponse:
    """Does what a valid form asks for and redirects to the list. Otherwise shows the form with what is wrong."""
    refusal = None
    if form.is_valid():
        try:
            act()
            flash.success(request, done())
            return redirect("standing")
        except Refusal as refused:
            refusal = refused
            form.add_error(None, refused.sentence)
    shown = {
        "form": form,
        "ruleset": form.ruleset,
        "games": [(one.slug, one.name) for one in list_introduced()],
        "asks_limits": form.differs(LIMITS),
        "is_open": form.differs([*MORE, *(field.name for field in form.option_fields())]),
        **context,
    }
    page = render(request, "competition/standing_form.html", shown, status=422 if form.errors else 200)
    return note_refusal(page, refusal)


def _choose_ruleset(request: HttpRequest) -> Ruleset:
    slugs = {ruleset.slug: ruleset for ruleset in registry.all_rulesets()}
    named = slugs.get(request.GET.get("ruleset", ""))
    if named is not None:
        return named
    last = Challenge.objects.filter(challenger=request.user.pk).order_by("-pk").values_list("ruleset_slug", flat=True)
    return slugs.get(last.first() or "mastery") or next(iter(slugs.values()))


def _find(request: HttpRequest, pk: int) -> StandingChallenge:
    try:
        return keeping.find(pk, owner=request.user)
    except StandingChallenge.DoesNotExist:
        raise Http404 from None


# --- Buttons of the list -----------------------------------------------------------------------------------------
def list_page(**_: Any) -> str:
    return reverse("standing")


def _do(request: HttpRequest, act: Callable[..., object], pk: int, *, done: Sentence) -> HttpResponse:
    try:
        act(pk, owner=request.user)
    except StandingChallenge.DoesNotExist:
        raise Http404 from None
    except Refusal as refusal:
        return show_list(request, refusal=refusal)
    flash.success(request, done())
    return redirect("standing")


@posted_from(list_page)
def standing_pause(request: HttpRequest, pk: int) -> HttpResponse:
    return _do(request, keeping.pause, pk, done=words.PAUSED)


@posted_from(list_page)
def standing_resume(request: HttpRequest, pk: int) -> HttpResponse:
    return _do(request, keeping.resume, pk, done=words.RESUMED)


@posted_from(list_page)
def standing_end(request: HttpRequest, pk: int) -> HttpResponse:
    return _do(request, keeping.end, pk, done=words.HAS_ENDED)
