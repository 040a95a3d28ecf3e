"""What the players of a game agree on while it goes on: more time, a pause and its end, a turn to be taken back."""

from __future__ import annotations

from datetime import UTC, date, datetime, time

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.kept_forms import log_in_first
from core.numbers import read_number
from core.posting import posted_from
from games import play
from games.engine.contract import Side
from games.play import errors, offers
from games.views.play import act, game_page, read_revision

WITHDRAWN = "Your offer is withdrawn."
STANDS = "It stands until your opponent answers or plays on."


@posted_from(game_page, log_in=log_in_first)
def offer_time(request: HttpRequest, pk: int) -> HttpResponse:
    """Offers `days` more for the present turn."""

    def submit(side: Side) -> str:
        play.offer_time(pk, side=side, days=read_days(request), expected_revision=read_revision(request))
        return "Your offer of more time is made. It stands until your opponent answers, or the next turn is played."

    return act(request, pk, submit)


@posted_from(game_page)
def answer_time(request: HttpRequest, pk: int) -> HttpResponse:
    def submit(side: Side) -> str:
        if withdraws(request, pk, side, offers.MORE_TIME):
            return WITHDRAWN
        if accepts(request):
            play.accept_time(pk, side=side, expected_revision=read_revision(request))
            return "You have accepted: the deadline has moved."
        play.decline_time(pk, side=side, expected_revision=read_revision(request))
        return "You have declined more time."

    return act(request, pk, submit)


@posted_from(game_page, log_in=log_in_first)
def offer_pause(request: HttpRequest, pk: int) -> HttpResponse:
    """Offers a pause until the day `until` begins where the player lives; with `end`, to end the one there is."""

    def submit(side: Side) -> str:
        if "end" in request.POST:
            play.offer_resume(pk, side=side, expected_revision=read_revision(request))
            return f"Your offer to end the pause is made. {STANDS}"
        play.offer_pause(pk, side=side, until=read_day(request), expected_revision=read_revision(request))
        return f"Your offer of a pause is made. {STANDS}"

    return act(request, pk, submit)


@posted_from(game_page)
def answer_pause(request: HttpRequest, pk: int) -> HttpResponse:
    """Answers the offer of a pause; with `end`, the one to end it."""
    ends = "end" in request.POST

    def submit(side: Side) -> str:
        if withdraws(request, pk, side, offers.RESUME if ends else offers.PAUSE):
            return WITHDRAWN
        if accepts(request):
            accept = play.accept_resume if ends else play.accept_pause
            accept(pk, side=side, expected_revision=read_revision(request))
            return "The pause is over: the clock runs." if ends else "The game is paused: both clocks stand."
        decline = play.decline_resume if ends else play.decline_pause
        decline(pk, side=side, expected_revision=read_revision(request))
        return "You have declined: the pause goes on." if ends else "You have declined the pause."

    return act(request, pk, submit)


@posted_from(game_page)
def offer_takeback(request: HttpRequest, pk: int) -> HttpResponse:
    def submit(side: Side) -> str:
        play.offer_takeback(pk, side=side, expected_revision=read_revision(request))
        return f"You have asked to take your turn back. {STANDS}"

    return act(request, pk, submit)


@posted_from(game_page)
def answer_takeback(request: HttpRequest, pk: int) -> HttpResponse:
    def submit(side: Side) -> str:
        if withdraws(request, pk, side, offers.TAKEBACK):
            return WITHDRAWN
        if accepts(request):
            play.accept_takeback(pk, side=side, expected_revision=read_revision(request))
            return "Your opponent's turn is taken back."
        play.decline_takeback(pk, side=side, expected_revision=read_revision(request))
        return "You have declined: the turn stands."

    return act(request, pk, submit)


def withdraws(request: HttpRequest, pk: int, side: Side, kind: str) -> bool:
    """Takes the player's own offer of this kind back, if that is what was sent; whether it was."""
    if request.POST.get("answer") != "withdraw":
        return False
    offers.withdraw(pk, kind, side=side, expected_revision=read_revision(request))
    return True


def accepts(request: HttpRequest) -> bool:
    """Whether the answer is yes; anything else declines, so that a garbled one changes nothing."""
    return request.POST.get("answer") == "accept"


def read_days(request: HttpRequest) -> int:
    """A number of days as typed; 0 for what is none, which is then refused like any other wrong number."""
    return read_number(request.POST.get("days", "").strip()) or 0


def read_day(request: HttpRequest) -> datetime:
    """The instant at which the day that was chosen begins where the player lives. Raises Refusal."""
    try:
        day = date.fromisoformat(request.POST.get("until", "").strip())
        return datetime.combine(day, time.min, tzinfo=timezone.get_current_timezone()).astimezone(UTC)
    except (ValueError, OverflowError):
        raise errors.bad_pause(play.pause.MOST_DAYS) from None
