"""Challenges: the open list, sending one, and answering one, by its page or by the link of an invitation."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.views import redirect_to_login
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache

from accounts.limiting.origin import hash_networks
from accounts.models import User
from accounts.posted.kept_forms import take_kept
from accounts.posted.sent_forms import once
from core import flash
from core.numbers import read_number
from core.paging import cut_page, page_by_key
from core.posting import posted_from
from core.prepared import PreparedQuery
from core.refusal import Refusal, note_refusal
from engine import registry
from engine.contract import Ruleset, does_chance_seat, find_set_up
from games import access, challenges, drawn
from games.forms import ChallengeForm, DeclineForm, offer_again, offer_like, offer_terms
from games.models import Challenge, Game, Seat
from games.reading.offered import find_open, list_open
from games.telling.cards import introduce
from games.terms import Limits
from games.views.challenge_filter import ChallengeFilter
from games.views.challenge_rows import (
    ChallengeRow,
    draw_set_up,
    make_challenge_rows,
    make_open_rows,
    make_received_rows,
)
from games.views.offered_figures import describe_figures
from games.views.set_ups import picture_games, picture_set_ups
from games.words import challenges as words


def challenge_list(request: HttpRequest) -> HttpResponse:
    """The open challenges; for a player also those that wait for their answer and those they have sent."""
    now = timezone.now()
    narrow, reader = ChallengeFilter(request.GET), request.user.pk
    if narrow.is_narrowed:
        page = page_by_key(narrow.apply(find_open(reader, now=now)), request)
    else:
        below = read_number(request.GET.get("below", ""))
        page = cut_page(list_open(reader, now=now, below=below), is_first=below is None)
    context = {"filter": narrow, "page": page, "open": make_open_rows(page, reader=request.user, now=now)}
    if request.user.is_authenticated:
        context |= pending_of(request.user)
    return render(request, "games/challenge_list.html", context)


@PreparedQuery
def find_pending(user_id: int, now: datetime) -> QuerySet[Challenge]:
    """Prepared, since every home page asks it. Standing challenges have a page of their own."""
    mine = Q(opponent=user_id) | Q(challenger=user_id)
    found = Challenge.objects.pending(now).filter(mine, stands=False).order_by("-pk")
    return found.select_related("challenger__on_time_record", "opponent")


def pending_of(user) -> dict[str, list[ChallengeRow]]:
    """The challenges that wait for this user's answer, and those they have sent. Only if some wait for an answer are
    figures of their players read."""
    now = timezone.now()
    found = find_pending(user.pk, now)
    return {
        "received": make_received_rows((one for one in found if one.opponent_id == user.pk), reader=user, now=now),
        "sent": make_challenge_rows((one for one in found if one.challenger_id == user.pk), reader=user.pk),
    }


DECLINES = ("challenge_decline", "invitation_decline")
MORE = (*Limits._fields, "pair", "side", "weekends", "vacation", "vacation_days", "private", "note")
"""Fields of the form under “More options”, besides a time limit of one’s own and options of the game."""


def prefill(request: HttpRequest, ruleset: Ruleset, *, last: Challenge | None) -> dict[str, Any]:
    """First values of the form: what the player chose last; the opponent whom the address names; and the terms of an
    own game that is to be played again, or of a public one like those that the opponent plays."""
    values: dict[str, Any] = offer_like(last, ruleset=ruleset) if last else {}
    if opponent := request.GET.get("opponent", "")[:20]:
        values = {name: value for name, value in values.items() if name not in Limits._fields}
        values |= {"audience": "player", "opponent": opponent}
        if User.objects.named(opponent).filter(kind=User.Kind.COMPUTER).exists():
            values |= {"rated": False, "pair": False}
    again = read_number(request.GET.get("again", ""))
    if again is not None:
        mine = Seat.objects.filter(user=request.user.pk, game=again, game__ruleset_slug=ruleset.slug)
        if seat := mine.select_related("game").first():
            values |= offer_again(seat.game, side=seat.side)
    like = read_number(request.GET.get("like", ""))
    if like is not None:
        games = Game.objects.filter(pk=like, private=False, ruleset_slug=ruleset.slug)
        values |= next(map(offer_terms, games), {})
    return values


def choose_ruleset(request: HttpRequest, *, last: Challenge | None) -> Ruleset:
    """The game that the address names, or the one that was offered last. A form that is sent always names its own."""
    slugs = {ruleset.slug: ruleset for ruleset in registry.all_rulesets()}
    usual = last.ruleset_slug if last else "mastery"
    return slugs.get(request.GET.get("ruleset", "")) or slugs.get(usual) or next(iter(slugs.values()))


@once()
def challenge_new(request: HttpRequest) -> HttpResponse:
    """The form of a new challenge, prefilled by `?ruleset=`, `?opponent=`, `?again=` and `?like=`, or by the last
    choice.

    Nothing filled in is lost by choosing another game, which posts `switch`, or by a log-in.
    """
    page = request.get_full_path()
    if not request.user.is_authenticated:
        return redirect_to_login(page)
    sent = request.method == "POST" and "switch" not in request.POST
    mine = Challenge.objects.filter(challenger=request.user.pk, stands=False)
    last = None if sent else mine.order_by("-pk").first()
    ruleset = choose_ruleset(request, last=last)
    first = prefill(request, ruleset, last=last)
    form = ChallengeForm(request.POST if sent else None, ruleset=ruleset, initial=first)
    refusal = None
    if sent and form.is_valid():
        try:
            return redirect(send(request, form))
        except Refusal as refused:
            refusal = refused
            form.add_error(None, refused.sentence)
    if not sent and (kept := request.POST or take_kept(request, page=page, of=("challenge_new",))):
        form.fill_in(kept)
    answer = render(request, "games/challenge_new.html", describe_form(form), status=422 if form.errors else 200)
    return note_refusal(answer, refusal)


def describe_form(form: ChallengeForm) -> dict[str, Any]:
    """What the page shows of the form: the games and the set-ups as pictures, and whether more of it is open."""
    set_up = form.field_of(find_set_up(form.ruleset))
    options = [field for field in form.option_fields() if set_up is None or field.name != set_up.name]
    pictures = picture_set_ups(form.ruleset)
    *presets, own = form["preset"].subwidgets
    return {
        "form": form,
        "ruleset": form.ruleset,
        "games": picture_games(),
        "set_up": set_up,
        "set_ups": pictures,
        "choices": list(zip(set_up.subwidgets, pictures, strict=True)) if set_up else [],
        "options": options,
        "presets": presets,
        "own": own,
        "chance_seats": does_chance_seat(form.ruleset),
        "is_open": form.sets_own_time or form.differs([*MORE, *(field.name for field in options)]),
    }


def send(request: HttpRequest, form: ChallengeForm) -> Challenge | Game:
    """Sends the challenge and returns it, or its game where a computer has accepted at once. Raises Refusal."""
    challenge = challenges.send(request.user, origin=hash_networks(request), **form.terms())
    challenge.refresh_from_db(fields=["status"])
    game = challenge.games.order_by("pk").first()
    if game:
        flash.success(request, words.BOTH_STARTED() if challenge.pair else words.STARTED())
    elif challenge.is_pending:
        is_open = challenge.audience == Challenge.Audience.ANYONE
        flash.success(request, words.POSTED() if is_open else words.SENT())
    return game or challenge


def show(request: HttpRequest, challenge: Challenge, *, refusal: Refusal | None = None, decline=None) -> HttpResponse:
    """The page of one challenge, with the refusal at its top if there was one."""
    now, controls = timezone.now(), challenge.controls
    is_mine, by_link = request.user == challenge.challenger, request.resolver_match.kwargs.get("token", "")
    may_decline = challenges.may_decline(challenge, user=request.user)
    filled = take_kept(request, page=request.path, of=DECLINES).dict() if may_decline and decline is None else {}
    context = {
        "challenge": challenge,
        "open": challenge.is_pending and challenge.expires_at > now,
        "is_mine": is_mine,
        "my_games": find_games(challenge, request.user),
        "by_link": by_link,
        "page": challenge_page_of(challenge.pk, by_link),
        "refusal": refusal,
        "decline": decline or DeclineForm(instance=challenge, initial=filled),
        "may_decline": may_decline,
        "link": request.build_absolute_uri(address_to_share(challenge)),
        **describe_offered(challenge, is_mine=is_mine),
        "figures": describe_figures(challenge, request.user, now=now),
        "controls": controls if len(controls) > 1 else (),
        "terms": challenges.mark_terms(challenge),
        "chosen": read_number(request.POST.get("control", "")) or 0,
    }
    status = refusal.status if refusal else 422 if decline and decline.errors else 200
    return render(request, "games/challenge.html", context, status=status)


def find_games(challenge: Challenge, reader: Any) -> list[Game]:
    """The games to which it led, for its players; those of a standing challenge stand on its own page."""
    if challenge.stands or reader not in (challenge.challenger, challenge.opponent):
        return []
    return list(challenge.games.order_by("pk"))


def describe_offered(challenge: Challenge, *, is_mine: bool) -> dict[str, Any]:
    """The game that is offered, for somebody who may not know it: its set-up from their side, and ways to learn it."""
    ruleset, option = challenge.ruleset, find_set_up(challenge.ruleset)
    drawing = draw_set_up(challenge, is_mine=is_mine)
    set_up = str(challenge.options.get(option.name, option.default)) if option else ""
    simple = {one.name: challenge.options.get(one.name, one.default) for one in ruleset.options if not one.multiple}
    return {
        "card": introduce(ruleset),
        "chance_seats": does_chance_seat(ruleset),
        "board": drawn.draw_set_up(ruleset, drawing.position, flipped=drawing.flipped),
        "practice": f"{reverse('practice', args=[ruleset.slug])}{'?' if simple else ''}{urlencode(simple)}",
        "picture": reverse("set_up_picture", args=[ruleset.slug, set_up])
        if set_up
        else reverse("ruleset_picture", args=[ruleset.slug]),
    }


def address_to_share(challenge: Challenge) -> str:
    """The address to pass on: with the secret token, unless the challenge is open to anyone."""
    open_to_all = challenge.audience == Challenge.Audience.ANYONE
    return challenge.get_absolute_url() if open_to_all else reverse("invitation", args=[challenge.token])


def challenge_page(request: HttpRequest, pk: int) -> HttpResponse:
    return show(request, access.get_challenge(request.user, pk))


@never_cache
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """The page of a challenge for everybody who has its link, with or without an account."""
    return show(request, access.get_invitation(token))


def challenge_page_of(pk: int | None = None, token: str = "") -> str:
    return reverse("invitation", args=[token]) if token else reverse("challenge", args=[pk])


def _asked_for(request: HttpRequest, pk: int | None, token: str) -> Challenge:
    return access.get_invitation(token) if token else access.get_challenge(request.user, pk)


@posted_from(challenge_page_of)
@once()
def accept(request: HttpRequest, pk: int | None = None, token: str = "") -> HttpResponse:
    challenge = _asked_for(request, pk, token)
    try:
        game = challenges.accept(challenge.pk, user=request.user, **read_choice(request))
    except Refusal as refusal:
        challenge.refresh_from_db()
        return show(request, challenge, refusal=refusal)
    flash.success(request, words.BOTH_STARTED() if challenge.pair else words.STARTED())
    return redirect(game)


def read_choice(request: HttpRequest) -> dict[str, Any]:
    """The number of the time control that was chosen, the first where there was no choice; -1 for nonsense. And which
    terms the page of a standing challenge has shown."""
    number = read_number(request.POST.get("control", "0"))
    return {"control": -1 if number is None else number, "seen": request.POST.get("terms", "")}


@posted_from(challenge_page_of)
def decline(request: HttpRequest, pk: int | None = None, token: str = "") -> HttpResponse:
    challenge = _asked_for(request, pk, token)
    form = DeclineForm(request.POST)
    if not form.is_valid():
        return show(request, challenge, decline=form)
    try:
        challenges.decline(challenge.pk, user=request.user, reason=form.cleaned_data["reason"])
    except Refusal as refusal:
        challenge.refresh_from_db()
        return show(request, challenge, refusal=refusal, decline=form)
    flash.success(request, words.HAS_DECLINED())
    return redirect("challenges")


@posted_from(challenge_page_of)
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    challenge = access.get_challenge(request.user, pk)
    try:
        challenges.withdraw(challenge.pk, user=request.user)
    except Refusal as refusal:
        challenge.refresh_from_db()
        return show(request, challenge, refusal=refusal)
    flash.success(request, words.HAS_WITHDRAWN())
    return redirect("challenges")
