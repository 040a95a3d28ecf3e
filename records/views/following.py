"""Following a game or a player, and the page of all that one follows."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.limiting.limits import MOST_FOLLOWED
from accounts.models import User
from accounts.signing_in.next_page import find_wanted
from core import flash
from core.addresses import address_of
from core.posting import posted_from
from core.refusal import Refusal
from games import access
from games.models import Game
from games.pages import game_page, page_as_seen
from games.reading.seats import read_seats
from games.views.game import show_game
from games.views.people import show_profile
from games.words.page import GAME_OF
from records import following
from records.views.collected import find_person
from records.words import following as words


@posted_from(game_page)
def follow_game(request: HttpRequest, pk: int) -> HttpResponse:
    """`do` is `follow` or `end`. Raises Http404, also for a private game of others."""
    game = access.get_game(request.user, pk)
    assert isinstance(request.user, User)
    if request.POST.get("do") == "end":
        following.end(request.user, game_id=game.pk)
        flash.success(request, words.ENDED())
    else:
        try:
            following.follow_game(request.user, game)
        except Refusal as refusal:
            return show_game(request, game, refusal=refusal)
        flash.success(request, words.FOLLOWS_GAME())
    return redirect(find_wanted(request) or page_as_seen(request, pk))


@posted_from(lambda username: address_of("profile", username))
def follow_person(request: HttpRequest, username: str) -> HttpResponse:
    """The same of a player. Raises Http404."""
    person = find_person(username)
    assert isinstance(request.user, User)
    if request.POST.get("do") == "end":
        following.end(request.user, person_id=person.pk)
        flash.success(request, words.ENDED_PERSON(name=person.username))
    else:
        try:
            following.follow_person(request.user, person)
        except Refusal as refusal:
            return show_profile(request, person, refusal=refusal)
        flash.success(request, words.FOLLOWS_PERSON(name=person.username))
    return redirect(find_wanted(request) or person.get_absolute_url())


@never_cache
@login_required
@require_safe
def followed(request: HttpRequest) -> HttpResponse:
    """Everything that the reader follows, with the way to end it."""
    if not isinstance(request.user, User):
        raise Http404
    people, games = following.list_followed(request.user)
    told = [{"game": each.game, "title": tell_game(each.game)} for each in games if each.game is not None]
    return render(request, "records/followed.html", {"people": people, "games": told, "most": MOST_FOLLOWED})


def tell_game(game: Game) -> str:
    return str(GAME_OF(ruleset=game.ruleset.name, names=read_seats(game).names))
