"""Who may see and do what: the only way a view gets a game or a challenge."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from accounts.models import User
from core.numbers import LARGEST
from core.prepared import PreparedQuery
from games import guests
from games.models import Challenge, Game, Seat
from games.play.seeing import read_seen
from games.reading.find import find_game
from games.reading.seats import read_seats
from games.reading.state import GameState, NoSuchPosition, may_see, read_state

Visitor = User | AnonymousUser
TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")


class HiddenFromVisitor(Http404):
    """The visitor may not see it, but perhaps may after a log-in. `noun` is what was asked for, whether or not it
    exists."""

    def __init__(self, noun: str) -> None:
        super().__init__(noun)
        self.noun = noun


def player_of(request: HttpRequest) -> Visitor:
    """Who plays in this browser: the user who is logged in, or a guest, who counts in their own games alone."""
    return request.user if request.user.is_authenticated else guests.find(request) or request.user


def get_game(user: Visitor, pk: int) -> Game:
    """The game with its seats and their players, in one query, to be shown to this user: see `play.seeing`. Raises
    Http404, also for a private game of others."""
    return read_seen(partial(_find_game, user, pk), reader_id=user.pk)


def _find_game(user: Visitor, pk: int) -> Game:
    game = find_game(pk)
    if game is None or not may_see(game, user):
        raise hide_from(user, "game")
    return game


def get_state(user: Visitor, game: Game, *, ply: int | None = None, **asked: Any) -> GameState:
    """What this user sees of a game that `get_game` has found. Raises Http404 where it has not come so far.

    `asked` is that of `read_state`.
    """
    try:
        return read_state(game, user, ply=ply, **asked)
    except NoSuchPosition:
        raise Http404 from None


def hide_from(user: Visitor, noun: str) -> Http404:
    """The error for something that the user may not see: the same whether or not it exists."""
    return Http404() if isinstance(user, User) and not user.is_guest else HiddenFromVisitor(noun)


def seat_of(user: Visitor, game: Game) -> Seat | None:
    """The user's seat in the game; None for a spectator."""
    return read_seats(game, reader_id=user.pk).mine


def is_guest_at(request: HttpRequest, pk: int, **_: object) -> bool:
    """Whether a guest plays this game in this browser."""
    guest = guests.find(request)
    return guest is not None and pk <= LARGEST and bool(find_seat(pk, guest.pk))


def require_seat(user: Visitor, pk: int) -> Seat:
    """The user's seat in the game, in one query.

    Raises PermissionDenied for others who may see the game, and Http404 for those who may not.
    """
    if user.is_authenticated and pk <= LARGEST:
        for seat in find_seat(pk, user.pk):
            return seat
    get_game(user, pk)
    raise PermissionDenied("Only the two players of a game can do that.")


@PreparedQuery
def find_seat(game_id: int, user_id: int) -> QuerySet[Seat]:
    """Prepared, since every turn asks it."""
    return Seat.objects.filter(game=game_id, user=user_id)


def get_challenge(user: Visitor, pk: int) -> Challenge:
    """A challenge that is or was in the open list, or that the user made or received. Raises Http404.

    One that was accepted a moment ago is still found, so that a player who comes second is told.
    """
    visible = Q(audience=Challenge.Audience.ANYONE)
    if user.is_authenticated:
        visible |= Q(challenger=user) | Q(opponent=user)
    found = Challenge.objects.select_related("challenger", "opponent").filter(visible, pk=pk).first()
    if found is None:
        raise hide_from(user, "challenge")
    return found


def get_invitation(token: str) -> Challenge:
    """The challenge of an invitation by link or email; anyone who knows the token may see and accept it. Raises
    Http404."""
    if not TOKEN.fullmatch(token):
        raise Http404
    invitations = Challenge.objects.filter(audience__in=(Challenge.Audience.LINK, Challenge.Audience.ADDRESS))
    return get_object_or_404(invitations.select_related("challenger", "opponent"), token=token)
