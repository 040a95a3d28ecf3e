"""The page of a player's vacation: the balance, what is set or was used automatically, and the games where it
counts."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.db.models import Count, F, Prefetch, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User, Vacation
from accounts.posted.kept_forms import take_kept
from accounts.posted.sent_forms import once
from accounts.profile import balance
from accounts.time_off import vacation
from accounts.time_off.vacation_form import BookingForm
from core import flash
from core.paging import Page, page_by_key
from core.posting import posted_from
from core.refusal import Refusal, note_refusal
from core.words import Said
from games.clock import DAY, Span
from games.models import Seat
from games.play.clocks import read_pauses, vacation_left
from games.reading.seats import read_seats
from games.telling import tell_length
from games.words import done
from games.words import vacation as words
from games.words.page import GAME_WITH

REMEMBERED = 10
"""How many past vacations are listed."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@once()
def vacation_page(request: HttpRequest) -> HttpResponse:
    """The page, and its form by which vacation is set. A log-in loses nothing filled in."""
    if not isinstance(request.user, User):
        return redirect_to_login(page_of())
    now = timezone.now()
    kept = take_kept(request, page=page_of(), of=("vacation",)).dict()
    form = BookingForm(request.POST or None, user=request.user, now=now, initial=kept)
    if request.method == "POST" and form.is_valid() and (booked := form.book()):
        length = tell_length(booked.until_at - booked.from_at)
        flash.success(request, done.VACATION_SET(length=length))
        return redirect("vacation")
    vacation.note_explained(request.user, now=now)
    return note_refusal(show(request, form=form, now=now), form.refusal)


def show(
    request: HttpRequest, *, form: BookingForm, now: datetime, refusal: str = "", status: int = 200
) -> HttpResponse:
    assert isinstance(request.user, User)
    context = {"form": form, "refusal": refusal, **describe(request, request.user, now=now)}
    return render(request, "games/vacation.html", context, status=422 if form.errors else status)


def describe(request: HttpRequest, user: User, *, now: datetime) -> dict[str, Any]:
    """Everything on the page besides its form; the number of queries is always the same."""
    booked = list(vacation.booked(user, now=now))
    past = Vacation.objects.filter(Q(until_at__lte=now) | Q(automatic=True), user=user, from_at__lt=F("until_at"))
    has = vacation.balance_of(user, now=now)
    room = max(balance.MOST - has, timedelta())
    return {
        "balance": has,
        "full": has >= balance.MOST,
        "most": balance.MOST.days,
        "first": balance.FIRST.days,
        "earned_in": balance.EARNED_IN,
        "earning": user.vacation_counted_at is not None,
        "now": now,
        "booked": [{"span": each, "told": tell_back(each, room=room, now=now)} for each in booked],
        "past": past.order_by("-from_at")[:REMEMBERED],
        **describe_games(request, user, [(each.from_at, each.until_at) for each in booked], now=now),
    }


def describe_games(request: HttpRequest, user: User, booked: list[Span], *, now: datetime) -> dict[str, Any]:
    """The running games in which vacation counts, a page of them, and the number of those in which it does not."""
    mine = Seat.objects.filter(user=user, game__ended_at=None, game__deadline_at__isnull=False)
    players = Prefetch(
        "game__seats", Seat.objects.select_related("user").only("game", "side", "user__username", "user__kind")
    )
    allowed = mine.filter(game__vacation_days__gt=0).select_related("game").prefetch_related(players)
    page = page_by_key(allowed, request)
    spans = vacation.list_booked([user.pk], since=min((seat.game.turn_started_at for seat in page), default=now))
    read_pauses(seat.game for seat in page)
    rows = [describe_game(seat, spans[user.pk], now=now) for seat in page]
    without = mine.aggregate(without=Count("pk", filter=Q(game__vacation_days=0)))["without"]
    told = (words.WITHOUT_IN_OTHERS if rows else words.WITHOUT)(n=without) if without else ""
    return {"page": Page(rows=rows, after=page.after, is_first=page.is_first), "without": told}


def tell_back(booked: Vacation, *, room: timedelta, now: datetime) -> Said:
    """What ending a vacation early would give back; `room` is what the balance can still take."""
    is_now, back = booked.from_at <= now, min(booked.until_at - max(now, booked.from_at), room)
    if back:
        return (words.END_NOW if is_now else words.CANCEL)(back=back)
    return (words.END_NOW_FULL if is_now else words.CANCEL_FULL)(most=balance.MOST)


def describe_game(seat: Seat, booked: list[Span], *, now: datetime) -> dict[str, Any]:
    game = seat.game
    if seat.side == game.side_to_move:
        left = vacation_left(game, seat, booked, at=now)
    else:
        left = game.vacation_days * DAY - seat.vacation_used
    other = read_seats(game)[1 - seat.side]
    title = str(GAME_WITH(ruleset=game.ruleset.name, name=other.user.shown_name))
    allowed = game.vacation_days * DAY
    told = words.LEFT(left=left, allowed=allowed) if left > timedelta() else words.NOTHING_LEFT(allowed=allowed)
    return {"game": game, "title": title, "told": told}


def page_of(pk: int | None = None) -> str:
    return reverse("vacation")


@posted_from(page_of)
def vacation_end(request: HttpRequest, pk: int) -> HttpResponse:
    """Ends vacation, or cancels it before it starts."""
    now = timezone.now()
    try:
        ended = vacation.end(request.user, vacation_id=pk)
    except Refusal as refusal:
        form = BookingForm(user=request.user, now=now)
        return show(request, form=form, now=now, refusal=refusal.sentence, status=refusal.status)
    has = vacation.balance_of(ended.user, now=timezone.now())
    flash.success(request, done.VACATION_ENDED(balance=has))
    return redirect("vacation")


@posted_from(page_of)
def vacation_automatic(request: HttpRequest) -> HttpResponse:
    """Switches automatic vacation on (`on=1`) or off."""
    on = request.POST.get("on") == "1"
    vacation.set_automatic(request.user, on)
    flash.success(request, done.AUTOMATIC_ON() if on else done.AUTOMATIC_OFF())
    return redirect("vacation")


@posted_from(page_of)
def vacation_explained(request: HttpRequest) -> HttpResponse:
    """Hides the first explanation for good."""
    vacation.note_explained(request.user, now=timezone.now())
    return redirect("home")
