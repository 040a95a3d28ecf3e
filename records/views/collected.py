"""All games of a player: a page that narrows them, the file at once where it is small, and by a worker where not."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.limiting.origin import hash_networks
from accounts.limiting.spending import spend
from accounts.models import User
from accounts.own_data import exports
from accounts.posted.sent_forms import once
from core import flash
from core.addresses import address_of
from core.refusal import Refusal, note_refusal
from engine.card import list_introduced
from games import access
from records import collecting
from records.views.pictures import refuse
from records.views.written import JSON, TEXT, as_file
from records.words import pages

NAMES = {"txt": "Text", "json": "JSON"}


def find_person(username: str) -> User:
    """Raises Http404, also for guests and closed accounts, which have no page."""
    person = User.objects.named(username).first()
    if person is None:
        raise Http404
    return person


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@once()
def player_games(request: HttpRequest, username: str) -> HttpResponseBase:
    """What there is, narrowed by the address, and how large; posting asks for what is too large to wait for."""
    person, reader, refusal, wanted = find_person(username), access.player_of(request), None, collecting.Wanted()
    if request.method == "POST" and not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    try:
        wanted = collecting.read_wanted(request.GET)
        if request.method == "POST":
            form = request.POST.get("form", "")
            kept = collecting.store(person, wanted, form=form if form in collecting.FORMS else "txt")
            assert isinstance(reader, User)
            exports.ask(reader, kind=collecting.GAMES, wanted=kept, request=request)
            flash.success(request, pages.COPY_ASKED())
            return redirect(f"{address_of('player_games', person.username)}?{request.GET.urlencode()}")
    except Refusal as refused:
        refusal = refused
    measured = collecting.measure(collecting.find_games(person, wanted, reader=reader))
    last = None
    if request.user.is_authenticated:
        last = exports.find_last(request.user, kind=collecting.GAMES, now=timezone.now())
    context = {
        "person": person,
        "wanted": wanted,
        "given": request.GET,
        "rulesets": list_introduced(),
        "measured": measured,
        "told": pages.GAMES(count=measured.games),
        "files": [(form, NAMES[form], size, size <= collecting.AT_ONCE) for form, size in measured.sizes.items()],
        "last": last,
        "until": last.ready_at + exports.KEPT if last and last.ready_at else None,
        "refusal": refusal,
        "kept": exports.KEPT.days,
    }
    return note_refusal(render(request, "records/player_games.html", context), refusal)


@require_safe
@never_cache
def player_games_file(request: HttpRequest, username: str, form: str) -> HttpResponse:
    """The file at once. 413 where it is too large for that, 422 where the address asks for what cannot be."""
    person, reader = find_person(username), access.player_of(request)
    try:
        with transaction.atomic():
            spend("games_file", now=timezone.now(), origin=hash_networks(request))
        games = collecting.find_games(person, collecting.read_wanted(request.GET), reader=reader)
        if collecting.measure(games).sizes[form] > collecting.AT_ONCE:
            raise Refusal(pages.TOO_MANY_GAMES(page=address_of("player_games", person.username)), status=413)
    except Refusal as refusal:
        return note_refusal(refuse(str(refusal)), refusal)
    content = "".join(collecting.write(games, form=form, reader=reader))
    return as_file(
        content, name=f"{slugify(person.username)}-games.{form}", content_type=TEXT if form == "txt" else JSON
    )


@never_cache
@login_required
@require_safe
def player_games_copy(request: HttpRequest) -> HttpResponseBase:
    """The copy that a worker has made for this reader. Raises Http404."""
    assert isinstance(request.user, User)
    last = exports.find_last(request.user, kind=collecting.GAMES, now=timezone.now())
    if last is None or last.ready_at is None:
        raise Http404
    name = User.objects.values_list("username", flat=True).get(pk=last.wanted["person"])
    return exports.respond(last, name=f"{slugify(name)}-games")
