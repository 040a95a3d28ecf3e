"""Writes private notes, from the page of a game and from that of a player."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts.models import User
from analysis import notes
from core.addresses import address_of
from core.posting import posted_from
from core.refusal import Refusal
from core.versions import read_version
from games import access
from games.pages import game_page, page_as_seen
from games.views.game import show_game
from games.views.people import show_profile


@posted_from(game_page)
def game_note(request: HttpRequest, pk: int) -> HttpResponse:
    """Stores `note` about a game that the reader may see. After a refusal the field keeps it."""
    game = access.get_game(request.user, pk)
    try:
        notes.write_about_game(request.user, game, request.POST.get("note", ""), version=read_version(request))
    except Refusal as refusal:
        return show_game(request, game, refusal=refusal)
    return redirect(f"{page_as_seen(request, pk)}#own")


def profile_page(username: str) -> str:
    return address_of("profile", username)


@posted_from(profile_page)
def player_note(request: HttpRequest, username: str) -> HttpResponse:
    """Stores `note` about a player. After a refusal the field keeps it."""
    person = User.objects.named(username).first()
    if person is None:
        raise Http404
    try:
        notes.write_about_player(request.user, person, request.POST.get("note", ""), version=read_version(request))
    except Refusal as refusal:
        return show_profile(request, person, refusal=refusal)
    return redirect(f"{profile_page(person.username)}#own")
